/** agora.md §10: single conspiracies. */
import { describe, expect, test } from 'vitest'
import type { BuildingId, MatchState, TokenId } from '../../../src/rules/index.ts'
import { agora } from '../support/agora.ts'
import type { AgoraDescription } from '../support/agora.ts'
import {
  choose, chooseSlot, chooseToken, chooseWonder, DECLINE, lock, move, moveDecree, place, PLACE_ANYWHERE, remove, swap, trigger,
} from '../support/agora-actions.ts'
import { expectAsked, expectMandatory, expectNotOffered, pushes } from '../support/agora-expect.ts'
import type { AgoraGame } from '../support/agora-game.ts'
import { expectCost, expectTurnOf, expectWon } from '../support/expect.ts'
import { namesIn } from '../support/names.ts'

type Triggered = AgoraDescription & { by?: never }
type Conspiracy = Extract<Parameters<typeof trigger>[0], string>

/** A has just triggered this conspiracy at the start of his turn. */
const triggered = (conspiracy: Conspiracy, position: Triggered = {}): AgoraGame =>
  agora({ ...position, A: { ...position.A, prepared: [conspiracy] } }).act(trigger(conspiracy))

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index)

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
    expect(moving.city('A').wonders.map(({ id }) => id)).toEqual(['pyramids', 'sphinx', 'piraeus', 'mausoleum', 'appian-way'])
    expect(moving.city('B').wonders.map(({ id }) => id)).toEqual(['colossus', 'great-library', 'knossos'])
    expectAsked(moving, 'A', 'move', [move(2, 1), move(2, 3), DECLINE])
    const after = moving.act(DECLINE)
    expectTurnOf(after, 'A')
    expect(after.isLegal(after.constructing('appian-way'))).toBe(false)
    expect(after.withCoins(20).isLegal(after.constructing('appian-way'))).toBe(true)
  })

  test('96 when there is none only the move remains', () => {
    const moving = triggered('extortion', { B: { constructed: ['colossus', 'great-library', 'knossos', 'appian-way'] }, cubes: { 2: '1-0' } })
    expect(moving.skipped()).toEqual(['take-wonder'])
    expectAsked(moving, 'A', 'move')
  })
})

describe('Blackmail', () => {
  test.each([[7, 4], [8, 4], [1, 1], [0, 0]])("97 takes half of the opponent's %i coins, rounded up: %i", (has, taken) => {
    const after = triggered('blackmail', { A: { coins: 2 }, B: { coins: has } })
    expect([after.coins('A'), after.coins('B')]).toEqual([2 + taken, has - taken])
    expectTurnOf(after, 'A')
  })

  test('97 then a cube may be moved', () => {
    expectAsked(triggered('blackmail', { cubes: { 6: '1-0' } }), 'A', 'move', [move(6, 5), DECLINE])
  })
})

