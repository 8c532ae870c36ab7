/** The tests that every kind of decision has, from positions in which it has nothing, little and much to choose. */
import { describe, expect, test } from 'vitest'
import type { Action } from '../../../src/rules/index.ts'
import { DECLINE } from './agora-actions.ts'
import type { Kind } from './decision-kinds.ts'
import { expectMandatory } from './expect-decision.ts'
import type { Game } from './game.ts'

export const choicesOf = (game: Game): Action[] => game.legal().filter(({ type }) => type !== 'decline')

export function describeKinds(kinds: Readonly<Record<string, Kind>>): void {
  describe.each(Object.entries<Kind>(kinds))(
    '%s',
    (kind, { none, few, fewest = 1, many, choices, optional, skippedAs }) => {
      if (typeof none === 'function') {
        test('is skipped when there is nothing to choose', () => {
          const game = none()
          expect(game.skipped()).toContain(skippedAs ?? kind)
          expect(game.decision).not.toBe(kind)
        })
      } else {
        test(`always has something to choose: ${none}`, () => expect(choicesOf(few()).length).toBeGreaterThan(0))
      }

      test(fewest === 1 ? 'asks for the only choice' : `offers ${fewest} choices at least`, () => {
        const game = few()
        expect(game.decision).toBe(kind)
        expect(choicesOf(game)).toHaveLength(fewest)
        expect(game.act(choicesOf(game)[0]!).events).not.toEqual([])
      })

      test(`offers all of ${choices} choices, each of which can be made`, () => {
        const game = many()
        expect(game.decision).toBe(kind)
        expect(choicesOf(game)).toHaveLength(choices)
        for (const action of choicesOf(game)) expect(() => game.act(action)).not.toThrow()
      })

      test(optional ? 'can be declined' : 'cannot be declined', () => {
        for (const game of [few(), many()]) {
          if (!optional) {
            expectMandatory(game)
            continue
          }
          const declined = game.act(DECLINE)
          expect(declined.eventsOf('declined')).toEqual([{ type: 'declined', seat: 0, step: kind }])
          expect(declined.decision).not.toBe(kind)
        }
      })
    },
  )
}
