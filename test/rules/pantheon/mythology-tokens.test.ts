/** pantheon.md §10: Mythology tokens and the Pantheon in Age I. */
import { describe, expect, test } from 'vitest'
import { chooseToken, chooseWonder } from '../support/agora-actions.ts'
import { expectExtraTurn, expectTurnOf } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered } from '../support/expect-decision.ts'
import { VIEWERS } from '../support/game.ts'
import { namesIn } from '../support/names.ts'
import type { PantheonDescription } from '../support/pantheon.ts'
import { pantheon } from '../support/pantheon.ts'
import { chooseDivinity, chooseMythology, lay, returnOnTop, SPACES } from '../support/pantheon-actions.ts'
import type { PantheonGame } from '../support/pantheon-game.ts'

const TOKENS = {
  2: 'mythology-mesopotamian-1',
  4: 'mythology-phoenician-1',
  9: 'mythology-greek-1',
  11: 'mythology-roman-1',
  13: 'mythology-egyptian-1',
} as const

/** Age I with all its tokens. */
const ageI = (position: PantheonDescription = {}): PantheonGame => pantheon({ age: 1, tokensAt: TOKENS, ...position })

const ALL = Array.from({ length: 20 }, (_, slot) => slot)
/** Age I without the cards of some slots. */
const ageIWithout = (gone: readonly number[], position: PantheonDescription = {}): PantheonGame =>
  ageI({ left: ALL.filter((slot) => !gone.includes(slot)), ...position })

const take = (slot: number) => ({ type: 'discard-card', slot }) as const

/** The next token of a mythology is taken: B takes the last of the two cards on slot 9. */
const tokenTaken = (position: PantheonDescription): PantheonGame =>
  ageIWithout([14], { mover: 'B', ...position }).act(take(15))

