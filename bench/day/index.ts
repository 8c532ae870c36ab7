import { readFile, writeFile } from 'node:fs/promises'
import type { Contender } from '../contenders.ts'
import { curiaIn, FLOOR } from '../contenders.ts'
import { median } from '../load/quantile.ts'
import { measureAnswers } from './answers.ts'
import { measureIdle } from './idle.ts'
import { measureMemory } from './memory.ts'
import { costOfMove, measureModerate } from './moves.ts'
import { measureStorm } from './storm.ts'

/** A figure of a usual day, and what it is to be at most. */
interface Row {
  what: string
  value: number
  aim: number
  digits: number
}

interface Measured {
  /** A built checkout. */
  checkout: string
  /** How often the ratios of moves are measured: the one in the middle counts. */
  rounds: number
}

const DOCUMENT = new URL('../../docs/performance.md', import.meta.url)
const PLACE = /(<!-- bench: day -->\n)[^]*?(<!-- \/bench -->)/

const row = (what: string, value: number, aim: number, digits = 2): Row => ({ what, value, aim, digits })
const redis = (checkout: string): Contender => curiaIn({ name: 'on Redis', checkout, store: 'everysec' })
const embedded = (checkout: string): Contender => curiaIn({ name: 'embedded', checkout, store: 'embedded' })

/** What is measured, by the name of the part. */
export const PARTS: Readonly<Record<string, (measured: Measured) => Promise<Row[]>>> = {
  async moderate({ checkout, rounds }) {
    const [floor, ours, alone] = await inRounds(rounds, [FLOOR, redis(checkout), embedded(checkout)], measureModerate)
    const ratio = (of: typeof ours, figure: 'cpu' | 'p99'): number =>
      median(of!.map((each, round) => each[figure] / floor![round]![figure]))!
    return [
      row('CPU of a move at 1,800/s on Redis, of the floor', ratio(ours, 'cpu'), 1.4),
      row('CPU of a move at 1,800/s embedded, of the floor', ratio(alone, 'cpu'), 1.2),
      row('time to the answer, p99, at 1,800/s on Redis, of the floor', ratio(ours, 'p99'), 2),
      row('time to the answer, p99, at 1,800/s embedded, of the floor', ratio(alone, 'p99'), 2.5),
    ]
  },

  async nodes({ checkout, rounds }) {
    const two = curiaIn({ name: 'two nodes', checkout, store: 'everysec', nodes: 2 })
    const apart = { ...two, name: 'two nodes, players apart', load: { cross: true } }
    const [one, same, cross] = await inRounds(rounds, [redis(checkout), two, apart], costOfMove)
    const ratio = (of: number[], base: number[]): number => median(of.map((each, round) => each / base[round]!))!
    return [
      row('main threads for a move, players on different nodes, of players on one', ratio(cross!, same!), 1.15),
      row('main threads for a move on two nodes, of one node', ratio(same!, one!), 1.15),
    ]
  },

  async storm({ checkout }) {
    const { withBackoff, atOnce } = await measureStorm(redis(checkout))
    return [
      row('CPU for a client that comes back, 2,000 with their own backoff, ms', withBackoff, 1),
      row('CPU for a client that comes back, 2,000 as fast as they can, ms', atOnce, 0.6),
    ]
  },

  async memory({ checkout }) {
    const rows: Row[] = []
    for (const [where, contender, aim] of [
      ['on Redis and Postgres', redis(checkout), 140],
      ['embedded, first start', embedded(checkout), 280],
    ] as const) {
      const { idle, after } = await measureMemory(contender)
      rows.push(row(`memory of an idle server ${where}, MB`, idle, aim, 0))
      rows.push(row(`the same a minute after 2,000 sockets have gone, MB`, after, Math.round(idle) + 50, 0))
    }
    return rows
  },

  async small({ checkout, rounds }) {
    const nodeOptions = '--max-old-space-size=128'
    const small = curiaIn({ name: 'in 256 MB', checkout, store: 'everysec', nodeOptions })
    const [usual, limited] = await inRounds(rounds, [redis(checkout), small], costOfMove)
    const ratio = median(limited!.map((each, round) => each / usual![round]!))!
    return [row('main thread for a move in a heap of 128 MB, of one without a limit', ratio, 1.3)]
  },

  async idle({ checkout }) {
    const { without, next } = await measureIdle(checkout)
    return [
      row('memory of an idle server embedded, second start, MB', without.idleMb, 250, 0),
      row('CPU of a move next to 20,000 idle matches, of one without', next.moveMs / without.moveMs, 1.1),
      row('memory with 20,000 idle matches, MB', next.idleMb, 500, 0),
      row('start with 20,000 idle matches, s', next.startMs / 1000, 3.5, 1),
    ]
  },

  async answers({ checkout }) {
    const { leaderboards, replay, position } = await measureAnswers(redis(checkout))
    return [
      row('CPU for the overview of leaderboards, ms', leaderboards, 3),
      row('CPU for a replay, again, ms', replay, 3),
      row('CPU for a position, again, ms', position, 3),
    ]
  },
}

/** What was measured of each contender, round by round: they take turns. */
async function inRounds<T>(
  rounds: number,
  contenders: readonly Contender[],
  measure: (contender: Contender) => Promise<T>,
): Promise<T[][]> {
  const results = contenders.map((): T[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) results[index]!.push(await measure(contender))
  }
  return results
}

export interface DayOptions extends Measured {
  /** Another built checkout to compare with. */
  before?: string | undefined
  /** Some of the names of `PARTS`; none for all of them. */
  parts: readonly string[]
}

/**
 * Measures a usual day, prints it next to its aims, and writes the table of docs/performance.md if it is whole.
 * @throws Error if there is no such part
 */
export async function measureDay({ checkout, before, rounds, parts }: DayOptions): Promise<void> {
  const unknown = parts.find((part) => !(part in PARTS))
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}: ${Object.keys(PARTS).join(', ')}`)
  const [rows, earlier]: [Row[], Row[]] = [[], []]
  for (const part of parts.length > 0 ? parts : Object.keys(PARTS)) {
    process.stderr.write(`${part}\n`)
    rows.push(...(await PARTS[part]!({ checkout, rounds })))
    if (before !== undefined) earlier.push(...(await PARTS[part]!({ checkout: before, rounds })))
  }
  process.stdout.write(tableOf(rows, earlier))
  if (parts.length === 0 && before === undefined) {
    const document = await readFile(DOCUMENT, 'utf8')
    await writeFile(
      DOCUMENT,
      document.replace(PLACE, (_, begin: string, end: string) => begin + tableOf(rows) + end),
    )
  }
}

function tableOf(rows: readonly Row[], earlier: readonly Row[] = []): string {
  const isCompared = earlier.length > 0
  const lines = rows.map(({ what, value, aim, digits }, index) => {
    const figure = value.toFixed(digits)
    const shown = value <= aim ? figure : `**${figure}**`
    return `| ${what} | ${isCompared ? `${earlier[index]!.value.toFixed(digits)} | ` : ''}${shown} | ${aim} |\n`
  })
  const head = isCompared ? '| | before | now | aim |\n|---|--:|--:|--:|\n' : '| | now | aim |\n|---|--:|--:|\n'
  return head + lines.join('')
}
