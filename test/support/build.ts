import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { compressAll } from '../../scripts/compress.ts'
import { buildPages } from '../../scripts/served/pages.ts'
import { buildSdk } from '../../scripts/served/sdk.ts'
import { artifact, ROOT } from './artifacts.ts'

const COMPILER = join(ROOT, 'node_modules/.bin/tsc')

/** All that the page depends on. */
const PAGE_INPUTS = [
  'client/src',
  'client/package.json',
  'package-lock.json',
  'scripts/build-web.ts',
  'scripts/compress.ts',
  'src/protocol',
  'src/rules',
  'src/text',
  'web/index.html',
  'web/languages.ts',
  'web/offline.html',
  'web/package.json',
  'web/public',
  'web/releases.ts',
  'web/src',
  'web/svelte.config.js',
  'web/tsconfig.json',
  'web/vite.config.ts',
  'web/worker',
]
/** All that the packages of the SDK and of the rules depend on. */
const SDK_INPUTS = [
  'LICENSE',
  'client/README.md',
  'client/build',
  'client/judge',
  'client/package.json',
  'client/src',
  'package-lock.json',
  'assets/samples.json',
  'rules/README.md',
  'rules/build',
  'rules/package.json',
  'rules/src',
  'scripts/compress.ts',
  'scripts/packages',
  'scripts/served/sdk.ts',
  'src/protocol',
  'src/record/seed.ts',
  'src/rules',
  'src/text',
  'tsconfig.json',
]
/** All that the compiled server depends on. */
const SERVER_INPUTS = [
  'src',
  'assets',
  'prisma',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  ...PAGE_INPUTS,
  ...SDK_INPUTS,
  'CHANGELOG.md',
  'README.md',
  'docs',
  'scripts/served',
]

let built: Promise<string> | undefined

/**
 * Builds the page from the sources as they are now, unless that was done before.
 * @returns the path of its folder
 * @throws Error with the messages of the build.
 */
export const builtPage = (): Promise<string> =>
  artifact('page', PAGE_INPUTS, (folder) => run('page', ['--import', 'tsx', 'scripts/build-web.ts', folder]))

/**
 * Builds the SDK and the package of the rules from the sources as they are now, unless that was done before.
 * @returns the path of the folder that servers have as /sdk
 */
export const builtSdk = (): Promise<string> =>
  artifact('sdk', SDK_INPUTS, async (folder) => {
    await buildSdk(folder)
    await compressAll(folder)
  })

/**
 * Compiles the server from the sources as they are now, unless that was done before. The folder is laid out as in the
 * container image, with the page, the SDK and the documents.
 * @returns the path of its main module
 * @throws Error with the messages of the compiler.
 */
export function builtServer(): Promise<string> {
  built ??= artifact('build', SERVER_INPUTS, build).then((folder) => join(folder, 'dist/main.js'))
  return built
}

async function build(folder: string): Promise<void> {
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'))
  for (const beside of ['assets', 'prisma']) await cp(join(ROOT, beside), join(folder, beside), { recursive: true })
  await run('server', [COMPILER, '-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')])
  await cp(await builtPage(), join(folder, 'web/dist'), { recursive: true })
  await buildPages(join(folder, 'served'))
  await compressAll(join(folder, 'served'))
  await cp(await builtSdk(), join(folder, 'served/sdk'), { recursive: true })
}

/** Runs Node. @throws Error with what it has written, if it fails. */
async function run(what: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>])
  if (code !== 0) throw new Error(`The ${what} cannot be built:\n${said}`)
}
