/** pantheon.md §10: Anubis, Isis and Ra. */
import { describe, expect, test } from 'vitest'
import { choose, chooseWonder } from '../support/agora-actions.ts'
import { expectExtraTurn, expectTurnOf } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered } from '../support/expect-decision.ts'
import { activated, pantheon } from '../support/pantheon.ts'
import { chooseDivinity, chooseMythology, constructWith, returnOnTop } from '../support/pantheon-actions.ts'

const under = (game: ReturnType<typeof pantheon>, player: 'A' | 'B', wonder: string) =>
  game.city(player).wonders.find(({ id }) => id === wonder)!.under

describe('Anubis', () => {
  test('P87 the card under a wonder is discarded, and the wonder is unconstructed again', () => {
    const game = activated('anubis', { B: { constructed: ['pyramids'] } })
    const card = under(game, 'B', 'pyramids')!
    const before = game.score('B').total
    expectAsked(game, 'A', 'deconstruct-wonder', [chooseWonder('pyramids')])
    expectMandatory(game)
    const after = game.act(chooseWonder('pyramids'))
    expect([after.state.discardPile, under(after, 'B', 'pyramids')]).toEqual([[card], null])
    expect(after.score('B').total).toBe(before - 9)
    expect(after.eventsOf('wonder-undone')).toEqual([
      { type: 'wonder-undone', seat: 0, owner: 1, wonder: 'pyramids', card },
    ])
  })

  test('P87 constructed wonders of both players can be chosen', () => {
    const game = activated('anubis', {
      A: { constructed: ['sphinx'] },
      B: { constructed: ['pyramids'], wonders: ['colossus'] },
    })
    expectAsked(game, 'A', 'deconstruct-wonder', [chooseWonder('sphinx'), chooseWonder('pyramids')])
    expectNotOffered(game, chooseWonder('colossus'))
  })

  test('P88 the pawn stays where the wonder has pushed it', () => {
    const after = activated('anubis', { pawn: -2, B: { constructed: ['colossus'] } }).act(chooseWonder('colossus'))
    expect(after.state.pawn).toBe(-2)
  })

  test('P89 the production of the wonder is gone', () => {
    const B = { constructed: ['great-lighthouse'], coins: 20 } as const
    const game = activated('anubis', { B, accessible: ['baths'] })
    expect(game.act(chooseWonder('great-lighthouse')).price('baths').total).toBe(2)
    expect(pantheon({ mover: 'B', B, accessible: ['baths'] }).price('baths').total).toBe(0)
  })

  test('P90 its owner can construct it again, with all its effects', () => {
    const game = activated('anubis', { A: { coins: 9 }, B: { constructed: ['appian-way'], coins: 30 } })
    const undone = game.act(chooseWonder('appian-way'))
    const cost = undone.price('appian-way').total
    const again = undone.wonder('appian-way')
    expect([again.coins('B'), again.coins('A')]).toEqual([30 - cost + 3, 6])
    expectExtraTurn(again, 'B')
  })

  test('P91 an own wonder can be undone and constructed again', () => {
    const A = { constructed: ['temple-of-artemis'], coins: 20 } as const
    const undone = activated('anubis', { A }).act(chooseWonder('temple-of-artemis')).pass()
    const cost = undone.price('temple-of-artemis').total
    const again = undone.wonder('temple-of-artemis')
    expect(again.coins('A')).toBe(20 - cost + 12)
  })

  test('P92 of seven constructed wonders one can be undone and constructed again; no other leaves the game', () => {
    const game = activated('anubis', {
      A: { constructed: ['sphinx', 'piraeus', 'pyramids', 'colossus'], coins: 40 },
      B: { constructed: ['mausoleum', 'great-library', 'appian-way'] },
    })
    const undone = game.act(chooseWonder('pyramids')).pass()
    const again = undone.wonder('pyramids')
    expect(again.eventsOf('wonder-removed')).toEqual([])
    expect(again.state.cities.map(({ wonders }) => wonders.filter((wonder) => wonder.under !== null).length)).toEqual([
      4, 3,
    ])
  })

  test('P92 while six are constructed another one can be the seventh, and the undone one leaves the game', () => {
    const game = activated('anubis', {
      A: { constructed: ['sphinx', 'piraeus', 'pyramids'], wonders: ['colossus'], coins: 40 },
      B: { constructed: ['mausoleum', 'great-library', 'appian-way'], wonders: ['circus-maximus'] },
    })
    const undone = game.act(chooseWonder('pyramids')).pass().wonder('colossus')
    expect(undone.eventsOf('wonder-removed')).toEqual([])
    const seventh = undone.pass().wonder('pyramids')
    expect(seventh.eventsOf('wonder-removed')).toEqual([{ type: 'wonder-removed', seat: 1, wonder: 'circus-maximus' }])
  })

  test('P93 without a constructed wonder it is skipped', () => {
    expect(activated('anubis').skipped()).toEqual(['deconstruct-wonder'])
  })

  test('P94 without the Sanctuary the prices rise at once; its extra turn stays', () => {
    const game = pantheon({
      A: { coins: 40, wonders: ['sanctuary', 'divine-theater'] },
      spaces: { 1: 'tanit', 2: 'ra' },
      decks: { egyptian: ['anubis'] },
    })
    const constructed = game.wonder('sanctuary')
    expect(constructed.activationPrices(1, 2)).toEqual([1, 2])
    const after = constructed
      .wonder('divine-theater')
      .do(chooseMythology('egyptian'), chooseDivinity('anubis'), chooseWonder('sanctuary'))
    expectTurnOf(after, 'B')
    expect(after.view('A').pantheon!.spaces).toMatchObject({ 1: { costs: { 0: 3 } }, 2: { costs: { 0: 4 } } })
  })

  test('P95 the Divine Theater that reveals Anubis can undo itself, and be constructed again', () => {
    const game = pantheon({
      A: { coins: 40, wonders: ['divine-theater'] },
      decks: { egyptian: ['anubis', 'isis', 'ra'] },
    })
    const anubis = game.wonder('divine-theater').do(chooseMythology('egyptian'), chooseDivinity('anubis'))
    expectAsked(anubis, 'A', 'deconstruct-wonder', [chooseWonder('divine-theater')])
    const after = anubis.do(chooseWonder('divine-theater'), returnOnTop('ra')).pass()
    expect(after.deck('egyptian')).toEqual(['ra', 'isis'])
    const again = after.wonder('divine-theater')
    expectAsked(again, 'A', 'choose-mythology')
  })
})

