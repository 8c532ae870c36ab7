import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { packPackage } from '../packages/pack.ts'

const CLIENT = fileURLToPath(new URL('../../client', import.meta.url))
const RULES = fileURLToPath(new URL('../../rules', import.meta.url))

/**
 * Builds the SDK into a folder: `curia.js`, one module with everything inside, for pages; `curia.d.ts`, its types; and
 * `curia-client.tgz`, the package for npm. Next to it is the package of the rules, `curia-rules.tgz`.
 */
export async function buildSdk(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await Promise.all([
    packPackage(CLIENT, join(folder, 'curia-client.tgz'), (built) =>
      copyFile(join(built, 'dist/index.d.ts'), join(folder, 'curia.d.ts')),
    ),
    packPackage(RULES, join(folder, 'curia-rules.tgz')),
  ])
  await build({
    entryPoints: { curia: join(CLIENT, 'src/index.ts') },
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    sourcemap: true,
  })
}
