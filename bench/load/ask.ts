import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** Runs a script in a process of its own, with one JSON argument, and reads its answer: one line of JSON. */
export async function ask<Answer>(script: URL, argument: object): Promise<Answer> {
  const args = ['--import', 'tsx', fileURLToPath(script), JSON.stringify(argument)]
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, maxBuffer: 1e8 })
  return JSON.parse(stdout) as Answer
}
