/** pantheon.md §10: Agora and Pantheon together: conspiracies. */
import { describe, expect, test } from 'vitest'
import type { ConspiracyId } from '../../../src/rules/index.ts'
import { countSymbol } from '../../../src/rules/symbols.ts'
import {
  choose,
  chooseSlot,
  chooseToken,
  chooseWonder,
  DECLINE,
  lock,
  swap,
  trigger,
} from '../support/agora-actions.ts'
import { cardData } from '../support/data.ts'
import { expectTurnOf } from '../support/expect.ts'
import { expectAsked, expectNotOffered, pushes } from '../support/expect-decision.ts'
import type { PantheonDescription } from '../support/pantheon.ts'
import { both } from '../support/pantheon.ts'
import { lay } from '../support/pantheon-actions.ts'
import type { PantheonGame } from '../support/pantheon-game.ts'

/** A has just triggered a conspiracy at the start of the turn. */
const triggered = (conspiracy: ConspiracyId, position: PantheonDescription = {}): PantheonGame =>
  both({ ...position, A: { ...position.A, prepared: [conspiracy] } }).act(trigger(conspiracy))

const ALL = Array.from({ length: 25 }, (_, slot) => slot)

describe('Turn of Events', () => {
  test('P143 a token is taken and placed at once, then the move, and the card can be taken in the same turn', () => {
    const game = triggered('turn-of-events', {
      age: 1,
      cubes: { 3: '1-0' },
      left: ALL.filter((slot) => slot !== 24),
      tokensAt: { 12: 'mythology-roman-1' },
    })
    const placing = game.do(chooseSlot(18), chooseSlot(19))
    expectAsked(placing, 'A', 'place-divinity')
    const moving = placing.act(lay('mars', 1))
    expect(moving.events.map(({ type }) => type).slice(0, 2)).toEqual(['divinity-placed', 'card-revealed'])
    expectAsked(moving, 'A', 'move')
    const turn = moving.act(DECLINE)
    expectTurnOf(turn, 'A')
    expect(turn.accessible()).toContain(12)
  })

  test('P144 an Offering token is taken at once and can be spent in the same turn', () => {
    const game = triggered('turn-of-events', {
      left: ALL.filter((slot) => slot <= 17),
      tokensAt: { 7: 'offering-4' },
      spaces: { 1: 'aphrodite' },
      A: { coins: 0 },
    })
    const turn = game.do(chooseSlot(13), DECLINE)
    expectTurnOf(turn, 'A')
    expect(turn.offerings('A')).toEqual([4])
    expect(turn.activate(1, '4').divinities('A')).toEqual(['aphrodite'])
  })

  test('P145 a token that the first discard uncovers is placed before the second discard', () => {
    const game = triggered('turn-of-events', {
      age: 1,
      left: ALL.filter((slot) => slot !== 18 && slot !== 24),
      tokensAt: { 12: 'mythology-roman-1' },
    })
    const placing = game.act(chooseSlot(19))
    expectAsked(placing, 'A', 'place-divinity')
    const second = placing.act(lay('mars', 1))
    expectAsked(second, 'A', 'discard-available')
    expect(second.isLegal(chooseSlot(12))).toBe(true)
    expect(second.isLegal(DECLINE)).toBe(true)
  })
})

describe('Coup', () => {
  test('P146 costs the opponent coins with Poliorcetics', () => {
    const game = triggered('coup', { A: { tokens: ['poliorcetics'] }, B: { coins: 5 } })
    expect([game.state.pawn, game.coins('B')]).toEqual([2, 3])
  })

  test('P147 is stopped by Minerva', () => {
    const game = triggered('coup', { minerva: 1 })
    expect([game.state.pawn, game.minerva, pushes(game)]).toEqual([0, null, []])
  })
})

describe('Blackmail and Embezzlement', () => {
  test('P148 look at the treasury only', () => {
    const B = { divinities: ['astarte'], stored: 7 } as const
    const blackmail = triggered('blackmail', { A: { coins: 0 }, B: { ...B, coins: 5 } })
    expect([blackmail.coins('A'), blackmail.coins('B'), blackmail.stored('B')]).toEqual([3, 2, 7])
    const embezzlement = triggered('embezzlement', { B: { ...B, coins: 1 }, cubes: { 1: '0-4' } })
    expect([embezzlement.coins('B'), embezzlement.stored('B')]).toEqual([0, 7])
  })
})

describe('Obscurantism and Espionage', () => {
  const enki = ['law', 'masonry'] as const

  test('P149 the tokens on Enki cannot be locked, and a locked Mysticism is worth nothing', () => {
    const game = triggered('obscurantism', {
      spaces: { 1: 'enki' },
      enki,
      B: { tokens: ['mysticism'], mythologyTokens: ['mythology-greek-1'], offerings: [2] },
    })
    expectNotOffered(game, lock('law'), lock('masonry'))
    expect(game.legal()).toHaveLength(15 - 2)
    expect([game.score('B').progress, game.act(lock('mysticism')).score('B').progress]).toEqual([4, 0])
  })

  test("P150 the opponent's Law is locked; Ishtar's scales and the token for the pair stay", () => {
    const game = triggered('obscurantism', { B: { tokens: ['law', 'economy'], divinities: ['ishtar'] } })
    const scales = (of: PantheonGame) => countSymbol(of.city('B'), 'scales')
    const after = game.act(lock('law'))
    expect([scales(game), scales(after), after.city('B').tokens]).toEqual([2, 1, ['economy']])
  })

  test('P151 Espionage does not offer the tokens on Enki', () => {
    const game = triggered('espionage', { spaces: { 1: 'enki' }, enki })
    expectNotOffered(game, chooseToken('law'), chooseToken('masonry'))
    expect(game.legal()).toHaveLength(game.state.boxTokens.length)
  })

  test('P152 Espionage takes Law, which is a pair with Ishtar', () => {
    const game = triggered('espionage', { A: { divinities: ['ishtar'] }, box: ['law', 'economy'] })
    expectAsked(game.act(chooseToken('law')), 'A', 'progress-token')
  })
})

