import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../support/artifacts.ts'
import { builtPage } from '../../support/build.ts'

/**
 * Puts the page, built from the sources as they are now, where a server finds it that runs from its sources. Servers of
 * other tests may run meanwhile: they find the old page or the new one.
 */
export default async function buildPage(): Promise<void> {
  const served = join(ROOT, 'web/dist')
  const results = join(ROOT, 'test-results')
  const [fresh, old] = [join(results, 'page'), join(results, 'page-before')]
  const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true })
  await Promise.all([remove(fresh), remove(old), mkdir(results, { recursive: true })])
  await cp(await builtPage(), fresh, { recursive: true })
  await rename(served, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(fresh, served)
  await remove(old)
}
