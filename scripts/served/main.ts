import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressAll } from '../compress.ts'
import { buildPages } from './pages.ts'
import { buildSdk } from './sdk.ts'

// Builds what a server has for the authors of clients into served/, or the folder that is named: the SDK and the package of the rules that fit it, and
// the documents as pages, with a brotli and a gzip copy next to each file that gains by it.

const SERVED = resolve(process.argv[2] ?? fileURLToPath(new URL('../../served', import.meta.url)))
/** The build takes the place of the one before when it is whole: a server may run meanwhile. */
const FRESH = `${SERVED}.new`

await rm(FRESH, { recursive: true, force: true })
await mkdir(FRESH, { recursive: true })
await buildSdk(join(FRESH, 'sdk'))
await buildPages(FRESH)
await compressAll(FRESH)
await rm(SERVED, { recursive: true, force: true })
await rename(FRESH, SERVED)
