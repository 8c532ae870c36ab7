/** What was done before a match began is known to whoever thinks about it. */
import { expect, it } from 'vitest'
import { advise } from '../../src/analysis/advise.ts'
import { actionsIn, judge } from '../../src/analysis/judge.ts'
import type { Evaluation } from '../../src/bots/index.ts'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { drawn } from '../support/drawn.ts'
import { playedRecord } from '../support/finished.ts'
import { seededRandom } from '../support/random.ts'

const evaluate: Evaluation = () => 0.5

/** The same game as one that goes on from a position: its first actions were done before it began. */
function goneOn({ header, createdAt, entries }: MatchRecord, moves: number): MatchRecord {
  const [join, ...rest] = entries
  const opening = rest.slice(0, moves).flatMap(({ body }) => (body.type === 'act' ? [body.action] : []))
  const later = rest.slice(moves).map((entry, n) => ({ ...entry, version: n + 2 }))
  return { header: { ...header, opening }, createdAt, entries: [join!, ...later] }
}

it.each(drawn(GAME_KIND_IDS))('the decisions after it are judged, and those alone (%s)', (kind) => {
  const whole = playedRecord(seededRandom(4), Infinity, { options: { wonders: 'draft' } }, kind)
  const all = judge(whole, evaluate, 0, () => false)
  const moves = Math.floor(actionsIn(whole) / 2)
  const record = goneOn(whole, moves)
  const { judgements, done } = judge(record, evaluate, 0, () => false)
  expect(done).toBe(actionsIn(record))
  const taken = all.judgements.filter(({ version }) => version > moves)
  expect(judgements.map(({ version, seat, action }) => [version, seat, action])).toEqual(
    taken.map(({ version, seat, action }) => [version - moves, seat, action]),
  )
  // In slices it is the same.
  const from = Math.floor(done / 2)
  expect(judge(record, evaluate, from, () => false).judgements).toEqual(
    judgements.filter(({ version }) => version > from),
  )
})

it('there is advice at the position that a match goes on from', () => {
  const whole = playedRecord(seededRandom(4), Infinity, { options: { wonders: 'draft' } }, 'agora-pantheon')
  const { entries, ...record } = goneOn(whole, 20)
  expect(advise({ ...record, entries: entries.slice(0, 1) }, evaluate, () => false)).not.toEqual([])
})