describe('Coercion and the Snake token', () => {
  test('P153 on the card that is taken it leaves the game; pairs count by their number before and after', () => {
    const game = triggered('coercion', {
      A: { owns: ['scriptorium', 'workshop'], divinities: ['nisaba'], snake: 'library' },
      B: { owns: ['library', 'laboratory'] },
    })
    const after = game.act(swap('library', 'workshop'))
    expect([after.snake('A'), after.owns('A', 'library')]).toEqual([null, true])
    expect(after.eventsOf('snake-removed')).toEqual([{ type: 'snake-removed', seat: 0, building: 'library' }])
    // A had two quills and still has two; B's plumb is new.
    expectAsked(after, 'B', 'progress-token')
  })

  test('P154 on the card that is given it leaves the game', () => {
    const game = triggered('coercion', {
      A: { owns: ['library'] },
      B: { owns: ['scriptorium', 'school'], divinities: ['nisaba'], snake: 'library' },
    })
    const after = game.act(swap('school', 'library'))
    expect([after.snake('B'), after.owns('B', 'library')]).toEqual([null, true])
    expectTurnOf(after, 'A')
  })

  test('P155 with other cards it stays, and so does its symbol', () => {
    const game = triggered('coercion', {
      A: { owns: ['pharmacist', 'scriptorium'], divinities: ['nisaba'], snake: 'library' },
      B: { owns: ['library', 'apothecary'] },
    })
    const after = game.act(swap('apothecary', 'pharmacist'))
    expect(after.snake('A')).toBe('library')
    expect(after.eventsOf('snake-removed')).toEqual([])
  })

  test('P156 a symbol that is gained with the card and lost with the Snake token is no new one', () => {
    const game = triggered('coercion', {
      A: { owns: ['scriptorium', 'pharmacist', 'apothecary', 'workshop'], divinities: ['nisaba'], snake: 'academy' },
      B: { owns: ['academy'] },
    })
    const after = game.act(swap('academy', 'workshop'))
    expect([after.snake('A'), after.state.result]).toEqual([null, null])
    expectTurnOf(after, 'A')
    expect(
      after
        .city('A')
        .buildings.map((card) => cardData(card).science)
        .sort(),
    ).toEqual(['mortar', 'quill', 'sundial', 'wheel'])
  })
})

describe('conspiracies on wonders and buildings', () => {
  test('P157 Extortion or Ra takes Knossos without its selected-effect', () => {
    const position = { B: { wonders: ['knossos'] }, A: { coins: 40 } } as const
    const extorted = triggered('extortion', position).act(chooseWonder('knossos'))
    expectTurnOf(extorted, 'A')
    expectAsked(extorted.wonder('knossos'), 'A', 'place')
    const byRa = both({ ...position, spaces: { 1: 'ra' } })
      .activate(1)
      .act(chooseWonder('knossos'))
    expectTurnOf(byRa, 'B')
    expect(byRa.reserve('A')).toBe(12)
  })

  test("P158 Sabotage on the Sanctuary raises the opponent's prices for good", () => {
    const game = triggered('sabotage', { B: { constructed: ['sanctuary'] }, spaces: { 1: 'tanit' } })
    expect(game.view('B').pantheon!.spaces[1]!.costs).toEqual({ 0: 3, 1: 6 })
    const after = game.act(chooseWonder('sanctuary'))
    expect(after.view('B').pantheon!.spaces[1]!.costs).toEqual({ 0: 3, 1: 8 })
    expect(after.city('B').wonders.some(({ id }) => id === 'sanctuary')).toBe(false)
  })

  test('P159 Treason never offers a Grand Temple; Property Fraud constructs one for free, not through a chain', () => {
    const treason = triggered('treason', { age: 3 })
    const decks = treason.choices().map((card) => cardData(String(card)).deck)
    expect([decks.length, decks.includes('temple')]).toEqual([9, false])
    const A = { coins: 0, tokens: ['urbanism'], mythologyTokens: ['mythology-greek-1'] } as const
    const fraud = triggered('property-fraud', { age: 3, A, at: { 0: 'greek-grand-temple' } }).act(chooseSlot(0))
    expect([fraud.owns('A', 'greek-grand-temple'), fraud.coins('A')]).toEqual([true, 0])
  })

  test('P160 Baal takes back what Foreclosure has taken, and production follows', () => {
    const game = both({
      mover: 'B',
      A: { owns: ['press'], coins: 20 },
      B: { prepared: ['foreclosure'], coins: 20 },
      spaces: { 1: 'baal' },
      accessible: ['workshop', 'altar'],
    })
    const taken = game.act(trigger('foreclosure')).act(choose('press'))
    expect(taken.price('workshop').total).toBe(0)
    const after = taken.discard('altar').activate(1).act(choose('press'))
    expect(after.owns('A', 'press')).toBe(true)
    expect(after.price('workshop').total).toBe(3)
  })
})
