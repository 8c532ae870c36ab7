import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../chaos/checker/index.ts'
import { DISTURBANCES } from '../../chaos/disturbances/index.ts'
import { redisKill } from '../../chaos/disturbances/redis-kill.ts'
import { readOptions, USAGE } from '../../chaos/options.ts'
import { linesOf } from '../../chaos/swarm/lines.ts'
import { tableOf } from '../../chaos/table.ts'
import type { Trial } from '../../chaos/trial.ts'
import { runTrial } from '../../chaos/trial.ts'

const MOVES = 120
const SEED = 7

describe('a short run of chaos: Redis is killed under two nodes', () => {
  let folder: string
  let trial: Trial
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curia-chaos-test-'))
    trial = await runTrial(redisKill, { folder, seed: SEED, pairs: 3, amount: { moves: MOVES, ms: 0 } })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('keeps every promise', () => {
    expect(trial.faults).toEqual([])
    expect(trial.lost).toEqual({ moves: 0, lines: 0, ends: 0 })
    expect(trial.moves).toBeGreaterThanOrEqual(2 * MOVES)
    expect(trial.recovery).not.toBeNull()
  })

  it('has compared what there is to compare', () => {
    const { records, views, journals } = trial.evidence
    expect(journals.flatMap((journal) => linesOf(journal, 'acknowledged'))).toHaveLength(trial.moves)
    expect(Object.keys(records).length).toBeGreaterThanOrEqual(3)
    const moves = Object.values(records).flatMap((record) => record!.entries.map(({ actionId }) => actionId))
    expect(moves.filter((actionId) => actionId?.startsWith('bot-acts-')).length).toBeGreaterThan(5)
    expect(views.length).toBeGreaterThanOrEqual(6)
  })

  it('would have shown a move that was lost', () => {
    const { evidence } = trial
    const records = Object.entries(evidence.records)
    const [match, record] = records.find(([, one]) => one!.entries.at(-1)!.body.type === 'act')!
    const entries = record!.entries.slice(0, -1)
    const { faults } = check({ ...evidence, records: { ...evidence.records, [match]: { ...record!, entries } } })
    expect(faults.filter(({ about }) => about === 'log').map(({ of }) => of)).toContain(match)
  })

  it('leaves journals, logs and evidence in its folder, and a row of the table', async () => {
    expect((await readdir(folder)).sort()).toEqual(['evidence.json', 'journals', 'node-1.log', 'node-2.log'])
    expect(tableOf([trial]).split('\n').at(-1)).toMatch(/^\| `redis-kill`: .* \| 0 \|$/)
  })
})

describe('the command line of chaos', () => {
  const read = (line: string) =>
    readOptions(
      line.split(' ').filter((word) => word !== ''),
      () => SEED,
    )

  it('runs everything by default', () => {
    expect(read('')).toEqual({
      disturbances: DISTURBANCES,
      amount: { moves: 1, ms: 10_000 },
      pairs: 8,
      seed: SEED,
      markdown: undefined,
      keep: false,
    })
  })

  it('runs what it is asked for', () => {
    expect(read('--only redis-kill --seconds 20 --seed 3')).toMatchObject({
      disturbances: [redisKill],
      amount: { ms: 20_000 },
      seed: 3,
    })
    expect(read('--moves 50')).toMatchObject({ amount: { moves: 50, ms: 0 } })
    expect(read('--help')).toBeNull()
  })

  it.each(['--only nothing', '--seconds 0', '--seed x', '--moves 1 --seconds 1', '--unknown'])('refuses %s', (line) => {
    expect(() => read(line)).toThrow()
  })

  it('names every disturbance, each with a name of its own', () => {
    const names = DISTURBANCES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(USAGE).toContain(name)
  })
})
