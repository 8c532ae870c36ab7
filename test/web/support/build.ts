import { randomUUID } from 'node:crypto'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../support/artifacts.ts'
import { builtPage } from '../../support/build.ts'

const SERVED = join(ROOT, 'web/dist')

/**
 * Puts the page, built from the sources as they are now, where a server finds it that runs from its sources. Servers of
 * other tests may run meanwhile, also those of another run: they find the old page or the new one, and a page that is
 * there already stays.
 */
export default async function buildPage(): Promise<void> {
  const built = await builtPage()
  const fresh = join(ROOT, 'test-results', `page-${randomUUID()}`)
  const old = `${fresh}-before`
  await mkdir(join(ROOT, 'test-results'), { recursive: true })
  await cp(built, fresh, { recursive: true })
  if ((await buildsOf(SERVED)) !== (await buildsOf(built))) {
    await rename(SERVED, old).catch(unless('ENOENT'))
    // Another run may have put it there in this moment.
    await rename(fresh, SERVED).catch(unless('ENOTEMPTY', 'EEXIST'))
  }
  for (const path of [fresh, old]) await rm(path, { recursive: true, force: true })
}

/** What differs between two pages: the worker has a hash of all files, and a list names those of builds before it. */
async function buildsOf(page: string): Promise<string> {
  const files = ['sw.js', '.vite/releases.json'].map((file) =>
    readFile(join(page, file), 'utf8').catch(unless('ENOENT')),
  )
  return (await Promise.all(files)).join()
}

/** Passes over an error with one of these codes. */
const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? '')) throw error
  }
