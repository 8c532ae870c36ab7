/** agora.md §10: the draft of the wonders. */
import { describe, expect, test } from 'vitest'
import { agora, agoraDraft } from '../support/agora.ts'
import { chooseWonder, DECLINE, draft, keep, place, PLACE_ANYWHERE, trigger } from '../support/agora-actions.ts'
import { expectTurnOf } from '../support/expect.ts'
import {
  expectAsked,
  expectMandatory,
  expectNotOffered,
  expectNoTurnAction,
  pushes,
} from '../support/expect-decision.ts'
import { namesIn } from '../support/names.ts'

const FIRST = ['pyramids', 'colossus', 'sphinx'] as const
const SECOND = ['mausoleum', 'piraeus', 'great-library', 'appian-way'] as const

describe('the draft', () => {
  test('9 a player who picks Knossos places a cube in any chamber before the next pick', () => {
    const game = agoraDraft({ first: ['knossos', ...FIRST], decrees: { 2: 'coins-blue' } })
    const placing = game.act(draft('knossos'))
    expectAsked(placing, 'A', 'place', PLACE_ANYWHERE)
    expectMandatory(placing)
    expectNoTurnAction(placing, draft('pyramids'))

    const after = placing.act(place(2))
    expect(after.decrees(2)).toEqual(['coins-blue'])
    expect(after.eventsOf('decree-revealed')).toEqual([{ type: 'decree-revealed', chamber: 2, decree: 'coins-blue' }])
    expect([after.cubes(2), after.controller(2), after.reserve('A')]).toEqual(['1-0', 'A', 11])
    expectAsked(after, 'B', 'draft', FIRST.map(draft))
  })

  test('10 Knossos can reveal the shield decree, which pushes the pawn', () => {
    const game = agoraDraft({ first: ['knossos', ...FIRST], decrees: { 6: 'shield' } })
    const after = game.do(draft('knossos'), place(6))
    expect(after.decrees(6)).toEqual(['shield'])
    expect([after.state.pawn, pushes(after)]).toEqual([1, [['A', 0, 1]]])

    const other = game.do(draft('pyramids'), draft('knossos'), place(6))
    expect([other.state.pawn, other.controller(6)]).toEqual([-1, 'B'])
  })

  test('11 a player who picks Curia Julia sees two conspiracies and keeps one before the next pick', () => {
    const game = agoraDraft({ first: ['curia-julia', ...FIRST], deck: ['coup', 'treason', 'sabotage'] })
    const choosing = game.act(draft('curia-julia'))
    expectAsked(choosing, 'A', 'keep-conspiracy', [
      keep('coup', 'top'),
      keep('coup', 'bottom'),
      keep('treason', 'top'),
      keep('treason', 'bottom'),
    ])
    expect(choosing.view('A').decision?.drawn).toEqual(['coup', 'treason'])
    expectMandatory(choosing)
    expectNoTurnAction(choosing, draft('pyramids'))

    const top = choosing.act(keep('treason', 'top'))
    expect(top.conspiracies('A')).toEqual(['treason unprepared'])
    expect([top.state.conspiracyDeck.length, top.state.conspiracyDeck.slice(0, 2)]).toEqual([15, ['coup', 'sabotage']])
    expectAsked(top, 'B', 'draft', FIRST.map(draft))

    const bottom = choosing.act(keep('coup', 'bottom'))
    expect(bottom.conspiracies('A')).toEqual(['coup unprepared'])
    expect([bottom.state.conspiracyDeck[0], bottom.state.conspiracyDeck.at(-1)]).toEqual(['sabotage', 'treason'])
  })

  test('12 Knossos as the last wonder of a group is assigned, and its placement is asked for', () => {
    const game = agoraDraft({ first: [...FIRST, 'knossos'], second: SECOND })
    const placing = game.do(...FIRST.map(draft))
    expect(placing.city('A').wonders.map(({ id }) => id)).toEqual(['pyramids', 'knossos'])
    expectAsked(placing, 'A', 'place', PLACE_ANYWHERE)
    // It is resolved at once: the second group is turned up only for its first pick.
    expect(placing.state.draft).toEqual([])
    const second = placing.act(place(4))
    expectAsked(second, 'B', 'draft', SECOND.map(draft))

    const last = agoraDraft({
      first: [...FIRST, 'mausoleum'],
      second: ['piraeus', 'great-library', 'appian-way', 'knossos'],
    }).do(...FIRST.map(draft), draft('piraeus'), draft('great-library'), draft('appian-way'))
    expectAsked(last, 'B', 'place', PLACE_ANYWHERE)
    expectTurnOf(last.act(place(1)), 'A')
  })

  test('12 Curia Julia as the last wonder of a group draws conspiracies', () => {
    const game = agoraDraft({
      first: [...FIRST, 'mausoleum'],
      second: ['piraeus', 'great-library', 'appian-way', 'curia-julia'],
      deck: ['coup', 'treason'],
    })
    const choosing = game.do(...FIRST.map(draft), draft('piraeus'), draft('great-library'), draft('appian-way'))
    expectAsked(choosing, 'B', 'keep-conspiracy')
    const after = choosing.act(keep('coup', 'top'))
    expect(after.conspiracies('B')).toEqual(['coup unprepared'])
    expectTurnOf(after, 'A')
  })

  test('13 Knossos taken by Extortion places nothing, and Curia Julia draws nothing', () => {
    const game = agora({ A: { prepared: ['extortion'] }, B: { wonders: ['knossos', 'curia-julia'] } })
    const taking = game.act(trigger('extortion'))
    for (const wonder of ['knossos', 'curia-julia'] as const) {
      const after = taking.act(chooseWonder(wonder))
      expect(after.city('A').wonders.at(-1)).toEqual({ id: wonder, under: null })
      expectTurnOf(after, 'A')
      expect([after.reserve('A'), after.state.conspiracyDeck.length, after.conspiracies('A')]).toEqual([
        12,
        15,
        ['extortion triggered'],
      ])
    }
    const withCube = agora({ A: { prepared: ['extortion'] }, B: { wonders: ['knossos'] }, cubes: { 1: '1-0' } })
    const moving = withCube.do(trigger('extortion'), chooseWonder('knossos'))
    expectAsked(moving, 'A', 'move')
    expectNoTurnAction(moving, place(1))
    expectTurnOf(moving.act(DECLINE), 'A')
  })

  test('14 while a player chooses one of two conspiracies, the others learn only that two were drawn', () => {
    const game = agoraDraft({ first: ['curia-julia', ...FIRST], deck: ['coup', 'treason'] })
    const choosing = game.act(draft('curia-julia'))
    const after = choosing.act(keep('coup', 'bottom'))
    for (const viewer of ['B', 'spectator'] as const) {
      expect([choosing.view(viewer).conspiracyDeck, after.view(viewer).conspiracyDeck]).toEqual([14, 15])
      const shown = namesIn([
        choosing.view(viewer),
        choosing.eventsFor(viewer),
        after.view(viewer),
        after.eventsFor(viewer),
      ])
      expect(shown.filter((name) => game.state.conspiracyDeck.some((id) => id === name))).toEqual([])
      expect(choosing.eventsFor(viewer)).toContainEqual({ type: 'conspiracies-drawn', seat: 0, count: 2 })
      expect(after.eventsFor(viewer)).toContainEqual({ type: 'conspiracy-kept', seat: 0, count: 1, other: 'bottom' })
      expect(after.view(viewer).cities[0].conspiracies).toEqual({ 0: { state: 'unprepared' } })
    }
    expect(choosing.eventsFor('A')).toContainEqual({
      type: 'conspiracies-drawn',
      seat: 0,
      count: 2,
      drawn: ['coup', 'treason'],
    })
    expect(after.view('A').cities[0].conspiracies).toEqual({ 0: { state: 'unprepared', id: 'coup' } })
    expectNotOffered(choosing, keep('sabotage', 'top'))
  })
})
