import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from './artifacts.ts'
import { builtServer } from './build.ts'

/** Runs a command of the operator with a configuration, in a folder without a file `.env`. */
export async function runCommand(
  name: 'account' | 'statistics',
  environment: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const command = [join(dirname(await builtServer()), `${name}.js`), ...args]
  const child = spawn(process.execPath, command, {
    cwd: join(ROOT, 'test'),
    env: { PATH: process.env.PATH, ...environment },
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, out, err }
}