describe('Isis', () => {
  test('P96 an own wonder is constructed for free with a card of the discard pile', () => {
    const game = activated('isis', {
      A: { coins: 0, wonders: ['sphinx'], constructed: ['pyramids', 'colossus', 'piraeus'] },
      discardPile: ['tavern'],
    })
    expectAsked(game, 'A', 'construct-with-discarded', [constructWith('tavern', 'sphinx')])
    expectMandatory(game)
    const after = game.act(constructWith('tavern', 'sphinx'))
    expect([after.coins('A'), after.state.discardPile, under(after, 'A', 'sphinx')]).toEqual([0, [], 'tavern'])
    expect(after.eventsOf('wonder-constructed')).toEqual([
      {
        type: 'wonder-constructed',
        seat: 0,
        wonder: 'sphinx',
        from: 'discard',
        card: 'tavern',
        price: { total: 0, trade: 0, chained: false },
      },
    ])
    expectExtraTurn(after, 'A')
  })

  test('P97 without a card in the pile or without an own unconstructed wonder it is skipped', () => {
    expect(activated('isis').skipped()).toEqual(['construct-with-discarded'])
    const constructed = ['pyramids', 'sphinx', 'colossus', 'piraeus'] as const
    expect(activated('isis', { A: { constructed }, discardPile: ['tavern'] }).skipped()).toEqual([
      'construct-with-discarded',
    ])
  })

  test('P98 a wonder of the opponent, a constructed one and a card that is not in the pile cannot be chosen', () => {
    const game = activated('isis', {
      A: { wonders: ['sphinx'], constructed: ['pyramids'], owns: ['altar'] },
      B: { wonders: ['colossus'] },
      discardPile: ['tavern'],
    })
    expectNotOffered(
      game,
      constructWith('tavern', 'colossus'),
      constructWith('tavern', 'pyramids'),
      constructWith('altar', 'sphinx'),
    )
  })

  test('P99 a seventh wonder sends the last unconstructed one out of the game', () => {
    const game = activated('isis', {
      A: { constructed: ['sphinx', 'piraeus', 'pyramids'], wonders: ['colossus'] },
      B: { constructed: ['mausoleum', 'great-library', 'appian-way'], wonders: ['circus-maximus'] },
      discardPile: ['tavern'],
    })
    const after = game.act(constructWith('tavern', 'colossus'))
    expect(after.eventsOf('wonder-removed')).toEqual([{ type: 'wonder-removed', seat: 1, wonder: 'circus-maximus' }])
    expect(after.state.pawn).toBe(2)
  })

  test('P100 the card under the Mausoleum is no longer in the pile when it asks', () => {
    const game = activated('isis', { A: { wonders: ['mausoleum'] }, discardPile: ['tavern', 'altar'] })
    const after = game.act(constructWith('tavern', 'mausoleum'))
    expectAsked(after, 'A', 'revive', [choose('altar')])
  })

  test('P101 Theology gives an extra turn for a wonder constructed by Isis', () => {
    const game = activated('isis', { A: { wonders: ['pyramids'], tokens: ['theology'] }, discardPile: ['tavern'] })
    expectExtraTurn(game.act(constructWith('tavern', 'pyramids')), 'A')
  })

  test('P102 shields and the decision of the wonder follow', () => {
    const game = activated('isis', {
      A: { wonders: ['statue-of-zeus'] },
      B: { owns: ['quarry'] },
      discardPile: ['tavern'],
    })
    const after = game.act(constructWith('tavern', 'statue-of-zeus'))
    expect(after.state.pawn).toBe(1)
    expectAsked(after, 'A', 'destroy-building', [choose('quarry')])
  })

  test("P103 nothing is paid, so the opponent's Economy gains nothing; coins of the wonder are gained and lost", () => {
    const game = activated('isis', {
      A: { coins: 0, wonders: ['appian-way'] },
      B: { coins: 2, tokens: ['economy'] },
      discardPile: ['tavern'],
    })
    const after = game.act(constructWith('tavern', 'appian-way'))
    expect([after.coins('A'), after.coins('B'), after.gains('B')]).toEqual([3, 0, []])
    expectExtraTurn(after, 'A')
  })
})

describe('Ra', () => {
  test('P104 an unconstructed wonder of the opponent changes owner, and keeps all its effects', () => {
    const game = activated('ra', { A: { coins: 30 }, B: { wonders: ['sphinx', 'pyramids', 'colossus', 'piraeus'] } })
    expectAsked(game, 'A', 'take-wonder', (['sphinx', 'pyramids', 'colossus', 'piraeus'] as const).map(chooseWonder))
    expectMandatory(game)
    const after = game.act(chooseWonder('sphinx'))
    expect([after.city('A').wonders.length, after.city('B').wonders.length]).toEqual([5, 3])
    expectExtraTurn(after.pass().wonder('sphinx'), 'A')
  })

  test('P105 a constructed wonder of the opponent cannot be chosen', () => {
    const game = activated('ra', { B: { constructed: ['sphinx'], wonders: ['pyramids'] } })
    expectNotOffered(game, chooseWonder('sphinx'))
  })
})
