import { parseArgs } from 'node:util'
import type { Disturbance } from './disturbances/index.ts'
import { DISTURBANCES } from './disturbances/index.ts'

export const USAGE = `npm run chaos -- [--only NAME[,NAME...]] [--seconds 10 | --moves N] [--pairs 8] [--seed N]
                 [--markdown FILE] [--keep]

Starts servers of its own for each disturbance, lets players play before and after it, and compares their journals with
the logs, the views, the history and the ratings.
  --only      some disturbances instead of all of them
  --seconds   how long the players play before the disturbance, and once more after it
  --moves     instead, how many moves they play before it, and once more after it
  --pairs     how many pairs of players there are
  --seed      everything that the players decide follows from it, and from what the servers send them
  --markdown  writes the table to this file, too
  --keep      keeps journals, logs and evidence, also if nothing is at fault

Disturbances:
${DISTURBANCES.map(({ name, what }) => `  ${name.padEnd(22)} ${what}`).join('\n')}`

/** What is to be run. */
export interface Options {
  disturbances: readonly Disturbance[]
  amount: { moves: number; ms: number }
  pairs: number
  seed: number
  markdown: string | undefined
  keep: boolean
}

/**
 * Reads the command line. Null: the usage is asked for.
 * @throws Error that says what is wrong.
 */
export function readOptions(args: readonly string[], randomSeed: () => number): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      seconds: { type: 'string' },
      moves: { type: 'string' },
      pairs: { type: 'string', default: '8' },
      seed: { type: 'string' },
      markdown: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return null
  if (values.seconds !== undefined && values.moves !== undefined) {
    throw new Error('--seconds and --moves exclude each other.')
  }
  const names = values.only?.flatMap((one) => one.split(','))
  const unknown = names?.find((name) => !DISTURBANCES.some((one) => one.name === name))
  if (unknown !== undefined) throw new Error(`There is no disturbance ${unknown}.`)
  return {
    disturbances: DISTURBANCES.filter(({ name }) => names?.includes(name) ?? true),
    amount:
      values.moves === undefined
        ? { moves: 1, ms: 1000 * whole('seconds', values.seconds ?? '10') }
        : { moves: whole('moves', values.moves), ms: 0 },
    pairs: whole('pairs', values.pairs),
    seed: values.seed === undefined ? randomSeed() : whole('seed', values.seed),
    markdown: values.markdown,
    keep: values.keep,
  }
}

function whole(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name}: expected a whole number from 1, not ${text}.`)
  return Number(text)
}
