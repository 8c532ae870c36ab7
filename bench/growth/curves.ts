import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { foldRecord } from '../../src/record/index.ts'
import { playedRecord } from '../../test/support/finished.ts'
import { openHistory, quiet } from '../../test/support/history.ts'
import { fillHistory } from '../../test/support/many-games.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { seededRandom } from '../../test/support/random.ts'
import { curiaIn } from '../contenders.ts'
import { ask } from '../load/ask.ts'
import { drive } from '../load/drive.ts'
import type { LoadOptions } from '../load/load.ts'
import type { Point } from './fit.ts'
import type { ListTask } from './list-worker.ts'
import type { OutboxTask } from './outbox-worker.ts'
import type { Plot } from './plot.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const ROUNDS = 3

/** How long each point under load is measured (s). */
export interface Lengths {
  warmUpSeconds: number
  seconds: number
}

/** A match of random players has about so many moves. */
const MOVES_OF_A_MATCH = 65
/** Fewer moves are measured too roughly. */
const LEAST_MOVES = 20_000

/** All matches begin at once, and so end at about the same time: every size is measured over whole matches. */
function wholeMatches(matches: number): NonNullable<LoadOptions['moves']> {
  const measured = MOVES_OF_A_MATCH * Math.max(matches, LEAST_MOVES / MOVES_OF_A_MATCH)
  return { warmUp: measured / 2, measured }
}

/**
 * CPU of the server on Redis for each move (ms), under one load.
 * @throws Error if no move was made in the time that was measured.
 */
async function cpuPerMove(load: Partial<LoadOptions>, lengths: Lengths): Promise<number> {
  const contender = curiaIn({ name: 'Curia', checkout: ROOT, store: 'everysec' })
  const started = await contender.start()
  try {
    const { movesPerSecond, cpuPer1000 } = await drive(contender, started, { matches: 1, ...lengths, ...load })
    if (movesPerSecond === 0) throw new Error('no move was made in the time that was measured: use more --seconds')
    return cpuPer1000.server!
  } finally {
    await started.end()
  }
}

/** The least time of some rounds of a worker of this folder: what else the machine does only adds to it. */
async function least(worker: string, task: object): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push((await ask<{ elapsedMs: number }>(new URL(worker, import.meta.url), task)).elapsedMs)
  }
  return Math.min(...times)
}

async function pointsOf(sizes: readonly number[], costOf: (size: number) => Promise<number>): Promise<Point[]> {
  const points: Point[] = []
  for (const x of sizes) {
    const y = await costOf(x)
    process.stderr.write(`${x}: ${y.toFixed(4)}\n`)
    points.push({ x, y })
  }
  return points
}

/** Each curve by the name of its file. Costs are in ms of CPU. */
export const CURVES: Readonly<Record<string, (lengths: Lengths) => Promise<Plot>>> = {
  matches: async (lengths) => ({
    title: 'A move, by the number of matches in play',
    x: 'matches',
    y: 'ms of server CPU per move',
    series: [
      {
        name: 'per move',
        points: await pointsOf([50, 100, 200, 500, 1000, 2000], (matches) =>
          cpuPerMove({ matches, moves: wholeMatches(matches) }, lengths),
        ),
      },
    ],
  }),

  spectators: async (lengths) => {
    // Two players alone are mostly idle, so the figure without spectators has a fixed rate as the others.
    const cost = (spectators: number): Promise<number> => cpuPerMove({ spectators, rate: 20 }, lengths)
    const alone = await cost(0)
    process.stderr.write(`0: ${alone.toFixed(4)}\n`)
    const points = await pointsOf([125, 250, 500, 1000, 2000], cost)
    return {
      title: 'What spectators add to a move of their match',
      x: 'spectators',
      y: 'ms of server CPU per move, beyond none',
      series: [{ name: 'added', points: points.map(({ x, y }) => ({ x, y: Math.max(y - alone, 1e-3) })) }],
    }
  },

  log: async () => {
    const records = Array.from({ length: 40 }, (_, seed) =>
      playedRecord(seededRandom(seed), Infinity, { options: { wonders: 'draft' } }),
    )
    const long = records.filter(({ entries }) => entries.length >= 64)
    const fold = (length: number): Promise<number> => {
      for (let round = 0; round < 20; round += 1) for (const record of long) foldRecord(record, length)
      const began = process.cpuUsage()
      const rounds = Math.ceil(2000 / length)
      for (let round = 0; round < rounds; round += 1) for (const record of long) foldRecord(record, length)
      const { user, system } = process.cpuUsage(began)
      return Promise.resolve((user + system) / 1000 / rounds / long.length)
    }
    return {
      title: 'The fold of a log, as after a restart',
      x: 'entries of the log',
      y: 'ms of CPU per fold',
      series: [{ name: 'fold', points: await pointsOf([16, 24, 32, 48, 64], fold) }],
    }
  },

  history: async () => {
    const sizes = [1_000, 3_000, 10_000, 30_000, 100_000]
    const [lists, stores]: [Point[], Point[]] = [[], []]
    const postgres = await startPostgres({ syncs: true })
    try {
      for (const games of sizes) {
        const databaseUrl = await postgres.createDatabase()
        await (await openHistory({ databaseUrl }, quiet)).close()
        const client = new Client({ connectionString: databaseUrl })
        await client.connect()
        await fillHistory(client, { games, players: games / 5 })
        await client.end()
        const list: ListTask = { databaseUrl, requests: 200 }
        const store: OutboxTask = { databaseUrl, games: 300, warmUp: 100, players: 100 }
        lists.push({ x: games, y: await least('list-worker.ts', list) })
        stores.push({ x: games, y: await least('outbox-worker.ts', store) })
        process.stderr.write(`${games}: list ${lists.at(-1)!.y.toFixed(2)}, store ${stores.at(-1)!.y.toFixed(2)}\n`)
      }
    } finally {
      await postgres.destroy()
    }
    return {
      title: 'The history, by the number of its games',
      x: 'games in the history',
      y: 'ms until it is done, Postgres included',
      series: [
        { name: 'a list of 20 games', points: lists },
        { name: 'a game stored', points: stores },
      ],
    }
  },
}
