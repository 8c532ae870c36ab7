/** agora.md §10: single conspiracies that act on the cities, their coins and wonders. */
import { describe, expect, test } from 'vitest'
import type { BuildingId } from '../../../src/rules/index.ts'
import type { AgoraDescription } from '../support/agora.ts'
import { agora, triggered } from '../support/agora.ts'
import { choose, chooseToken, chooseWonder, DECLINE, move, swap } from '../support/agora-actions.ts'
import { expectCost, expectTurnOf, expectWon } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered } from '../support/expect-decision.ts'

const FIVE_SYMBOLS: BuildingId[] = ['scriptorium', 'pharmacist', 'apothecary', 'workshop', 'academy']

describe('Extortion', () => {
  test("96 takes one of the opponent's wonders that are not constructed, and then a cube may be moved", () => {
    const taking = triggered('extortion', {
      A: { wonders: ['pyramids', 'sphinx', 'piraeus', 'mausoleum'] },
      B: { constructed: ['colossus', 'great-library'], wonders: ['knossos', 'appian-way'] },
      cubes: { 2: '1-0' },
    })
    expectAsked(taking, 'A', 'take-wonder', [chooseWonder('knossos'), chooseWonder('appian-way')])
    expectMandatory(taking)
    const moving = taking.act(chooseWonder('appian-way'))
    expect(moving.city('A').wonders.map(({ id }) => id)).toEqual([
      'pyramids',
      'sphinx',
      'piraeus',
      'mausoleum',
      'appian-way',
    ])
    expect(moving.city('B').wonders.map(({ id }) => id)).toEqual(['colossus', 'great-library', 'knossos'])
    expectAsked(moving, 'A', 'move', [move(2, 1), move(2, 3), DECLINE])
    const after = moving.act(DECLINE)
    expectTurnOf(after, 'A')
    expect(after.isLegal(after.constructing('appian-way'))).toBe(false)
    expect(after.withCoins(20).isLegal(after.constructing('appian-way'))).toBe(true)
  })

  test('96 when there is none only the move remains', () => {
    const moving = triggered('extortion', {
      B: { constructed: ['colossus', 'great-library', 'knossos', 'appian-way'] },
      cubes: { 2: '1-0' },
    })
    expect(moving.skipped()).toEqual(['take-wonder'])
    expectAsked(moving, 'A', 'move')
  })
})

describe('Blackmail', () => {
  test.each([
    [7, 4],
    [8, 4],
    [1, 1],
    [0, 0],
  ])("97 takes half of the opponent's %i coins, rounded up: %i", (has, taken) => {
    const after = triggered('blackmail', { A: { coins: 2 }, B: { coins: has } })
    expect([after.coins('A'), after.coins('B')]).toEqual([2 + taken, has - taken])
    expectTurnOf(after, 'A')
  })

  test('97 then a cube may be moved', () => {
    expectAsked(triggered('blackmail', { cubes: { 6: '1-0' } }), 'A', 'move', [move(6, 5), DECLINE])
  })
})

describe('Expropriation and Swindle', () => {
  test('98 Expropriation has to discard the only blue building of the opponent', () => {
    const taking = triggered('expropriation', {
      A: { owns: ['altar'] },
      B: { owns: ['baths', 'scriptorium', 'tavern', 'garrison', 'quarry'] },
    })
    expectAsked(taking, 'A', 'destroy-building', [choose('baths')])
    expectMandatory(taking)
    expect(taking.score('B').blue).toBe(3)
    const after = taking.act(choose('baths'))
    expect([after.score('B').blue, after.owns('B', 'baths'), after.state.discardPile]).toEqual([0, false, ['baths']])
    expectTurnOf(after, 'A')
  })

  test('98 the opponent has fewer senate actions later', () => {
    const position: AgoraDescription = { B: { owns: ['baths', 'theater'] }, accessible: ['politician-left-1'] }
    const before = agora({ ...position, mover: 'B' }).recruit('politician-left-1')
    const after = triggered('expropriation', position).act(choose('theater')).pass().recruit('politician-left-1')
    expect([before.left, after.left]).toEqual([2, 1])
  })

  test('98 without a blue building only the move remains', () => {
    const moving = triggered('expropriation', { A: { owns: ['altar'] }, B: { owns: ['quarry'] }, cubes: { 1: '1-0' } })
    expect(moving.skipped()).toEqual(['destroy-building'])
    expectAsked(moving, 'A', 'move', [move(1, 2), DECLINE])
  })

  test('99 Swindle on the Customs House ends its fixed prices', () => {
    const position: AgoraDescription = {
      age: 2,
      A: { owns: ['glassworks'] },
      B: { owns: ['customs-house', 'tavern', 'altar'] },
      accessible: ['courthouse'],
    }
    const before = agora({ ...position, mover: 'B' })
    expect(before.price('courthouse').total).toBe(2 + 2 + 1)
    const taking = triggered('swindle', position)
    expectAsked(taking, 'A', 'destroy-building', [choose('customs-house'), choose('tavern')])
    const after = taking.act(choose('customs-house'))
    expect(after.state.discardPile).toEqual(['customs-house'])
    expect(after.pass().price('courthouse').total).toBe(2 + 2 + 3)
  })

  test('99 what is destroyed no longer counts in discards nor as a chain, and the Mausoleum can bring it back', () => {
    const game = triggered('swindle', {
      age: 3,
      A: { coins: 20, wonders: ['mausoleum'] },
      B: { coins: 0, owns: ['tavern'] },
      accessible: ['lighthouse', 'palace', 'pantheon'],
    })
    const after = game.act(choose('tavern'))
    const mausoleum = after.wonder('mausoleum', 'palace')
    expectAsked(mausoleum, 'A', 'revive', [choose('tavern')])
    const turn = mausoleum.act(choose('tavern'))
    expect(turn.gains('A')).toEqual([['building', 4]])
    expect(turn.price('lighthouse')).toMatchObject({ chained: false, total: 6 })
    expect(turn.discard('pantheon').coins('B')).toBe(2)
  })
})

