import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoadOptions, LoadResult } from '../../bench/load/load.ts'
import { runLoad } from '../../bench/load/load.ts'
import { tableOf } from '../../bench/table.ts'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { drawn } from '../support/drawn.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.destroy())

const load = (fields: Partial<LoadOptions> = {}): Promise<LoadResult> =>
  runLoad({
    target: 'curia',
    urls: [server.url],
    matches: 3,
    warmUpSeconds: 0,
    seconds: 1,
    rate: null,
    kind: 'base',
    clock: 'none',
    cross: false,
    spectators: 0,
    processes: { server: process.pid },
    ...fields,
  })

describe('the load driver', () => {
  it.each(drawn(GAME_KIND_IDS))('plays legal moves of the kind %s and counts what they cost', async (kind) => {
    const result = await load({ kind, clock: 'blitz' })
    expect(result.errors).toEqual({})
    expect(result.moves).toBeGreaterThan(0)
    expect(result.bytes.request).toBeGreaterThan(0)
    expect(result.bytes.opponent).toBeGreaterThan(0)
    expect(result.bytes.spectator).toBe(0)
    expect(result.cpuPer1000.server).toBeGreaterThan(0)
    expect(result.connectMs.server).toBeGreaterThan(0)
  })

  it('measures a number of moves', async () => {
    const { moves, errors } = await load({ moves: { warmUp: 5, measured: 30 } })
    expect(errors).toEqual({})
    expect(moves).toBeGreaterThanOrEqual(30)
  })

  it('has spectators, and keeps to a rate', async () => {
    const result = await load({ spectators: 2, rate: 20 })
    expect(result.errors).toEqual({})
    expect(result.bytes.spectator).toBeGreaterThan(0)
    // However slow the machine is, the driver makes at most the moves of a tenth of a second more than the time allows.
    expect(result.movesPerSecond).toBeLessThan(20 * 1.5)
  })
})

describe('the table', () => {
  it('has medians, spreads and ratios, round by round', async () => {
    const result = await load()
    const rounds = new Map([
      ['one', [result, { ...result, movesPerSecond: 200 }]],
      [
        'other',
        [
          { ...result, movesPerSecond: result.movesPerSecond * 2 },
          { ...result, movesPerSecond: 400 },
        ],
      ],
    ])
    const lines = tableOf(rounds, 'one').split('\n')
    expect(lines[0]).toBe('| | one | other |')
    expect(lines[2]).toBe('| **moves/s / one** | 1.00 | 2.00 |')
    expect(lines.some((line) => line.startsWith('| moves/s |'))).toBe(true)
  })
})
