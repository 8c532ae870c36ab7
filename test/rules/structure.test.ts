/** base.md §12: structure and flipping. */
import { describe, expect, test } from 'vitest'
import { expectExtraTurn, expectRefused, expectTurnOf } from './support/expect.ts'
import type { Game } from './support/game.ts'
import { VIEWERS } from './support/game.ts'
import { scenario } from './support/scenario.ts'

const discardSlot = (game: Game, slot: number): Game => game.act({ type: 'discard-card', slot })
const flipped = (game: Game): number[] => game.eventsOf('card-revealed').map(({ slot }) => slot)

/** All viewers see the same faces. */
function faces(game: Game): number[] {
  const [first, ...others] = VIEWERS.map((viewer) => game.faceUpFor(viewer))
  for (const other of others) expect(other).toEqual(first)
  return first!
}

describe('structure and flipping', () => {
  test('T06 Age I begins with slots 14 to 19 accessible, 12 cards face up and 8 face down', () => {
    const game = scenario({ age: 1 })
    expect(game.accessible()).toEqual([14, 15, 16, 17, 18, 19])
    expect(faces(game)).toEqual([0, 1, 5, 6, 7, 8, 14, 15, 16, 17, 18, 19])
    const { structure } = game.view('A')
    expect(Object.keys(structure).filter((slot) => structure[slot]!.card === undefined)).toEqual([
      '2',
      '3',
      '4',
      '9',
      '10',
      '11',
      '12',
      '13',
    ])
    expect(Object.keys(structure).filter((slot) => structure[slot]!.accessible)).toEqual([
      '14',
      '15',
      '16',
      '17',
      '18',
      '19',
    ])
  })

  test('T07 a card flips when the last of the two cards on it is gone', () => {
    const first = discardSlot(scenario({ age: 1 }), 14)
    expect(faces(first)).not.toContain(9)
    expect(flipped(first)).toEqual([])
    expectTurnOf(first, 'B')

    const second = discardSlot(first, 15)
    expect(flipped(second)).toEqual([9])
    expect(faces(second)).toContain(9)
    expect(faces(second)).not.toContain(10)
    expect(second.accessible()).toEqual([9, 16, 17, 18, 19])
  })

  test('T08 nothing can be done with a covered card, though it lies face up', () => {
    const game = scenario({ age: 1, A: { coins: 50, wonders: ['pyramids'] } })
    expectRefused(game, { type: 'discard-card', slot: 5 }, 'slot-not-accessible')
    expectRefused(game, { type: 'construct-building', slot: 5 }, 'slot-not-accessible')
    expectRefused(game, { type: 'construct-wonder', slot: 5, wonder: 'pyramids' }, 'slot-not-accessible')
  })

  test('T09 Age II: slot 18 flips slot 15 alone, then slot 19 flips 16 and 17 together', () => {
    const first = discardSlot(scenario({ age: 2 }), 18)
    expect(flipped(first)).toEqual([15])
    expect(first.accessible()).toEqual([15, 19])
    const second = discardSlot(first, 19)
    expect(flipped(second)).toEqual([16, 17])
    expect(second.accessible()).toEqual([15, 16, 17])
  })

  test('T10 Age III: slot 18 flips slot 15 alone, and 15 and 19 are accessible', () => {
    const game = discardSlot(scenario({ age: 3 }), 18)
    expect(flipped(game)).toEqual([15])
    expect(faces(game)).not.toContain(16)
    expect(game.accessible()).toEqual([15, 19])
  })

  test('T11 Age III: slot 9 alone lies on slots 5 and 6', () => {
    const before = scenario({ age: 3, left: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] })
    expect(before.accessible()).toContain(9)
    expect(before.accessible()).not.toContain(5)

    const after = discardSlot(before, 9)
    expect(after.accessible()).toEqual([5, 6, 7, 8])
    expect(faces(after)).toEqual([0, 1, 5, 6, 7, 8])
    for (const slot of [2, 3, 4]) expectRefused(after, { type: 'discard-card', slot }, 'slot-not-accessible')
  })

  test('T12 a card uncovered by the same action flips only after the choices that the action caused', () => {
    const game = scenario({ A: { owns: ['pharmacist'] }, at: { 18: 'dispensary' } })
    const choosing = game.build('dispensary')
    expect(choosing.decision).toBe('progress-token')
    expect(faces(choosing)).not.toContain(15)
    expect(flipped(choosing)).toEqual([])

    const after = choosing.take(choosing.state.boardTokens[0]!)
    expect(flipped(after)).toEqual([15])
    expect(faces(after)).toContain(15)
    expectTurnOf(after, 'B')
  })

  test('T13 a card uncovered before an extra turn can be played in it', () => {
    const game = scenario({ age: 2, A: { coins: 20, wonders: ['sphinx'] } })
    const extra = game.act({ type: 'construct-wonder', slot: 18, wonder: 'sphinx' })
    expect(flipped(extra)).toEqual([15])
    expectExtraTurn(extra, 'A')
    expect(extra.accessible()).toEqual([15, 19])
    expectTurnOf(discardSlot(extra, 15), 'B')
  })
})
