import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { artifact, ROOT } from './artifacts.ts'

/** All that the compiled server depends on. */
const INPUTS = ['src', 'prisma', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']

let built: Promise<string> | undefined

/**
 * Compiles the server from the sources as they are now, unless that was done before. The folder is laid out as in the
 * container image.
 * @returns the path of its main module
 * @throws Error with the messages of the compiler.
 */
export function builtServer(): Promise<string> {
  built ??= artifact('build', INPUTS, build).then((folder) => join(folder, 'dist/main.js'))
  return built
}

async function build(folder: string): Promise<void> {
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'))
  await cp(join(ROOT, 'prisma'), join(folder, 'prisma'), { recursive: true })
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const args = [compiler, '-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>])
  if (code !== 0) throw new Error(`The server cannot be compiled:\n${said}`)
}
