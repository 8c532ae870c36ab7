/** The threads analyse games while nobody who plays needs them. */
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { judge } from '../../src/analysis/index.ts'
import { adviserIn, thinkerIn, ThreadPool } from '../../src/opponents/index.ts'
import { learnedEvaluation } from '../../src/opponents/weights.ts'
import { foldRecord, optionsOf } from '../../src/record/index.ts'
import { isLegal } from '../bots/legal.ts'
import { playedRecord } from '../support/finished.ts'
import { seededRandom } from '../support/random.ts'

const pool = new ThreadPool({ threads: 1, logger: pino({ level: 'silent' }) })
afterAll(() => pool.close())
const thinker = thinkerIn(pool)
const { signal } = new AbortController()

it('a thread judges as this process does, slice by slice', async () => {
  const record = playedRecord(seededRandom(5), 4)
  const evaluate = learnedEvaluation(optionsOf(record.header))
  const { judgements, done } = judge(record, evaluate, 0, () => false)
  expect(judgements.length).toBeGreaterThan(0)
  const found: unknown[] = []
  for (let from = 0; from < done;) {
    const slice = await thinker.judge(record, from, { owner: 'ada', signal })
    expect(slice.done).toBeGreaterThan(from)
    found.push(...slice.judgements)
    from = slice.done
  }
  expect(found).toEqual(judgements)
})

it('those who play come first: an analysis waits for its turn, and does so until it is aborted', async () => {
  const record = playedRecord(seededRandom(6), 4)
  const order: string[] = []
  let end = (): void => undefined
  const playing = pool.use({ owner: 'bo', dueAt: 0 }, () => new Promise<void>((resolve) => (end = resolve)))
  const waiting = thinker.judge(record, 0, { owner: 'ada', signal }).then(() => order.push('analysis'))
  const decision = pool.use({ owner: 'bo', dueAt: 1 }, async () => void order.push('decision'))
  const aborting = new AbortController()
  const aborted = thinker.judge(record, 0, { owner: 'ada', signal: aborting.signal })
  aborting.abort(new Error('the server stops'))
  await expect(aborted).rejects.toThrow('the server stops')
  end()
  await Promise.all([playing, waiting, decision])
  expect(order).toEqual(['decision', 'analysis'])
})

it('a thread looks for a hint: legal actions, best first', async () => {
  const whole = playedRecord(seededRandom(8), 12)
  // The last entry ends the match.
  const record = { ...whole, entries: whole.entries.slice(0, -1) }
  const { state } = foldRecord(record)
  const actions = await adviserIn(pool)(record, 'ada')
  expect(actions.length).toBeGreaterThan(0)
  for (const { action } of actions) expect(isLegal(state!, action)).toBe(true)
  const chances = actions.map(({ chance }) => chance)
  expect(chances).toEqual(chances.toSorted((one, other) => other - one))
})

it('a game that cannot be analysed fails, and the thread goes on', async () => {
  const record = playedRecord(seededRandom(7), 4)
  const broken = { ...record, entries: record.entries.map((entry) => ({ ...entry, version: 7 })) }
  await expect(thinker.judge(broken, 0, { owner: 'ada', signal })).rejects.toThrow()
  expect((await thinker.judge(record, 0, { owner: 'ada', signal })).done).toBeGreaterThan(0)
})
