import { describe, expect, it } from 'vitest'
import type { GameKind } from '../../src/protocol/index.ts'
import { GAME_KIND_IDS, GAME_KINDS } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord, ratedKind } from '../../src/record/index.ts'
import { randomRecord } from '../support/random-record.ts'

function rated(kind: GameKind, wonders: 'draft' | 'first-game'): MatchRecord {
  const record = randomRecord('5eed'.repeat(16), { ...GAME_KINDS[kind].switches, wonders })
  return { ...record, header: { ...record.header, terms: { clock: 'blitz', rated: true, visibility: 'public' } } }
}

/** The record up to a version, and then a resignation. */
const resigned = ({ header, createdAt, entries }: MatchRecord, version: number): MatchRecord => ({
  header,
  createdAt,
  entries: [
    ...entries.slice(0, version),
    { version: version + 1, at: entries[version]!.at, actionId: 'resigns-', body: { type: 'resign', seat: 0 } },
  ],
})

describe.each(GAME_KIND_IDS)('A rated match of %s', (kind) => {
  it.each(['draft', 'first-game'] as const)('counts once each seat has taken a turn (%s)', (wonders) => {
    const record = rated(kind, wonders)
    let turns = new Set<number>()
    for (let version = 1; turns.size < 2; version += 1) {
      const { body } = record.entries[version - 1]!
      // The other player may have to decide something in between, which is no turn.
      const { state } = foldRecord({ ...record, entries: record.entries.slice(0, version - 1) })
      const isTurn = body.type === 'act' && body.action.type !== 'draft-wonder' && state!.turnOf === body.seat
      if (isTurn) turns = new Set([...turns, body.seat])
      const counts = ratedKind(foldRecord(resigned(record, version)))
      expect([version, counts]).toEqual([version, turns.size === 2 ? `${kind}-real-time` : null])
    }
  })
})
