import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Contender, Started } from '../contenders.ts'
import type { LoadOptions, LoadResult } from './load.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DRIVER = fileURLToPath(new URL('main.ts', import.meta.url))
const run = promisify(execFile)

/** Untimed base games at full speed, with both players on the same server. */
const DEFAULTS = {
  matches: 300,
  warmUpSeconds: 0,
  seconds: 0,
  rate: null,
  kind: 'base',
  clock: 'none',
  cross: false,
  spectators: 0,
} as const

/** Puts a load on a server that was started, from a process of its own. What is left out is a plain full load. */
export async function drive(
  { target }: Contender,
  { urls, processes }: Started,
  load: Partial<LoadOptions>,
): Promise<LoadResult> {
  const options: LoadOptions = { target, urls, processes, ...DEFAULTS, ...load }
  const { stdout } = await run(process.execPath, ['--import', 'tsx', DRIVER, JSON.stringify(options)], {
    cwd: ROOT,
    maxBuffer: 1e8,
  })
  return JSON.parse(stdout) as LoadResult
}
