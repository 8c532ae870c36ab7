import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { artifact, ROOT } from './artifacts.ts'

/** All that the scripts depend on that tests bundle. */
const INPUTS = ['client/judge', 'client/src', 'scripts', 'src', 'test/client/judged', 'test/live', 'package-lock.json']

const made = new Map<string, Promise<string>>()

/**
 * Bundles a script with what it imports of the project, unless that was done before. Node starts it with a third of the
 * processor time that it takes with tsx. A script that reads files next to its modules cannot be bundled.
 * @param script its path, relative to the project
 * @returns the path of a module to run
 */
export function bundled(script: string): Promise<string> {
  const name = basename(script, '.ts')
  const known = made.get(script)
  if (known !== undefined) return known
  const making = artifact(`bundle-${script.replace(/\W+/g, '-')}`, INPUTS, async (folder) => {
    await build({
      absWorkingDir: ROOT,
      entryPoints: { [name]: script },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
    })
  }).then((folder) => join(folder, `${name}.mjs`))
  made.set(script, making)
  return making
}