describe('Expropriation and Swindle', () => {
  test('98 Expropriation discards the only blue building of the opponent, whether one likes or not', () => {
    const taking = triggered('expropriation', { A: { owns: ['altar'] }, B: { owns: ['baths', 'scriptorium', 'tavern', 'garrison', 'quarry'] } })
    expectAsked(taking, 'A', 'destroy-building', [choose('baths')])
    expectMandatory(taking)
    expect(taking.score('B').blue).toBe(3)
    const after = taking.act(choose('baths'))
    expect([after.score('B').blue, after.owns('B', 'baths'), after.state.discardPile]).toEqual([0, false, ['baths']])
    expectTurnOf(after, 'A')
  })

  test('98 the opponent has fewer senate actions later', () => {
    const position: Triggered = { B: { owns: ['baths', 'theater'] }, accessible: ['politician-left-1'] }
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
    const position: Triggered = { age: 2, A: { owns: ['glassworks'] }, B: { owns: ['customs-house', 'tavern', 'altar'] }, accessible: ['courthouse'] }
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
      age: 3, A: { coins: 20, wonders: ['mausoleum'] }, B: { coins: 0, owns: ['tavern'] }, accessible: ['lighthouse', 'palace', 'pantheon'],
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

describe('Obscurantism', () => {
  const tokens: TokenId[] = ['law', 'economy', 'masonry', 'theology', 'strategy']

  test("100 locks the opponent's Philosophy, and its points are gone", () => {
    const locking = triggered('obscurantism', { A: { tokens: ['urbanism'] }, B: { tokens: ['philosophy'] }, board: ['law', 'economy'] })
    expectMandatory(locking)
    expect(locking.score('B').progress).toBe(7)
    const after = locking.act(lock('philosophy'))
    expect([after.score('B').progress, after.city('B').tokens]).toEqual([0, []])
    expect([after.state.boardTokens, after.state.boxTokens.includes('philosophy')]).toEqual([['law', 'economy'], false])
    expectTurnOf(after, 'A')
    for (const viewer of ['A', 'B', 'spectator'] as const) {
      expect(after.view(viewer).cities[0].conspiracies![0]).toMatchObject({ locked: { token: 'philosophy' } })
    }
  })

  test("100 any token of the board, the opponent and the box can be locked, own ones can't", () => {
    const locking = triggered('obscurantism', { A: { tokens: ['urbanism', 'mathematics'] }, B: { tokens: ['philosophy'] }, board: tokens })
    const { boxTokens } = locking.state
    expect(boxTokens).toHaveLength(4)
    expectAsked(locking, 'A', 'lock-token', [...tokens, 'philosophy' as const, ...boxTokens].map(lock))
    expectNotOffered(locking, lock('urbanism'), lock('mathematics'))
  })

  test("100 the opponent's Law no longer counts as a symbol", () => {
    const position: Triggered = { B: { coins: 20, owns: FIVE_SYMBOLS.slice(0, 4), tokens: ['law'] }, accessible: ['academy'], age: 3 }
    expectWon(agora({ ...position, mover: 'B' }).build('academy'), 'science', 'B')
    const after = triggered('obscurantism', position).act(lock('law')).pass().build('academy')
    expect(after.state.result).toBeNull()
  })

  test('100 a token that is locked has no effect any more: Corruption, Economy, Mathematics', () => {
    const position: Triggered = {
      B: { coins: 9, senators: ['conspirator-2', 'conspirator-3'], tokens: ['corruption', 'mathematics'] }, accessible: ['conspirator-1'],
    }
    const after = triggered('obscurantism', position).act(lock('corruption')).pass()
    expect([after.price('conspirator-1').total, after.score('B').progress]).toEqual([2, 3])

    const economy = triggered('obscurantism', { B: { tokens: ['economy'] }, accessible: ['baths'] }).act(lock('economy')).build('baths')
    expect(economy.coins('B')).toBe(7)
  })

  test('100 a token of the board is not replaced', () => {
    const after = triggered('obscurantism', { board: tokens }).act(lock('economy'))
    expect(after.state.boardTokens).toEqual(['law', 'masonry', 'theology', 'strategy'])
    expect(after.state.boxTokens).toHaveLength(7)
  })

  test('101 of a token locked out of the box the opponent sees that one is hidden there, and no more', () => {
    const box: TokenId[] = ['law', 'economy', 'theology', 'urbanism', 'corruption', 'masonry', 'strategy']
    const after = triggered('obscurantism', { box }).act(lock('theology'))
    for (const viewer of ['B', 'spectator'] as const) {
      expect(after.view(viewer).cities[0].conspiracies![0]).toEqual({ id: 'obscurantism', state: 'triggered', under: 'I', locked: {} })
      expect(namesIn([after.view(viewer), after.told(viewer)])).not.toContain('theology')
      expect(after.told(viewer)).toContainEqual({ type: 'progress-token-locked', seat: 0, from: 'box' })
    }
    expect(after.view('A').cities[0].conspiracies![0]).toMatchObject({ locked: { token: 'theology' } })
    expect(after.told('A')).toContainEqual({ type: 'progress-token-locked', seat: 0, from: 'box', token: 'theology' })
  })

  test('101 neither the Great Library nor Espionage can bring it', () => {
    const box: TokenId[] = ['law', 'theology', 'economy', 'urbanism', 'corruption', 'masonry', 'strategy']
    const after = triggered('obscurantism', { box, B: { coins: 20, wonders: ['great-library'], prepared: ['espionage'] } }).act(lock('theology')).pass()
    expectAsked(after.wonder('great-library'), 'B', 'library-choice', (['law', 'economy', 'urbanism'] as const).map(chooseToken))
    const spying = after.act(trigger('espionage'))
    expectAsked(spying, 'B', 'espionage', box.filter((token) => token !== 'theology').map(chooseToken))
  })
})

describe('Coup', () => {
  test('102 pushes the pawn two spaces, with Strategy too', () => {
    const after = triggered('coup', { A: { tokens: ['strategy'] } })
    expect([after.state.pawn, pushes(after)]).toEqual([2, [['A', 0, 2]]])
    expectTurnOf(after, 'A')
  })

  test('102 takes tokens on its way, before the main action', () => {
    const placing = triggered('coup', { pawn: 1 })
    expectAsked(placing, 'A', 'place', PLACE_ANYWHERE)
    expectTurnOf(placing.act(place(1)), 'A')
  })
})

describe('Property Fraud', () => {
  test('103 constructs a covered card of the last row for nothing, with its effects, and uncovers nothing', () => {
    const choosing = triggered('property-fraud', { age: 2, A: { coins: 0 }, at: { 3: 'walls' } })
    expect(choosing.decision).toBe('construct-last-row')
    const before = choosing.view('B').structure
    expect([before[3]!.accessible, before[9]!.card, before[10]!.card]).toEqual([undefined, undefined, undefined])
    const after = choosing.act(chooseSlot(3))
    expect([after.owns('A', 'walls'), after.coins('A'), after.state.pawn]).toEqual([true, 0, 2])
    const { 3: gone, ...rest } = before
    expect([gone!.card, after.view('B').structure]).toEqual(['walls', rest])
    expectTurnOf(after, 'A')
  })

  test('103 offers every building of the last row, covered or not, and no senator', () => {
    const choosing = triggered('property-fraud', { age: 2, at: { 0: 'politician-left-1', 1: 'conspirator-1' } })
    expectAsked(choosing, 'A', 'construct-last-row', [2, 3, 4, 5, 6].map(chooseSlot))
    expectMandatory(choosing)
    expectNotOffered(choosing, chooseSlot(0), chooseSlot(1), chooseSlot(7), chooseSlot(22))
  })

  test('103 can take a guild, brings coins and pairs, and is no chain', () => {
    const game = triggered('property-fraud', { A: { coins: 0, owns: ['altar', 'tavern'], tokens: ['urbanism'] }, at: { 0: 'merchants-guild', 1: 'lighthouse' } })
    expect(game.act(chooseSlot(0)).gains('A')).toEqual([['building', 1]])
    expect(game.act(chooseSlot(1)).gains('A')).toEqual([['building', 2]])
    const pair = triggered('property-fraud', { A: { owns: ['scriptorium'] }, at: { 6: 'library' } }).act(chooseSlot(6))
    expectAsked(pair, 'A', 'progress-token')
    expectTurnOf(pair.act(chooseToken(pair.state.boardTokens[0]!)), 'A')
  })

  test('104 is skipped when only senators are left in the last row', () => {
    const after = triggered('property-fraud', { age: 3, at: { 0: 'politician-left-1', 1: 'conspirator-1' } })
    expect(after.skipped()).toEqual(['construct-last-row'])
    expectTurnOf(after, 'A')
    const empty = triggered('property-fraud', { age: 1, left: [1, 2, 5], at: { 1: 'politician-left-1', 2: 'conspirator-1' } })
    expect(empty.skipped()).toEqual(['construct-last-row'])
  })

  test('105 with the last card of an age the main action is skipped, and its player has played last', () => {
    const ended = triggered('property-fraud', { last: 'altar' }).act(chooseSlot(0))
    expect([ended.state.age, ended.owns('A', 'altar'), ended.skipped()]).toEqual([2, true, ['turn']])
    expectAsked(ended, 'A', 'first-player')
    const begins = triggered('property-fraud', { last: 'altar', tiedPawn: 'begins' }).act(chooseSlot(0))
    expectTurnOf(begins, 'A')
    const over = triggered('property-fraud', { last: 'palace' }).act(chooseSlot(0))
    expect(over.state.result).toMatchObject({ by: 'civilian', winner: 0 })
  })
})

describe('Treason', () => {
  const removed = {
    1: ['baths', 'stable', 'press'], 2: ['library', 'walls', 'forum'], 3: ['palace', 'arena', 'circus'],
  } satisfies AgoraDescription['removed']

  test.each([[1, 3], [2, 6], [3, 9]] as const)('106 in Age %i one of the %i cards removed so far is constructed', (age, count) => {
    const choosing = triggered('treason', { age, removed, A: { coins: 0 } })
    const offered = ([1, 2, 3] as const).filter((each) => each <= age).flatMap((each) => removed[each])
    expect(offered).toHaveLength(count)
    expectAsked(choosing, 'A', 'construct-removed', offered.map(choose))
    expectMandatory(choosing)
    const later = ([1, 2, 3] as const).filter((each) => each > age).flatMap((each) => removed[each])
    expectNotOffered(choosing, ...later.map(choose), ...choosing.state.deal.boxGuilds.map(choose))
    const after = choosing.act(choose('stable'))
    expect([after.owns('A', 'stable'), after.coins('A'), after.state.pawn]).toEqual([true, 0, 1])
    expectTurnOf(after, 'A')
  })

  test('106 the opponent sees the card that is constructed, none of the others, and no choice', () => {
    const choosing = triggered('treason', { age: 2, removed })
    const after = choosing.act(choose('walls'))
    const cards: string[] = [...removed[1], ...removed[2], ...removed[3]]
    for (const viewer of ['B', 'spectator'] as const) {
      expect(namesIn([choosing.view(viewer), choosing.told(viewer)]).filter((name) => cards.includes(name))).toEqual([])
      const shown = namesIn([after.view(viewer), after.told(viewer)]).filter((name) => cards.includes(name))
      expect([...new Set(shown)]).toEqual(['walls'])
    }
    const seen = namesIn(choosing.view('A')).filter((name) => cards.includes(name))
    expect([...new Set(seen)].sort()).toEqual([...removed[1], ...removed[2]].sort())
    const later = namesIn(after.view('A')).filter((name) => cards.includes(name))
    expect([...new Set(later)]).toEqual(['walls'])
  })

  test('107 a green card that makes a pair takes a token of the board', () => {
    const choosing = triggered('treason', { age: 2, removed, A: { owns: ['scriptorium'] } }).act(choose('library'))
    expectAsked(choosing, 'A', 'progress-token', choosing.state.boardTokens.map(chooseToken))
    const after = choosing.act(chooseToken(choosing.state.boardTokens[1]!))
    expect(after.city('A').tokens).toEqual([choosing.state.boardTokens[1]])
    expectTurnOf(after, 'A')
  })
})

describe('Political Maneuver', () => {
  test('a cube is placed, one of the opponent removed, one moved', () => {
    const placing = triggered('political-maneuver', { cubes: { 4: '0-2', 5: '1-1' } })
    expectAsked(placing, 'A', 'place', PLACE_ANYWHERE)
    const removing = placing.act(place(3))
    expectAsked(removing, 'A', 'remove', [remove(4), remove(5)])
    expectMandatory(removing)
    const moving = removing.act(remove(5))
    expectAsked(moving, 'A', 'move', [move(3, 2), move(3, 4), move(5, 4), move(5, 6), DECLINE])
    expectTurnOf(moving.act(DECLINE), 'A')
  })

  test('108 with an empty reserve nothing is placed, the rest remains', () => {
    const removing = triggered('political-maneuver', { cubes: { 1: '12-1' } })
    expect(removing.skipped()).toEqual(['place'])
    expectAsked(removing, 'A', 'remove', [remove(1)])
    expectAsked(removing.act(remove(1)), 'A', 'move', [move(1, 2), DECLINE])
  })
})

describe('Espionage', () => {
  test('109 offers all tokens in the box, and Law can win', () => {
    const box: TokenId[] = ['law', 'economy', 'theology', 'urbanism', 'corruption', 'masonry', 'strategy']
    const spying = triggered('espionage', { age: 3, A: { owns: FIVE_SYMBOLS }, box })
    expectAsked(spying, 'A', 'espionage', box.map(chooseToken))
    expectMandatory(spying)
    expectWon(spying.act(chooseToken('law')), 'science', 'A')
    const after = spying.act(chooseToken('urbanism'))
    expect([after.coins('A'), after.city('A').tokens, after.state.boxTokens]).toEqual([13, ['urbanism'], box.filter((token) => token !== 'urbanism')])
    expectTurnOf(after, 'A')
  })
})

describe('Turn of Events', () => {
  /** The whole structure of Age I but for the last slot. */
  const left = range(0, 23)

  test('110 what the second discard uncovers is turned up at once, and can be taken by the main action', () => {
    const choosing = triggered('turn-of-events', { A: { coins: 5 }, left })
    expectAsked(choosing, 'A', 'discard-available', range(18, 23).map(chooseSlot))
    expectMandatory(choosing)
    const second = choosing.act(chooseSlot(18))
    expectAsked(second, 'A', 'discard-available', [...range(19, 23).map(chooseSlot), DECLINE])
    const after = second.act(chooseSlot(19))
    expect(after.eventsOf('card-revealed')).toEqual([{ type: 'card-revealed', slot: 12, card: after.state.structure[12] }])
    expectTurnOf(after, 'A')
    expect(after.accessible()).toContain(12)
    expect([after.coins('A'), after.state.discardPile.length]).toEqual([5, 2])
    expect(after.act({ type: 'discard-card', slot: 12 }).coins('A')).toBe(7)
  })

  test('110 what the first discard uncovers may be the second', () => {
    const game = triggered('turn-of-events', { left: [...range(0, 18), 20], at: { 18: 'conspirator-1' } })
    const second = game.act(chooseSlot(18))
    expect([second.view('B').structure[12]!.card, second.isLegal(chooseSlot(12))]).toEqual([game.state.structure[12], true])
    expect(second.act(chooseSlot(12)).state.discardPile).toEqual(['conspirator-1', game.state.structure[12]])
  })

  test('111 the second discard can be skipped, then come the move and the main action', () => {
    const game = triggered('turn-of-events', { cubes: { 1: '1-0' }, left })
    const moving = game.do(chooseSlot(20), DECLINE)
    expectAsked(moving, 'A', 'move', [move(1, 2), DECLINE])
    const after = moving.act(DECLINE)
    expect(after.state.discardPile).toHaveLength(1)
    expectTurnOf(after, 'A')
    expectTurnOf(after.pass(), 'B')
  })

  test('112 with one card left the second discard is skipped, the move offered, the main action skipped, and the age ends', () => {
    const moving = triggered('turn-of-events', { cubes: { 1: '1-0' }, last: 'altar' }).act(chooseSlot(0))
    expect(moving.skipped()).toEqual(['discard-available'])
    expectAsked(moving, 'A', 'move')
    const ended = moving.act(DECLINE)
    expect([ended.state.age, ended.skipped()]).toEqual([2, ['turn']])
    expectAsked(ended, 'A', 'first-player')
  })

  test('112 out of Curia Julia the extra turn is lost too', () => {
    const game = agora({ A: { coins: 20, unprepared: ['turn-of-events'], wonders: ['curia-julia'] }, left: [0, 1, 4], at: { 4: 'altar' } })
    const after = game.wonder('curia-julia', 'altar').do(trigger('turn-of-events'), chooseSlot(0), chooseSlot(1))
    expect(after.state.age).toBe(2)
    expectAsked(after, 'A', 'first-player')
    expectTurnOf(after.letBegin('A').pass(), 'B')
  })
})

describe('Embezzlement', () => {
  test('113 brings a coin for each own cube in the Senate, and costs the opponent one for each of his, at most what he has', () => {
    const after = triggered('embezzlement', { A: { coins: 2 }, B: { coins: 3 }, cubes: { 1: '3-1', 2: '0-3', 6: '2-0' } })
    expect([after.coins('A'), after.coins('B')]).toEqual([7, 0])
    expectTurnOf(after, 'A')
    const rich = triggered('embezzlement', { A: { coins: 2 }, B: { coins: 9 }, cubes: { 1: '3-1', 2: '0-3' } })
    expect([rich.coins('A'), rich.coins('B')]).toEqual([5, 5])
  })
})

describe('Foreclosure', () => {
  test('114 does nothing when the opponent has no brown or grey building', () => {
    const after = triggered('foreclosure', { A: { owns: ['quarry'] }, B: { owns: ['altar', 'tavern'] }, cubes: { 1: '1-0' } })
    expect(after.skipped()).toEqual(['take-building'])
    expectTurnOf(after, 'A')
  })

  test('takes a brown or grey building, and production and prices change at once', () => {
    const taking = triggered('foreclosure', { A: { owns: ['press'] }, B: { owns: ['quarry', 'glassworks', 'altar'] }, accessible: ['baths'] })
    expectAsked(taking, 'A', 'take-building', [choose('quarry'), choose('glassworks')])
    expectMandatory(taking)
    const after = taking.act(choose('quarry'))
    expect([after.city('A').buildings, after.city('B').buildings]).toEqual([['press', 'quarry'], ['glassworks', 'altar']])
    expectCost(after, 'baths', {})
    expect(after.pass().price('baths').total).toBe(3)
  })
})

describe('Coercion', () => {
  test('115 swaps buildings of one colour, and each player whose card makes a pair picks a token, the one who swaps first', () => {
    const swapping = triggered('coercion', { A: { owns: ['scriptorium', 'laboratory'] }, B: { owns: ['library', 'workshop'] } })
    expectAsked(swapping, 'A', 'swap-buildings', [
      swap('library', 'scriptorium'), swap('library', 'laboratory'), swap('workshop', 'scriptorium'), swap('workshop', 'laboratory'),
    ])
    expectMandatory(swapping)
    const first = swapping.act(swap('library', 'laboratory'))
    expect([first.city('A').buildings, first.city('B').buildings]).toEqual([['scriptorium', 'library'], ['workshop', 'laboratory']])
    const board = first.state.boardTokens
    expectAsked(first, 'A', 'progress-token', board.map(chooseToken))
    const second = first.act(chooseToken(board[0]!))
    expectAsked(second, 'B', 'progress-token', board.slice(1).map(chooseToken))
    expect(second.state.turnOf).toBe(0)
    const after = second.act(chooseToken(board[1]!))
    expect([after.city('A').tokens, after.city('B').tokens]).toEqual([[board[0]], [board[1]]])
    expectTurnOf(after, 'A')
  })

  test('115 then the move of the one who swapped', () => {
    const game = triggered('coercion', { A: { owns: ['scriptorium', 'laboratory'] }, B: { owns: ['library', 'workshop'] }, cubes: { 1: '1-0' } })
    const picked = game.act(swap('library', 'laboratory'))
    const [a, b] = picked.state.boardTokens
    expectAsked(picked.do(chooseToken(a!), chooseToken(b!)), 'A', 'move', [move(1, 2), DECLINE])
  })

  test('116 is skipped when there is no colour that both have, and the move is offered', () => {
    const moving = triggered('coercion', { A: { owns: ['altar', 'tavern'] }, B: { owns: ['scriptorium', 'wood-reserve'] }, cubes: { 1: '1-0' } })
    expect(moving.skipped()).toEqual(['swap-buildings'])
    expectAsked(moving, 'A', 'move')
  })

  test('117 the sixth symbol given to the opponent wins for him', () => {
    const swapping = triggered('coercion', { age: 3, A: { owns: ['university'] }, B: { owns: [...FIVE_SYMBOLS, 'library'] } })
    expectWon(swapping.act(swap('library', 'university')), 'science', 'B')
  })

  test('117 when both get their sixth symbol nobody wins alone', () => {
    const swapping = triggered('coercion', {
      age: 3,
      A: { owns: [...FIVE_SYMBOLS, 'library'] },
      B: { owns: ['university', 'observatory', 'dispensary', 'school', 'laboratory', 'study'] },
    })
    const after = swapping.act(swap('university', 'library'))
    expect(after.state.result).toEqual({ winner: null, by: 'tie' })
    expect([after.toAct, after.legal()]).toEqual([null, []])
  })

  test('a blue building takes its points along, and gives nothing at once', () => {
    const game = triggered('coercion', { A: { coins: 3, owns: ['altar'], tokens: ['urbanism'] }, B: { coins: 3, owns: ['palace'] }, age: 3 })
    const after = game.act(swap('palace', 'altar'))
    expect([after.score('A').blue, after.score('B').blue, after.coins('A'), after.coins('B')]).toEqual([7, 3, 3, 3])
  })
})

describe('Insider Influence', () => {
  const decrees = { 1: 'shield', 2: 'coins-red', 3: 'coins-blue' } as const

  test("118 the shield decree that moves from one's own chamber to the opponent's pushes the pawn twice", () => {
    const moving = triggered('insider-influence', { cubes: { 1: '1-0', 3: '0-1' }, decrees })
    const after = moving.act(moveDecree(1, 3))
    expect(after.state.pawn).toBe(-2)
    expect([after.decrees(1), after.decrees(3)]).toEqual([[], ['coins-blue', 'shield']])
    expectAsked(after, 'A', 'move')
  })

  test('118 the token that is taken so is resolved by the opponent before the move', () => {
    const moving = triggered('insider-influence', { pawn: -1, cubes: { 1: '1-0', 3: '0-1' }, decrees })
    const token = moving.act(moveDecree(1, 3))
    expectAsked(token, 'B', 'place', PLACE_ANYWHERE)
    expectAsked(token.act(place(6)), 'A', 'move', [move(1, 2), DECLINE])
  })

  test.each([
    ['from the opponent to me', '0-1', '1-0', 2],
    ['from me to nobody', '1-0', '0-0', -1],
    ['from the opponent to nobody', '0-1', '1-1', 1],
    ['from nobody to me', '0-0', '1-0', 1],
    ['from nobody to the opponent', '1-1', '0-1', -1],
    ['from nobody to nobody', '0-0', '1-1', 0],
  ] as const)('118 %s it pushes by what is lost and gained', (_, from, to, pawn) => {
    const after = triggered('insider-influence', { cubes: { 1: from, 3: to }, decrees }).act(moveDecree(1, 3))
    expect(after.state.pawn).toBe(pawn)
  })

  test('119 between two chambers of the same player it pushes nothing', () => {
    const after = triggered('insider-influence', { cubes: { 1: '1-0', 3: '2-1' }, decrees }).act(moveDecree(1, 3))
    expect([after.state.pawn, pushes(after)]).toEqual([0, []])
  })

  test('120 a decree that lies face down is revealed in a chamber that is controlled, and both are in force', () => {
    const moving = triggered('insider-influence', { A: { coins: 0 }, cubes: { 3: '1-0' }, decrees, accessible: ['guard-tower', 'altar'] })
    const after = moving.act(moveDecree(2, 3))
    expect(after.eventsOf('decree-revealed')).toEqual([{ type: 'decree-revealed', chamber: 3, decree: 'coins-red' }])
    expect([after.decrees(2), after.decrees(3)]).toEqual([[], ['coins-blue', 'coins-red']])
    const turn = after.act(DECLINE)
    expect(turn.build('guard-tower').gains('A')).toEqual([['decree', 1]])
    expect(turn.build('altar').gains('A')).toEqual([['decree', 1]])
  })

  test('120 in a chamber without control it stays face down, until control is gained and both are revealed', () => {
    const moving = triggered('insider-influence', { decrees: { ...decrees, 6: 'coins-green' }, accessible: ['conspirator-1'] })
    const after = moving.act(moveDecree(2, 6))
    expect([after.faceDownDecrees(), after.decrees(6)]).toEqual([[4, 6], []])
    expect(after.eventsOf('decree-moved')).toEqual([{ type: 'decree-moved', seat: 0, from: 2, to: 6 }])
    expect(after.view('A').senate![6].decrees).toEqual({ 0: {}, 1: {} })
    const gained = after.recruit('conspirator-1').act(place(6))
    expect(gained.decrees(6)).toEqual(['coins-green', 'coins-red'])
    expect(gained.eventsOf('decree-revealed').map(({ decree }) => decree)).toEqual(['coins-green', 'coins-red'])
  })

  test('121 a decree moves to another chamber, any of five; an empty chamber keeps its points and counts for supremacy', () => {
    const moving = triggered('insider-influence', { cubes: { 1: '1-0', 2: '1-0', 3: '1-0', 4: '1-0', 5: '1-0', 6: '1-1' }, decrees, accessible: ['politician-left-1'], A: { owns: ['altar'] } })
    const chambers = [1, 2, 3, 4, 5, 6] as const
    expectAsked(moving, 'A', 'move-decree', chambers.flatMap((from) => chambers.flatMap((to) => (from === to ? [] : [moveDecree(from, to)]))))
    expectNotOffered(moving, ...chambers.map((chamber) => moveDecree(chamber, chamber)))
    expectMandatory(moving)

    const emptied = moving.do(moveDecree(3, 2), DECLINE)
    expect([emptied.decrees(3), emptied.score('A').senate]).toEqual([[], 1 + 2 + 3 + 3 + 2])
    const won = triggered('insider-influence', { cubes: { 1: '1-0', 2: '1-0', 3: '1-0', 4: '2-0', 5: '2-0', 6: '1-1' }, decrees }).do(moveDecree(3, 2), move(5, 6))
    expectWon(won, 'politics', 'A')
  })

  test('a chamber without a decree has nothing to move, and nothing in force', () => {
    const moving = triggered('insider-influence', { cubes: { 3: '1-0' }, decrees: { 3: [], 5: ['coins-blue', 'coins-red'] }, accessible: ['altar'] })
    expect(moving.legal().some((action) => action.type === 'move-decree' && action.from === 3)).toBe(false)
    expect(moving.do(moveDecree(1, 2), DECLINE).build('altar').gains('A')).toEqual([])
  })
})

describe('Sabotage', () => {
  const under = (game: AgoraGame): MatchState['cities'][0]['wonders'][0]['under'] => game.city('B').wonders[0]!.under

  test('122 a wonder of the opponent goes back to the box, with its points and its production; its card is discarded', () => {
    const choosing = triggered('sabotage', { B: { constructed: ['great-lighthouse', 'sphinx'], wonders: ['pyramids'] }, accessible: ['baths'] })
    expectAsked(choosing, 'A', 'destroy-wonder', [chooseWonder('great-lighthouse'), chooseWonder('sphinx')])
    expectMandatory(choosing)
    const card = under(choosing)
    expect(choosing.score('B').wonders).toBe(4 + 6)
    const after = choosing.act(chooseWonder('great-lighthouse'))
    expect(after.score('B').wonders).toBe(6)
    expect(after.city('B').wonders.map(({ id }) => id)).not.toContain('great-lighthouse')
    expect(after.state.discardPile).toEqual([card])
    expect(after.eventsOf('wonder-destroyed')).toEqual([{ type: 'wonder-destroyed', seat: 0, wonder: 'great-lighthouse', card }])
    expectTurnOf(after, 'A')
    expect(after.pass().price('baths').total).toBe(2)
    for (const game of [after, after.pass()]) expectNotOffered(game.withCoins(50), game.constructing('great-lighthouse'))
  })

  test('123 the pawn stays where the Colossus has pushed it', () => {
    const after = triggered('sabotage', { pawn: -2, B: { constructed: ['colossus'] } }).act(chooseWonder('colossus'))
    expect(after.state.pawn).toBe(-2)
  })

  test('124 all seven wonders that remain can be constructed, none is removed', () => {
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
    expect(seventh.state.cities.map(({ wonders }) => wonders.filter((wonder) => wonder.under !== null).length)).toEqual([4, 3])
  })

  test('125 without Sabotage the seventh wonder sends the eighth to the box', () => {
    const game = agora({
      A: { coins: 40, constructed: ['pyramids', 'mausoleum', 'great-library'], wonders: ['colossus'] },
      B: { coins: 40, constructed: ['statue-of-zeus', 'great-lighthouse', 'circus-maximus'], wonders: ['knossos'] },
    })
    const after = game.wonder('colossus')
    expect(after.eventsOf('wonder-removed')).toEqual([{ type: 'wonder-removed', seat: 1, wonder: 'knossos' }])
    expect(after.city('B').wonders.map(({ id }) => id)).toEqual(['statue-of-zeus', 'great-lighthouse', 'circus-maximus'])
  })
})
