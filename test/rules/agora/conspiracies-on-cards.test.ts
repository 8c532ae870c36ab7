/** agora.md §10: single conspiracies that take cards of the structure and the box. */
import { describe, expect, test } from 'vitest'
import type { AgoraDescription } from '../support/agora.ts'
import { agora, triggered } from '../support/agora.ts'
import { choose, chooseSlot, chooseToken, DECLINE, move, trigger } from '../support/agora-actions.ts'
import { expectTurnOf } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered } from '../support/expect-decision.ts'
import { namesIn } from '../support/names.ts'

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('Property Fraud', () => {
  test('103 constructs a covered card of the last row for free, with its effects, and uncovers nothing', () => {
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
    const game = triggered('property-fraud', {
      A: { coins: 0, owns: ['altar', 'tavern'], tokens: ['urbanism'] },
      at: { 0: 'merchants-guild', 1: 'lighthouse' },
    })
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
    const empty = triggered('property-fraud', {
      age: 1,
      left: [1, 2, 5],
      at: { 1: 'politician-left-1', 2: 'conspirator-1' },
    })
    expect(empty.skipped()).toEqual(['construct-last-row'])
  })

  test('105 with the last card of an age the main action is skipped, and its player counts as the last to play', () => {
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
    1: ['baths', 'stable', 'press'],
    2: ['library', 'walls', 'forum'],
    3: ['palace', 'arena', 'circus'],
  } satisfies AgoraDescription['removed']

  test.each([
    [1, 3],
    [2, 6],
    [3, 9],
  ] as const)('106 in Age %i one of the %i cards removed so far is constructed', (age, count) => {
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
      expect(
        namesIn([choosing.view(viewer), choosing.eventsFor(viewer)]).filter((name) => cards.includes(name)),
      ).toEqual([])
      const shown = namesIn([after.view(viewer), after.eventsFor(viewer)]).filter((name) => cards.includes(name))
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

describe('Turn of Events', () => {
  /** The whole structure of Age I but for the last slot. */
  const left = range(0, 23)

  test('110 a card that the second discard uncovers is turned up at once, and the main action can take it', () => {
    const choosing = triggered('turn-of-events', { A: { coins: 5 }, left })
    expectAsked(choosing, 'A', 'discard-available', range(18, 23).map(chooseSlot))
    expectMandatory(choosing)
    const second = choosing.act(chooseSlot(18))
    expectAsked(second, 'A', 'discard-available', [...range(19, 23).map(chooseSlot), DECLINE])
    const after = second.act(chooseSlot(19))
    expect(after.eventsOf('card-revealed')).toEqual([
      { type: 'card-revealed', slot: 12, card: after.state.structure[12] },
    ])
    expectTurnOf(after, 'A')
    expect(after.accessible()).toContain(12)
    expect([after.coins('A'), after.state.discardPile.length]).toEqual([5, 2])
    expect(after.act({ type: 'discard-card', slot: 12 }).coins('A')).toBe(7)
  })

  test('110 a card that the first discard uncovers can be the second discard', () => {
    const game = triggered('turn-of-events', { left: [...range(0, 18), 20], at: { 18: 'conspirator-1' } })
    const second = game.act(chooseSlot(18))
    expect([second.view('B').structure[12]!.card, second.isLegal(chooseSlot(12))]).toEqual([
      game.state.structure[12],
      true,
    ])
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

  test('112 with one card left the second discard and the main action are skipped, but the move is offered', () => {
    const moving = triggered('turn-of-events', { cubes: { 1: '1-0' }, last: 'altar' }).act(chooseSlot(0))
    expect(moving.skipped()).toEqual(['discard-available'])
    expectAsked(moving, 'A', 'move')
    const ended = moving.act(DECLINE)
    expect([ended.state.age, ended.skipped()]).toEqual([2, ['turn']])
    expectAsked(ended, 'A', 'first-player')
  })

  test('112 triggered by Curia Julia it loses the extra turn too', () => {
    const game = agora({
      A: { coins: 20, unprepared: ['turn-of-events'], wonders: ['curia-julia'] },
      left: [0, 1, 4],
      at: { 4: 'altar' },
    })
    const after = game.wonder('curia-julia', 'altar').do(trigger('turn-of-events'), chooseSlot(0), chooseSlot(1))
    expect(after.state.age).toBe(2)
    expectAsked(after, 'A', 'first-player')
    expectTurnOf(after.letBegin('A').pass(), 'B')
  })
})
