/** Values that are no action are refused before anything else is looked at. */
import { describe, expect, test } from 'vitest'
import type { Action } from '../../src/rules/index.ts'
import { legalActions } from '../../src/rules/index.ts'
import { agora } from './support/agora.ts'
import { expectRefused } from './support/expect.ts'
import { scenario } from './support/scenario.ts'

/** The same action with negative zero in place of each zero. */
const withNegativeZero = (action: Action): Action =>
  Object.fromEntries(Object.entries(action).map(([field, value]) => [field, value === 0 ? -0 : value])) as Action

describe('malformed actions', () => {
  test('negative zero is neither a slot nor a seat', () => {
    const lastCard = scenario({ A: { coins: 20, wonders: ['sphinx'] }, last: 'altar' })
    const slots = legalActions(lastCard.state).filter((action) => 'slot' in action && action.slot === 0)
    expect(slots.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['construct-building', 'discard-card', 'construct-wonder']),
    )
    for (const action of slots) expectRefused(lastCard, withNegativeZero(action), 'malformed')

    const choosing = lastCard.discard('altar')
    expect(choosing.decision).toBe('first-player')
    expectRefused(choosing, { type: 'choose-first-player', seat: -0 as 0 }, 'malformed')
    expect(choosing.act({ type: 'choose-first-player', seat: 0 }).state.turnOf).toBe(0)
  })

  test('negative zero is not the slot of a conspiracy', () => {
    const game = agora({ A: { prepared: ['property-fraud'] } }).act({
      type: 'trigger-conspiracy',
      conspiracy: 'property-fraud',
    })
    expect(game.isLegal({ type: 'choose-available-card', slot: 0 })).toBe(true)
    expectRefused(game, { type: 'choose-available-card', slot: -0 }, 'malformed')
  })
})
