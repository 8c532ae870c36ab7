/** pantheon.md §10: the Gate and the Divine Theater. */
import { describe, expect, test } from 'vitest'
import { choose, chooseToken } from '../support/agora-actions.ts'
import { expectExtraTurn, expectTurnOf, expectWon } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered } from '../support/expect-decision.ts'
import { VIEWERS } from '../support/game.ts'
import type { PantheonDescription } from '../support/pantheon.ts'
import { activated, pantheon } from '../support/pantheon.ts'
import { chooseDivinity, chooseMythology, constructWith, returnOnTop } from '../support/pantheon-actions.ts'

const DECKS = {
  mesopotamian: ['ishtar', 'nisaba', 'enki'],
  phoenician: ['tanit', 'baal', 'astarte'],
  greek: ['aphrodite', 'zeus', 'hades'],
  egyptian: ['ra', 'anubis', 'isis'],
  roman: ['minerva', 'mars', 'neptune'],
} as const
const WITH_ENKI = { ...DECKS, mesopotamian: ['enki', 'ishtar', 'nisaba'] } as const
const BOX = ['law', 'masonry', 'economy', 'theology', 'strategy', 'urbanism', 'mysticism', 'engineering'] as const

describe('the Gate', () => {
  test('P119 the top card of each deck is revealed to all, one is activated for free, the others return', () => {
    const game = pantheon({ A: { coins: 6 }, spaces: { 1: 'gate' }, decks: DECKS }).activate(1)
    const tops = ['ishtar', 'tanit', 'aphrodite', 'ra', 'minerva'] as const
    expectAsked(game, 'A', 'choose-divinity', tops.map(chooseDivinity))
    expectMandatory(game)
    for (const viewer of VIEWERS) {
      expect(game.view(viewer).pantheon!.revealed).toEqual(Object.fromEntries(tops.map((id) => [id, true])))
      expect(game.view(viewer).pantheon!.decks).toMatchObject({ mesopotamian: 2, roman: 2 })
      expect(game.eventsFor(viewer)).toContainEqual({
        type: 'divinities-revealed',
        seat: 0,
        by: 'gate',
        divinities: tops,
      })
    }
    const after = game.act(chooseDivinity('tanit'))
    expect([after.coins('A'), after.divinities('A')]).toEqual([12, ['gate', 'tanit']])
    expect([after.deck('phoenician'), after.deck('greek'), after.deck('roman')]).toEqual([
      ['baal', 'astarte'],
      DECKS.greek,
      DECKS.roman,
    ])
    expect(after.eventsOf('divinities-returned')).toEqual([
      { type: 'divinities-returned', seat: 0, mythologies: ['mesopotamian', 'greek', 'egyptian', 'roman'] },
    ])
    expect(after.eventsOf('divinity-activated')).toEqual([
      { type: 'divinity-activated', seat: 0, divinity: 'tanit', from: 'gate' },
    ])
    expectTurnOf(after, 'B')
  })

  test('P120 on a revealed Enki two tokens of the box are laid, for all to see', () => {
    const game = activated('gate', { decks: WITH_ENKI, box: BOX })
    expect([game.enki, game.state.boxTokens.length]).toEqual([['law', 'masonry'], 6])
    for (const viewer of VIEWERS) expect(game.view(viewer).pantheon!.enki).toEqual({ law: true, masonry: true })
    const enki = game.act(chooseDivinity('enki'))
    expectAsked(enki, 'A', 'enki', [chooseToken('law'), chooseToken('masonry')])
    const after = enki.take('masonry')
    expect([after.city('A').tokens, after.enki, after.state.boxTokens.includes('law')]).toEqual([['masonry'], [], true])
  })

  test('P121 if another card is chosen they return to the box after its effect, and a later reveal draws again', () => {
    const game = activated('gate', {
      A: { wonders: ['divine-theater'] },
      decks: WITH_ENKI,
      box: BOX,
      enkiOrders: [
        ['law', 'masonry'],
        ['theology', 'law'],
      ],
    })
    const other = game.act(chooseDivinity('minerva'))
    expectAsked(other, 'A', 'place-minerva')
    expect(other.enki).toEqual(['law', 'masonry'])
    const after = other.act({ type: 'place-minerva', position: 0 })
    expect([after.enki, after.state.boxTokens.length]).toEqual([[], 8])
    expect(after.eventsOf('enki-returned')).toEqual([{ type: 'enki-returned', tokens: ['law', 'masonry'] }])
    const again = after.pass().withCoins(40).wonder('divine-theater').act(chooseMythology('mesopotamian'))
    expect(again.enki).toEqual(['theology', 'law'])
  })

  test('P122 an empty deck reveals nothing, and only revealed cards can be chosen', () => {
    const game = activated('gate', { decks: { ...DECKS, egyptian: [] }, A: { divinities: [] } })
    expectAsked(
      game,
      'A',
      'choose-divinity',
      (['ishtar', 'tanit', 'aphrodite', 'minerva'] as const).map(chooseDivinity),
    )
    expectNotOffered(game, chooseDivinity('nisaba'), chooseDivinity('ra'), chooseDivinity('zeus'))
  })

  test('P123 the tokens on a revealed Enki are not drawn by a Great Library that Isis constructs meanwhile', () => {
    const game = activated('gate', {
      A: { wonders: ['great-library'] },
      discardPile: ['tavern'],
      decks: { ...WITH_ENKI, egyptian: ['isis', 'ra', 'anubis'] },
      box: BOX,
      libraryOrders: [['law', 'masonry', 'economy', 'theology', 'strategy']],
    })
    const library = game.do(chooseDivinity('isis'), constructWith('tavern', 'great-library'))
    expectAsked(library, 'A', 'library-choice', (['economy', 'theology', 'strategy'] as const).map(chooseToken))
    expect(library.enki).toEqual(['law', 'masonry'])
    const after = library.take('economy')
    expect([after.enki, after.deck('mesopotamian')[0]]).toEqual([[], 'enki'])
  })

  test('P181 a victory through the chosen card ends the match, and nothing is returned', () => {
    const game = activated('gate', {
      pawn: 8,
      decks: { ...WITH_ENKI, roman: ['mars', 'minerva', 'neptune'] },
      box: BOX,
    })
    const after = game.act(chooseDivinity('mars'))
    expectWon(after, 'military', 'A')
    expect([after.enki, after.deck('greek')]).toEqual([
      ['law', 'masonry'],
      ['zeus', 'hades'],
    ])
    expect(after.eventsOf('divinities-returned')).toEqual([])
  })
})

