import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Builds a package of this project, and packs it into a file as npm does.
 * @param folder where the sources of the package are
 * @param use is given the folder with its manifest and dist/, before that is removed
 * @throws Error with what the build has said, if it fails
 */
export async function packPackage(
  folder: string,
  tarball: string,
  use: (built: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'curia-package-'))
  const packed = join(scratch, 'packed')
  try {
    await mkdir(packed)
    await run(process.execPath, ['--import', 'tsx', join(folder, 'build/main.ts'), join(scratch, 'dist')])
    for (const file of ['package.json', 'README.md']) await copyFile(join(folder, file), join(scratch, file))
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', packed], { cwd: scratch })
    const [name] = await readdir(packed)
    await copyFile(join(packed, name!), tarball)
    await use(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