describe('Embezzlement', () => {
  test('113 brings one coin for each own cube in the Senate, and costs the opponent one for each of theirs', () => {
    const after = triggered('embezzlement', {
      A: { coins: 2 },
      B: { coins: 3 },
      cubes: { 1: '3-1', 2: '0-3', 6: '2-0' },
    })
    expect([after.coins('A'), after.coins('B')]).toEqual([7, 0])
    expectTurnOf(after, 'A')
    const rich = triggered('embezzlement', { A: { coins: 2 }, B: { coins: 9 }, cubes: { 1: '3-1', 2: '0-3' } })
    expect([rich.coins('A'), rich.coins('B')]).toEqual([5, 5])
  })
})

describe('Foreclosure', () => {
  test('114 does nothing when the opponent has no brown or grey building', () => {
    const after = triggered('foreclosure', {
      A: { owns: ['quarry'] },
      B: { owns: ['altar', 'tavern'] },
      cubes: { 1: '1-0' },
    })
    expect(after.skipped()).toEqual(['take-building'])
    expectTurnOf(after, 'A')
  })

  test('takes a brown or grey building, and production and prices change at once', () => {
    const taking = triggered('foreclosure', {
      A: { owns: ['press'] },
      B: { owns: ['quarry', 'glassworks', 'altar'] },
      accessible: ['baths'],
    })
    expectAsked(taking, 'A', 'take-building', [choose('quarry'), choose('glassworks')])
    expectMandatory(taking)
    const after = taking.act(choose('quarry'))
    expect([after.city('A').buildings, after.city('B').buildings]).toEqual([
      ['press', 'quarry'],
      ['glassworks', 'altar'],
    ])
    expectCost(after, 'baths', {})
    expect(after.pass().price('baths').total).toBe(3)
  })
})

describe('Coercion', () => {
  test('115 swaps buildings of one colour; each player with a new pair picks a token, the active player first', () => {
    const swapping = triggered('coercion', {
      A: { owns: ['scriptorium', 'laboratory'] },
      B: { owns: ['library', 'workshop'] },
    })
    expectAsked(swapping, 'A', 'swap-buildings', [
      swap('library', 'scriptorium'),
      swap('library', 'laboratory'),
      swap('workshop', 'scriptorium'),
      swap('workshop', 'laboratory'),
    ])
    expectMandatory(swapping)
    const first = swapping.act(swap('library', 'laboratory'))
    expect([first.city('A').buildings, first.city('B').buildings]).toEqual([
      ['scriptorium', 'library'],
      ['workshop', 'laboratory'],
    ])
    const board = first.state.boardTokens
    expectAsked(first, 'A', 'progress-token', board.map(chooseToken))
    const second = first.act(chooseToken(board[0]!))
    expectAsked(second, 'B', 'progress-token', board.slice(1).map(chooseToken))
    expect(second.state.turnOf).toBe(0)
    const after = second.act(chooseToken(board[1]!))
    expect([after.city('A').tokens, after.city('B').tokens]).toEqual([[board[0]], [board[1]]])
    expectTurnOf(after, 'A')
  })

  test('115 then the active player may move a cube', () => {
    const game = triggered('coercion', {
      A: { owns: ['scriptorium', 'laboratory'] },
      B: { owns: ['library', 'workshop'] },
      cubes: { 1: '1-0' },
    })
    const picked = game.act(swap('library', 'laboratory'))
    const [a, b] = picked.state.boardTokens
    expectAsked(picked.do(chooseToken(a!), chooseToken(b!)), 'A', 'move', [move(1, 2), DECLINE])
  })

  test('116 is skipped when there is no colour that both have, and the move is offered', () => {
    const moving = triggered('coercion', {
      A: { owns: ['altar', 'tavern'] },
      B: { owns: ['scriptorium', 'wood-reserve'] },
      cubes: { 1: '1-0' },
    })
    expect(moving.skipped()).toEqual(['swap-buildings'])
    expectAsked(moving, 'A', 'move')
  })

  test('117 the sixth symbol given to the opponent wins for the opponent', () => {
    const swapping = triggered('coercion', {
      age: 3,
      A: { owns: ['university'] },
      B: { owns: [...FIVE_SYMBOLS, 'library'] },
    })
    expectWon(swapping.act(swap('library', 'university')), 'science', 'B')
  })

  test('117 if both players get their sixth symbol, they share the victory', () => {
    const swapping = triggered('coercion', {
      age: 3,
      A: { owns: [...FIVE_SYMBOLS, 'library'] },
      B: { owns: ['university', 'observatory', 'dispensary', 'school', 'laboratory', 'study'] },
    })
    const after = swapping.act(swap('university', 'library'))
    expect(after.state.result).toEqual({ winner: null, by: 'tie' })
    expect([after.toAct, after.legal()]).toEqual([null, []])
  })

  test('a blue building changes city with its points and has no effect on construction', () => {
    const game = triggered('coercion', {
      A: { coins: 3, owns: ['altar'], tokens: ['urbanism'] },
      B: { coins: 3, owns: ['palace'] },
      age: 3,
    })
    const after = game.act(swap('palace', 'altar'))
    expect([after.score('A').blue, after.score('B').blue, after.coins('A'), after.coins('B')]).toEqual([7, 3, 3, 3])
  })
})