describe('the Divine Theater', () => {
  const theater = (decks: PantheonDescription['decks'], position: PantheonDescription = {}) =>
    pantheon({
      ...position,
      A: { coins: 40, wonders: ['divine-theater'], ...position.A },
      decks: { ...DECKS, ...decks },
    }).wonder('divine-theater')

  test('P124 of two cards the other one returns without a question', () => {
    const game = theater({ roman: ['minerva', 'mars'] }).act(chooseMythology('roman'))
    expectAsked(game, 'A', 'choose-divinity', [chooseDivinity('mars'), chooseDivinity('minerva')])
    const after = game.act(chooseDivinity('mars'))
    expect([after.deck('roman'), after.state.pawn]).toEqual([['minerva'], 2])
    expect(after.eventsOf('divinities-returned')).toEqual([
      { type: 'divinities-returned', seat: 0, mythologies: ['roman'] },
    ])
    expectTurnOf(after, 'B')
  })

  test('P124 a single card is the only option, and nothing returns', () => {
    const game = theater({ roman: ['mars'] }).act(chooseMythology('roman'))
    expectAsked(game, 'A', 'choose-divinity', [chooseDivinity('mars')])
    const after = game.act(chooseDivinity('mars'))
    expect([after.deck('roman'), after.eventsOf('divinities-returned')]).toEqual([[], []])
    expectTurnOf(after, 'B')
  })

  test('P125 with Theology the extra turn comes after the return', () => {
    const game = theater(
      { roman: ['mars', 'minerva', 'neptune'] },
      { pawn: 2, A: { tokens: ['theology'] }, B: { coins: 4 } },
    )
    const returning = game.do(chooseMythology('roman'), chooseDivinity('mars'))
    expect([returning.state.pawn, returning.coins('B')]).toEqual([4, 2])
    expectAsked(returning, 'A', 'return-divinities', [returnOnTop('minerva'), returnOnTop('neptune')])
    const after = returning.act(returnOnTop('neptune'))
    expect(after.deck('roman')).toEqual(['neptune', 'minerva'])
    expectExtraTurn(after, 'A')
  })

  test('P126 an empty deck cannot be chosen', () => {
    const game = theater({ roman: [] })
    expectAsked(
      game,
      'A',
      'choose-mythology',
      (['mesopotamian', 'phoenician', 'greek', 'egyptian'] as const).map(chooseMythology),
    )
    expectMandatory(game)
    expectNotOffered(game, chooseMythology('roman'))
  })

  test('P176 cards that the Gate has revealed are in no deck; the inner return comes first', () => {
    const game = activated('gate', {
      A: { wonders: ['divine-theater'] },
      discardPile: ['tavern'],
      decks: {
        egyptian: ['isis', 'ra'],
        mesopotamian: ['ishtar', 'enki', 'nisaba'],
        greek: ['zeus'],
        phoenician: [],
        roman: [],
      },
      box: BOX,
    })
    const inner = game.do(chooseDivinity('isis'), constructWith('tavern', 'divine-theater'))
    expectAsked(inner, 'A', 'choose-mythology', [chooseMythology('mesopotamian'), chooseMythology('egyptian')])
    const revealed = inner.act(chooseMythology('mesopotamian'))
    expectAsked(revealed, 'A', 'choose-divinity', [chooseDivinity('enki'), chooseDivinity('nisaba')])
    expect(revealed.enki).toEqual(['law', 'masonry'])
    expect(Object.keys(revealed.view('B').pantheon!.revealed).sort()).toEqual(['enki', 'ishtar', 'nisaba', 'zeus'])
    const after = revealed.act(chooseDivinity('nisaba'))
    expect([after.deck('mesopotamian'), after.deck('egyptian'), after.deck('greek')]).toEqual([
      ['ishtar', 'enki'],
      ['ra'],
      ['zeus'],
    ])
    expect([after.enki, after.state.boxTokens.length]).toEqual([[], 8])
    expect(after.divinities('A')).toEqual(['gate', 'isis', 'nisaba'])
    expectTurnOf(after, 'B')
  })

  test('P177 Theology from Enki gives that Divine Theater no extra turn', () => {
    const game = theater(
      { mesopotamian: ['enki'] },
      { box: ['theology', 'law', ...BOX.slice(4)], enkiOrders: [['theology', 'law']] },
    )
    const after = game.do(chooseMythology('mesopotamian'), chooseDivinity('enki')).take('theology')
    expectTurnOf(after, 'B')
  })

  test('P178 the second construction of the Great Library follows the second order', () => {
    const game = pantheon({
      A: { coins: 60, wonders: ['great-library'] },
      spaces: { 1: 'anubis' },
      box: BOX,
      libraryOrders: [
        ['law', 'masonry', 'economy'],
        ['urbanism', 'law', 'theology', 'masonry'],
      ],
    })
    const first = game.wonder('great-library')
    expectAsked(first, 'A', 'library-choice', (['law', 'masonry', 'economy'] as const).map(chooseToken))
    const undone = first.take('law').pass().activate(1).act({ type: 'choose-wonder', wonder: 'great-library' }).pass()
    const second = undone.withCoins(60).wonder('great-library')
    expectAsked(second, 'A', 'library-choice', (['urbanism', 'theology', 'masonry'] as const).map(chooseToken))
    expect(second.act(chooseToken('urbanism')).city('A').tokens).toEqual(['law', 'urbanism'])
  })

  test('P180 Zeus from the Divine Theater discards an uncovered card that is still face down, with its token', () => {
    const game = pantheon({
      age: 1,
      A: { coins: 40, wonders: ['divine-theater'] },
      left: Array.from({ length: 20 }, (_, slot) => slot).filter((slot) => slot !== 14),
      tokensAt: { 9: 'mythology-roman-1' },
      decks: { greek: ['zeus'] },
    })
    const zeus = game
      .act({ type: 'construct-wonder', slot: 15, wonder: 'divine-theater' })
      .do(chooseMythology('greek'), chooseDivinity('zeus'))
    const after = zeus.act({ type: 'choose-available-card', slot: 9 })
    expect([after.mythologyTokens('A'), after.slotTokens(), after.state.structure[9]]).toEqual([[], {}, null])
    expectTurnOf(after, 'B')
  })

  test('a divinity of the Divine Theater is activated in Age I as in any other', () => {
    const game = theater({ greek: ['hades'] }, { age: 1, discardPile: ['altar'] })
    const after = game.do(chooseMythology('greek'), chooseDivinity('hades'), choose('altar'))
    expect([after.owns('A', 'altar'), after.divinities('A')]).toEqual([true, ['hades']])
  })
})