describe('Mythology tokens', () => {
  test('P09 the player who uncovers a token takes it and places a divinity before the card turns up', () => {
    const first = ageI().act(take(14))
    expect(first.slotTokens()).toEqual(TOKENS)
    for (const viewer of VIEWERS)
      expect(first.view(viewer).structure[9]).toEqual({ back: 'I', token: { mythology: 'greek' } })

    const second = first.act(take(15))
    expect(second.slotTokens()).toEqual({ 2: TOKENS[2], 4: TOKENS[4], 11: TOKENS[11], 13: TOKENS[13] })
    expect([second.mythologyTokens('A'), second.mythologyTokens('B')]).toEqual([[], ['mythology-greek-1']])
    expectAsked(second, 'B', 'place-divinity')
    expectMandatory(second)
    for (const viewer of VIEWERS) {
      expect(second.view(viewer).structure[9]).toEqual({ back: 'I', accessible: true })
      expect(second.view(viewer).cities[1].mythologyTokens).toEqual({ 'mythology-greek-1': true })
    }
  })

  test('P10 the card turns up after the placement, then it is the next turn', () => {
    const placing = ageI().act(take(14)).act(take(15))
    const after = placing.act(lay('hades', 4))
    expect(after.events.map(({ type }) => type)).toEqual(['divinity-placed', 'card-revealed', 'turn-began'])
    expect(after.eventsOf('card-revealed')).toMatchObject([{ slot: 9 }])
    expectTurnOf(after, 'A')
    expect(after.spaces()).toEqual([null, null, null, 'hades', null, null])
  })

  test('P11 each drawn divinity can go on each empty space', () => {
    let spaces = {}
    for (const [count, [space, card]] of (
      [
        [1, 'enki'],
        [2, 'tanit'],
        [6, 'mars'],
        [5, 'ra'],
        [4, 'aphrodite'],
      ] as const
    ).entries()) {
      const game = tokenTaken({
        spaces,
        decks: { greek: ['hades', 'zeus', ...(count < 5 ? (['aphrodite'] as const) : [])] },
      })
      const empty = SPACES.filter((each) => !(each in spaces))
      expect(game.legal()).toHaveLength(2 * (6 - count))
      expectAsked(
        game,
        'B',
        'place-divinity',
        (['hades', 'zeus'] as const).flatMap((id) => empty.map((each) => lay(id, each))),
      )
      spaces = card === 'aphrodite' ? spaces : { ...spaces, [space]: card }
    }
  })

  test('P12 an occupied space and the third divinity of the deck cannot be chosen', () => {
    const game = tokenTaken({ spaces: { 3: 'enki' }, decks: { greek: ['hades', 'zeus', 'aphrodite'] } })
    expectNotOffered(game, lay('hades', 3), lay('aphrodite', 1), lay('enki', 1), lay('ra', 1), lay('hades', 7 as 6))
  })

  test('P13 the divinity that is not placed lies on top of its deck', () => {
    const first = ageIWithout([14], {
      tokensAt: { 9: 'mythology-mesopotamian-1', 11: 'mythology-mesopotamian-2' },
      decks: { mesopotamian: ['enki', 'ishtar', 'nisaba'] },
    }).act(take(15))
    expect(first.deck('mesopotamian')).toEqual(['nisaba'])
    const placed = first.act(lay('ishtar', 1))
    expect(placed.deck('mesopotamian')).toEqual(['enki', 'nisaba'])

    const second = placed.act(take(16)).act(take(17))
    expectAsked(second, 'A', 'place-divinity')
    expect(second.view('A').decision).toEqual({
      kind: 'place-divinity',
      mythology: 'mesopotamian',
      drawn: ['enki', 'nisaba'],
    })
    const after = second.act(lay('nisaba', 2))
    expect(after.deck('mesopotamian')).toEqual(['enki'])
    expect([after.mythologyTokens('A'), after.spaces()]).toEqual([
      ['mythology-mesopotamian-1', 'mythology-mesopotamian-2'],
      ['ishtar', 'nisaba', null, null, null, null],
    ])
  })

  test('P14 with an extra turn the token comes first, then the placement, the card and the extra turn', () => {
    const game = ageIWithout([14], { A: { coins: 30, wonders: ['sphinx'] } })
    const placing = game.act({ type: 'construct-wonder', slot: 15, wonder: 'sphinx' })
    expectAsked(placing, 'A', 'place-divinity')
    expect(placing.mythologyTokens('A')).toEqual(['mythology-greek-1'])
    const after = placing.act(lay('hades', 1))
    expect(after.faceUpFor('B')).toContain(9)
    expectExtraTurn(after, 'A')
  })

  test('P15 the choices of the action come before the token', () => {
    const game = ageIWithout([14], { A: { coins: 30, wonders: ['great-library'] } })
    const library = game.act({ type: 'construct-wonder', slot: 15, wonder: 'great-library' })
    expectAsked(library, 'A', 'library-choice')
    expect(library.mythologyTokens('A')).toEqual([])
    const placing = library.act(library.legal()[0]!)
    expectAsked(placing, 'A', 'place-divinity')
    expect(placing.faceUpFor('A')).not.toContain(9)
    expect(placing.act(lay('hades', 2)).faceUpFor('A')).toContain(9)
  })

  test('P16 only the placer sees which divinity lies on a space', () => {
    const placing = ageIWithout([14], { decks: { greek: ['hades', 'zeus', 'aphrodite'] } }).act(take(15))
    expect(placing.view('A').decision).toEqual({ kind: 'place-divinity', mythology: 'greek', drawn: ['hades', 'zeus'] })
    const after = placing.act(lay('zeus', 3))
    expect(after.view('A').pantheon!.spaces[3]).toEqual({ mythology: 'greek', card: 'zeus', costs: { 0: 5, 1: 6 } })
    expect(after.eventsFor('A')[0]).toEqual({
      type: 'divinity-placed',
      seat: 0,
      mythology: 'greek',
      space: 3,
      divinity: 'zeus',
    })
    for (const viewer of ['B', 'spectator'] as const) {
      expect(placing.view(viewer).decision).toEqual({ kind: 'place-divinity', mythology: 'greek' })
      expect(after.view(viewer).pantheon!.spaces[3]).toEqual({ mythology: 'greek', costs: { 0: 5, 1: 6 } })
      expect(after.eventsFor(viewer)[0]).toEqual({ type: 'divinity-placed', seat: 0, mythology: 'greek', space: 3 })
      const seen = [placing.view(viewer), placing.eventsFor(viewer), after.view(viewer), after.eventsFor(viewer)]
      expect(namesIn(seen).filter((name) => ['hades', 'zeus', 'aphrodite'].includes(name))).toEqual([])
      expect(after.view(viewer).pantheon!.decks.greek).toBe(2)
    }
  })

  const theater = (position: PantheonDescription = {}): PantheonGame =>
    ageI({
      A: { coins: 30, wonders: ['divine-theater'] },
      decks: { greek: ['zeus', 'aphrodite', 'hades'] },
      ...position,
    })
      .wonder('divine-theater')
      .act(chooseMythology('greek'))

  test('P17 the Divine Theater reveals a deck to all; the others are returned in the order of the owner', () => {
    const revealed = theater()
    for (const viewer of VIEWERS) {
      expect(Object.keys(revealed.view(viewer).pantheon!.revealed).sort()).toEqual(['aphrodite', 'hades', 'zeus'])
      expect(revealed.eventsFor(viewer).at(-1)).toEqual({
        type: 'divinities-revealed',
        seat: 0,
        by: 'divine-theater',
        divinities: ['aphrodite', 'hades', 'zeus'],
      })
    }
    expectAsked(revealed, 'A', 'choose-divinity', [
      chooseDivinity('aphrodite'),
      chooseDivinity('hades'),
      chooseDivinity('zeus'),
    ])
    const returning = revealed.act(chooseDivinity('aphrodite'))
    expect(returning.divinities('A')).toEqual(['aphrodite'])
    expectAsked(returning, 'A', 'return-divinities', [returnOnTop('hades'), returnOnTop('zeus')])
    expectMandatory(returning)
    const after = returning.act(returnOnTop('hades'))
    expect(after.deck('greek')).toEqual(['hades', 'zeus'])
    expectTurnOf(after, 'B')

    const next = after.act(take(15))
    expectAsked(next, 'B', 'place-divinity')
    expect(next.view('B').decision).toMatchObject({ drawn: ['hades', 'zeus'] })
  })

  test('P18 the opponent sees that two cards returned, not their order', () => {
    const after = theater().do(chooseDivinity('aphrodite'), returnOnTop('hades'))
    expect(after.eventsFor('A')[0]).toEqual({
      type: 'divinities-returned',
      seat: 0,
      mythologies: ['greek', 'greek'],
      top: 'hades',
    })
    for (const viewer of ['B', 'spectator'] as const) {
      expect(after.eventsFor(viewer)[0]).toEqual({
        type: 'divinities-returned',
        seat: 0,
        mythologies: ['greek', 'greek'],
      })
      expect(after.view(viewer).pantheon!.decks.greek).toBe(2)
      expect(after.view(viewer).pantheon!.revealed).toEqual({})
      const other = theater().do(chooseDivinity('aphrodite'), returnOnTop('zeus'))
      expect(JSON.stringify([other.view(viewer), other.eventsFor(viewer)])).toBe(
        JSON.stringify([after.view(viewer), after.eventsFor(viewer)]),
      )
    }
  })

  test('P18 the order of the deck before the reveal is as secret', () => {
    for (const viewer of VIEWERS) {
      const [one, other] = (['zeus', 'hades'] as const).map((top) =>
        theater({ decks: { greek: [top, 'aphrodite', top === 'zeus' ? 'hades' : 'zeus'] } }),
      )
      expect(JSON.stringify([other!.view(viewer), other!.eventsFor(viewer)])).toBe(
        JSON.stringify([one!.view(viewer), one!.eventsFor(viewer)]),
      )
    }
  })

  test('P19 from a deck with one card that card has to be placed, and nothing returns', () => {
    const position = {
      tokensAt: { 9: 'mythology-roman-1', 11: 'mythology-roman-2' },
      decks: { roman: ['minerva', 'mars'] },
      A: { divinities: ['neptune'] },
    } as const
    const first = ageIWithout([14], position).act(take(15))
    expect(first.view('A').decision).toMatchObject({ drawn: ['minerva', 'mars'] })
    const second = first.act(lay('mars', 1)).act(take(16)).act(take(17))
    expectAsked(
      second,
      'A',
      'place-divinity',
      [2, 3, 4, 5, 6].map((space) => lay('minerva', space as 2)),
    )
    expect(second.eventsOf('divinities-drawn')).toEqual([
      { type: 'divinities-drawn', seat: 0, mythology: 'roman', count: 1, drawn: ['minerva'] },
    ])
    expect(second.act(lay('minerva', 2)).deck('roman')).toEqual([])
  })

  test('P20 from an empty deck nothing is drawn; the token is kept and the card turns up', () => {
    const game = ageIWithout([14], {
      tokensAt: { 9: 'mythology-egyptian-1' },
      decks: { egyptian: [] },
      A: { divinities: ['isis', 'anubis', 'ra'] },
    }).act(take(15))
    expect(game.skipped()).toEqual(['draw-divinities'])
    expect(game.mythologyTokens('A')).toEqual(['mythology-egyptian-1'])
    expect(game.faceUpFor('spectator')).toContain(9)
    expectTurnOf(game, 'B')
  })

  test('P20 two Divine Theaters, the first with Anubis on itself, and one token empty the Egyptian deck', () => {
    const game = ageI({
      A: { coins: 60, wonders: ['divine-theater'] },
      tokensAt: { 9: 'mythology-egyptian-1', 11: 'mythology-egyptian-2' },
      decks: { egyptian: ['anubis', 'isis', 'ra'] },
    })
    const undone = game
      .act({ type: 'construct-wonder', slot: 14, wonder: 'divine-theater' })
      .do(chooseMythology('egyptian'), chooseDivinity('anubis'), chooseWonder('divine-theater'), returnOnTop('isis'))
    expect(undone.hasConstructed('A', 'divine-theater')).toBe(false)
    const again = undone
      .act(take(19))
      .act({ type: 'construct-wonder', slot: 18, wonder: 'divine-theater' })
      .do(chooseMythology('egyptian'), chooseDivinity('ra'))
    expectAsked(again, 'A', 'take-wonder')
    const returned = again.act(again.legal()[0]!)
    expect([returned.divinities('A'), returned.deck('egyptian')]).toEqual([['anubis', 'ra'], ['isis']])

    const first = returned.act(take(15)).act(lay('isis', 1)).act(take(16)).act(take(17))
    expect([first.mythologyTokens('A'), first.mythologyTokens('B')]).toEqual([
      [],
      ['mythology-egyptian-1', 'mythology-egyptian-2'],
    ])
    expect(first.skipped()).toEqual(['draw-divinities'])
    expectTurnOf(first, 'A')
  })

  test('P21 Zeus discards a face-down card with its token, and nobody places a divinity for it', () => {
    const zeus = theater().act(chooseDivinity('zeus'))
    expectAsked(zeus, 'A', 'discard-any')
    const card = zeus.state.structure[11]!
    const after = zeus.act({ type: 'choose-available-card', slot: 11 })
    expect(after.state.discardPile).toEqual([card])
    expect(after.slotTokens()).toEqual({ 2: TOKENS[2], 4: TOKENS[4], 9: TOKENS[9], 13: TOKENS[13] })
    expect(after.eventsOf('token-discarded')).toEqual([
      { type: 'token-discarded', seat: 0, slot: 11, token: 'mythology-roman-1' },
    ])
    expectAsked(after, 'A', 'return-divinities')
    expectTurnOf(after.act(returnOnTop('hades')), 'B')
  })

  test('a token whose card is the last one that a pair uncovers waits for the progress token', () => {
    const game = ageIWithout([14], { A: { coins: 30, owns: ['dispensary'] }, at: { 15: 'pharmacist' } })
    const pair = game.build('pharmacist')
    expectAsked(pair, 'A', 'progress-token')
    expect(pair.mythologyTokens('A')).toEqual([])
    expectAsked(pair.act(chooseToken(pair.state.boardTokens[0]!)), 'A', 'place-divinity')
  })
})