describe('Sabotage', () => {
  test('122 a wonder of the opponent goes to the box with its points and production; its card is discarded', () => {
    const choosing = triggered('sabotage', {
      B: { constructed: ['great-lighthouse', 'sphinx'], wonders: ['pyramids'] },
      accessible: ['baths'],
    })
    expectAsked(choosing, 'A', 'destroy-wonder', [chooseWonder('great-lighthouse'), chooseWonder('sphinx')])
    expectMandatory(choosing)
    const card = choosing.city('B').wonders[0]!.under
    expect(choosing.score('B').wonders).toBe(4 + 6)
    const after = choosing.act(chooseWonder('great-lighthouse'))
    expect(after.score('B').wonders).toBe(6)
    expect(after.city('B').wonders.map(({ id }) => id)).not.toContain('great-lighthouse')
    expect(after.state.discardPile).toEqual([card])
    expect(after.eventsOf('wonder-destroyed')).toEqual([
      { type: 'wonder-destroyed', seat: 0, wonder: 'great-lighthouse', card },
    ])
    expectTurnOf(after, 'A')
    expect(after.pass().price('baths').total).toBe(2)
    for (const game of [after, after.pass()])
      expectNotOffered(game.withCoins(50), game.constructing('great-lighthouse'))
  })

  test('123 the pawn stays where the Colossus has pushed it', () => {
    const after = triggered('sabotage', { pawn: -2, B: { constructed: ['colossus'] } }).act(chooseWonder('colossus'))
    expect(after.state.pawn).toBe(-2)
  })

  test('124 all seven remaining wonders can be constructed, and none is removed', () => {
    const game = triggered('sabotage', {
      A: { coins: 40, constructed: ['pyramids', 'mausoleum', 'great-library'], wonders: ['colossus'] },
      B: { coins: 40, constructed: ['statue-of-zeus', 'great-lighthouse', 'circus-maximus'], wonders: ['knossos'] },
      discardPile: [],
    }).act(chooseWonder('great-lighthouse'))
    const sixth = game.wonder('colossus')
    expect(sixth.eventsOf('wonder-removed')).toEqual([])
    expectTurnOf(sixth, 'B')
    const seventh = sixth.wonder('knossos')
    expect(seventh.eventsOf('wonder-removed')).toEqual([])
    expect(seventh.state.cities.map(({ wonders }) => wonders.filter((wonder) => wonder.under !== null).length)).toEqual(
      [4, 3],
    )
  })

  test('125 without Sabotage the seventh wonder sends the eighth to the box', () => {
    const game = agora({
      A: { coins: 40, constructed: ['pyramids', 'mausoleum', 'great-library'], wonders: ['colossus'] },
      B: { coins: 40, constructed: ['statue-of-zeus', 'great-lighthouse', 'circus-maximus'], wonders: ['knossos'] },
    })
    const after = game.wonder('colossus')
    expect(after.eventsOf('wonder-removed')).toEqual([{ type: 'wonder-removed', seat: 1, wonder: 'knossos' }])
    expect(after.city('B').wonders.map(({ id }) => id)).toEqual([
      'statue-of-zeus',
      'great-lighthouse',
      'circus-maximus',
    ])
  })
})
