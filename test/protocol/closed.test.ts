import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { closedEventSchema, closedOfferSchema, DECISION_KINDS, GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { isAutomatic, resolverOf } from '../../src/rules/decisions/index.ts'
import { openMatches, seatTwo, step } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

/** What is wrong with a value; undefined if nothing is. */
const fault = (schema: z.ZodType, value: unknown): string | undefined => {
  const { error } = schema.safeParse(value)
  return error && `${JSON.stringify(value)}: ${z.prettifyError(error)}`
}

describe('the closed unions', () => {
  it.each(GAME_KIND_IDS)('have every event, offer and decision of games of the kind %s', async (kind) => {
    const matches = openMatches({ store: new MemoryStore(new MemoryBackend(31)) })
    try {
      for (let seed = 1; seed <= 3; seed += 1) {
        const random = seededRandom(seed)
        const seated = await seatTwo(matches, {}, { kind })
        const view = (viewer: number) => matches.views.view(seated.players[viewer]!, seated.match, { sinceVersion: 0 })
        for (let moves = 0; moves < 400; moves += 1) {
          for (const viewer of [0, 1]) {
            const { board } = (await view(viewer)).snapshot
            for (const offer of board?.legal ?? []) expect(fault(closedOfferSchema, offer)).toBeUndefined()
            if (board?.decision) expect(DECISION_KINDS).toContain(board.decision.kind)
          }
          if (!(await step(matches, seated, random))) break
        }
        await matches.endings
          .resign(seated.players[0], { match: seated.match, actionId: newActionId() })
          .catch(() => undefined)
        for (const viewer of [0, 1]) {
          const events = (await view(viewer)).missed!.flatMap((missed) => missed.events)
          expect(events.length).toBeGreaterThan(50)
          for (const event of events) expect(fault(closedEventSchema, event)).toBeUndefined()
        }
      }
    } finally {
      await matches.close()
    }
  })

  it('name no decision that is none', () => {
    for (const kind of DECISION_KINDS) expect(isAutomatic(resolverOf(kind))).toBe(false)
    expect(new Set(DECISION_KINDS).size).toBe(DECISION_KINDS.length)
  })

  it('refuse what is in none of them', () => {
    for (const event of [
      { type: 'coins-gained' },
      { type: 'age-began', age: 4 },
      { type: 'age-began', age: 1, seat: 0 },
      { type: 'rain' },
    ]) {
      expect(fault(closedEventSchema, event)).toBeDefined()
    }
    for (const offer of [
      { type: 'discard-card' },
      { type: 'discard-card', slot: [] },
      { type: 'decline', slot: [1] },
    ]) {
      expect(fault(closedOfferSchema, offer)).toBeDefined()
    }
  })
})
