import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../support/artifacts.ts'
import { builtPage } from '../../support/build.ts'

/** Puts the page, built from the sources as they are now, where a server finds it that runs from its sources. */
export default async function buildPage(): Promise<void> {
  const served = join(ROOT, 'web/dist')
  const built = await builtPage()
  await rm(served, { recursive: true, force: true })
  await cp(built, served, { recursive: true })
}
