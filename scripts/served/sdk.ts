import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const CLIENT = fileURLToPath(new URL('../../client', import.meta.url))

/**
 * Builds the SDK into a folder: `curia.js`, one module with everything inside, for pages; `curia.d.ts`, its types; and
 * `curia-client.tgz`, the package for npm.
 */
export async function buildSdk(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const scratch = await mkdtemp(join(tmpdir(), 'curia-sdk-'))
  const packed = join(scratch, 'packed')
  try {
    await mkdir(packed)
    const run = promisify(execFile)
    await run(process.execPath, ['--import', 'tsx', join(CLIENT, 'build/main.ts'), join(scratch, 'dist')])
    for (const file of ['package.json', 'README.md']) await copyFile(join(CLIENT, file), join(scratch, file))
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', packed], { cwd: scratch })
    const [tarball] = await readdir(packed)
    await copyFile(join(packed, tarball!), join(folder, 'curia-client.tgz'))
    await copyFile(join(scratch, 'dist/index.d.ts'), join(folder, 'curia.d.ts'))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
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
