/** agora.md §10: setup and structure. */
import { describe, expect, test } from 'vitest'
import { agora, newAgoraGame } from '../support/agora.ts'
import { DECLINE } from '../support/agora-actions.ts'
import type { AgoraGame } from '../support/agora-game.ts'
import { isSenator } from '../support/agora-position.ts'
import { AGORA, BASE, cardData } from '../support/data.ts'
import { expectTurnOf } from '../support/expect.ts'
import { VIEWERS } from '../support/game.ts'
import { playOut } from '../support/playout.ts'

const SEEDS = ['Curia', 'Knossos', 'ides of March', 'nine', '']
const AGES = [1, 2, 3] as const

const slotsWhere = (game: AgoraGame, is: 'accessible' | 'face down'): number[] =>
  Object.entries(game.view('spectator').structure).flatMap(([slot, { accessible, card }]) =>
    (is === 'accessible' ? accessible : card === undefined) ? [Number(slot)] : [],
  )

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The structure of an age when it has just been laid out, after the last card of the age before. */
const laidOut = (age: 2 | 3): AgoraGame =>
  age === 2 ? agora({ last: 'altar' }).discard('altar') : agora({ last: 'walls' }).discard('walls')

describe('setup and structure', () => {
  test('1 structures of 25, 25 and 23 cards with 5, 5 and 3 senators; 3 cards per age and 4 guilds in the box', () => {
    for (const seed of SEEDS) {
      const { deal } = newAgoraGame(seed).state
      const structures = AGES.map((age) => deal.ages[age].slots)
      expect(structures.map((slots) => slots.length)).toEqual([25, 25, 23])
      expect(structures.map((slots) => slots.filter(isSenator).length)).toEqual([5, 5, 3])
      expect(new Set(structures.flat().filter(isSenator)).size).toBe(13)
      const buildings = structures.map((slots) => slots.flatMap((card) => (isSenator(card) ? [] : [cardData(card)])))
      for (const age of AGES) {
        expect(buildings[age - 1]!.filter(({ deck }) => deck === `age${age}`)).toHaveLength(age === 3 ? 17 : 20)
        expect(buildings[age - 1]!.filter(({ deck }) => deck === 'guild')).toHaveLength(age === 3 ? 3 : 0)
        expect(deal.ages[age].removed.map((card) => cardData(card).deck)).toEqual([
          `age${age}`,
          `age${age}`,
          `age${age}`,
        ])
      }
      expect(deal.boxGuilds.map((card) => cardData(card).deck)).toEqual(['guild', 'guild', 'guild', 'guild'])
      const everything = [...structures.flat(), ...AGES.flatMap((age) => deal.ages[age].removed), ...deal.boxGuilds]
      expect(new Set(everything).size).toBe(66 + 7 + 13)
    }
  })

  test('1 each age begins with that number of cards', () => {
    const sizes = new Map<number, number>()
    playOut(newAgoraGame('Curia'), ({ state }) => {
      if (!sizes.has(state.age)) sizes.set(state.age, state.structure.filter((card) => card !== null).length)
    })
    expect(Object.fromEntries(sizes)).toEqual({ 1: 25, 2: 25, 3: 23 })
  })

  test('2 five tokens on the board and 7 in the box, 8 wonders drafted, 6 decrees laid, 12 cubes per player', () => {
    for (const seed of SEEDS) {
      const game = newAgoraGame(seed)
      const { state } = game
      expect([state.boardTokens.length, state.boxTokens.length]).toEqual([5, 7])
      expect([...state.boardTokens, ...state.boxTokens].sort()).toEqual(
        [...BASE.progressTokens, ...AGORA.progressTokens].map(({ id }) => id).sort(),
      )
      expect([state.draft.length, state.deal.secondWonders.length, state.deal.boxWonders.length]).toEqual([4, 4, 6])
      expect(new Set([...state.draft, ...state.deal.secondWonders, ...state.deal.boxWonders]).size).toBe(14)
      expect([state.senate!.decrees.map((laid) => laid.length), state.deal.boxDecrees.length]).toEqual([
        [1, 1, 1, 1, 1, 1],
        10,
      ])
      expect(new Set([...state.senate!.decrees.flat().map(({ id }) => id), ...state.deal.boxDecrees]).size).toBe(16)
      expect(new Set(state.conspiracyDeck).size).toBe(16)
      expect([game.reserve('A'), game.reserve('B')]).toEqual([12, 12])
      expect([state.pawn, game.coins('A'), game.coins('B')]).toEqual([0, 7, 7])
      expect(state.militaryTokens).toEqual([
        ['minor', 'major'],
        ['minor', 'major'],
      ])
    }
  })

  test('2 a first game has fixed wonders, no draft and no selected-effects', () => {
    const game = newAgoraGame('Curia', { wonders: 'first-game' })
    expectTurnOf(game, 'A')
    expect(game.state.cities.map(({ wonders }) => wonders.length)).toEqual([4, 4])
    expect(game.state.deal.boxWonders).toEqual(expect.arrayContaining(['curia-julia', 'knossos']))
    expect([
      game.state.deal.boxWonders.length,
      game.reserve('A'),
      game.reserve('B'),
      game.state.conspiracyDeck.length,
    ]).toEqual([6, 12, 12, 16])
    expect(game.accessible()).toEqual(range(18, 24))
  })

  test('3 the decrees of chambers 1, 3 and 5 lie face up, those of 2, 4 and 6 face down', () => {
    const game = newAgoraGame('Curia')
    expect(game.faceDownDecrees()).toEqual([2, 4, 6])
    for (const viewer of VIEWERS) {
      const shown = Object.values(game.view(viewer).senate!).map(({ decrees }) => decrees[0]!.id !== undefined)
      expect(shown).toEqual([true, false, true, false, true, false])
    }
  })

  test('4 in Age I slots 18 to 24 are accessible, 3 to 6 and 12 to 17 face down', () => {
    const game = newAgoraGame('Curia')
    expect(slotsWhere(game, 'accessible')).toEqual(range(18, 24))
    expect(slotsWhere(game, 'face down')).toEqual([...range(3, 6), ...range(12, 17)])
  })

  test('5 in Age II slots 22 to 24 are accessible, 7 to 12 and 18 to 21 face down', () => {
    const game = laidOut(2)
    expect(slotsWhere(game, 'accessible')).toEqual(range(22, 24))
    expect(slotsWhere(game, 'face down')).toEqual([...range(7, 12), ...range(18, 21)])
  })

  test('6 in Age III slots 21 and 22 are accessible, 2-4, 9-13 and 18-20 face down; only slot 14 covers slot 9', () => {
    const game = laidOut(3)
    expect(slotsWhere(game, 'accessible')).toEqual([21, 22])
    expect(slotsWhere(game, 'face down')).toEqual([...range(2, 4), ...range(9, 13), ...range(18, 20)])

    const late = agora({ age: 3, left: [...range(0, 13), 14, 15], at: { 14: 'port' } })
    expect(slotsWhere(late, 'accessible')).not.toContain(9)
    const uncovered = slotsWhere(late.discard('port'), 'accessible')
    expect(uncovered).toContain(9)
    expect(uncovered).not.toContain(10)
  })

  test('7 slot 12 is turned up at the end of the turn that took the second of 18 and 19', () => {
    const game = agora({ B: { coins: 20 }, at: { 18: 'altar', 19: 'conspirator-1' } })
    const first = game.discard('altar')
    expect(slotsWhere(first, 'face down')).toContain(12)

    const deciding = first.recruit('conspirator-1')
    expect(deciding.decision).toBe('conspirator')
    expect(slotsWhere(deciding, 'face down')).toContain(12)
    const after = deciding.act({ type: 'place-influence', chamber: 1 })
    expect(slotsWhere(after, 'face down')).not.toContain(12)
    expect(slotsWhere(after, 'accessible')).toContain(12)
    expect(after.eventsOf('card-revealed')).toEqual([
      { type: 'card-revealed', slot: 12, card: game.state.structure[12] },
    ])
  })

  test('7 the cards turn up after a politician who stops, too', () => {
    const game = agora({ at: { 18: 'altar', 19: 'politician-left-1' } })
    expect(slotsWhere(game.discard('altar').recruit('politician-left-1').act(DECLINE), 'face down')).not.toContain(12)
  })

  test('8 the cards of Age I that lie face up are visible to both players during the draft', () => {
    const game = newAgoraGame('Curia')
    expect(game.decision).toBe('draft')
    const up = [...range(0, 2), ...range(7, 11), ...range(18, 24)]
    for (const viewer of VIEWERS) {
      expect(game.faceUpFor(viewer)).toEqual(up)
      expect(Object.keys(game.view(viewer).structure)).toHaveLength(25)
      for (const slot of up) expect(game.view(viewer).structure[slot]!.card).toBe(game.state.deal.ages[1].slots[slot])
    }
  })
})
