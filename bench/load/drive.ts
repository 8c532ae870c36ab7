import type { Contender, Started } from '../contenders.ts'
import { ask } from './ask.ts'
import type { LoadOptions, LoadResult } from './load.ts'

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
export function drive(
  { target }: Pick<Contender, 'target'>,
  { urls, processes }: Pick<Started, 'urls' | 'processes'>,
  load: Partial<LoadOptions>,
): Promise<LoadResult> {
  const options: LoadOptions = { target, urls, processes, ...DEFAULTS, ...load }
  return ask(new URL('main.ts', import.meta.url), options)
}
