import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { artifact, ROOT } from './artifacts.ts'

const COMPILER = join(ROOT, 'node_modules/.bin/tsc')

/** All that the page depends on. */
const PAGE_INPUTS = [
  'client/src',
  'client/package.json',
  'package-lock.json',
  'scripts/build-web.ts',
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
 * Compiles the server from the sources as they are now, unless that was done before. The folder is laid out as in the
 * container image, with the page.
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
}

/** Runs Node. @throws Error with what it has written, if it fails. */
async function run(what: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>])
  if (code !== 0) throw new Error(`The ${what} cannot be built:\n${said}`)
}
