/** pantheon.md §10: setup and draft. */
import { describe, expect, test } from 'vitest'
import { deal, start } from '../../../src/rules/index.ts'
import { cardData, PANTHEON } from '../support/data.ts'
import { expectNotOffered } from '../support/expect-decision.ts'
import { Game, VIEWERS } from '../support/game.ts'
import { newPantheonGame, PANTHEON_OPTIONS } from '../support/pantheon.ts'
import { activate, SPACES } from '../support/pantheon-actions.ts'

const SEEDS = ['one', 'two', 'three', 'four', 'five']
const MYTHOLOGIES = PANTHEON.mythologies.map(({ id }) => id)
const TOKEN_SLOTS = [2, 4, 9, 11, 13]

/** The first turn of Age I: all wonders are drafted. */
const drafted = (seed: string) => {
  let game = newPantheonGame(seed)
  while (game.decision === 'draft') game = game.act(game.legal()[0]!)
  return game
}

describe('setup with Pantheon', () => {
  test('P01 five decks of three divinities, six empty spaces, five Mythology tokens on slots, five in the box', () => {
    for (const seed of SEEDS) {
      const game = newPantheonGame(seed)
      for (const { id, divinities } of PANTHEON.mythologies) {
        expect([...game.deck(id)].sort()).toEqual([...divinities].sort())
      }
      expect(game.spaces()).toEqual([null, null, null, null, null, null])
      expect(Object.keys(game.slotTokens()).map(Number)).toEqual(TOKEN_SLOTS)
      expect(Object.values(game.slotTokens())).toEqual(game.state.deal.mythologyTokens)
      expect(game.state.deal.boxMythologyTokens).toHaveLength(5)
      expect([...game.state.deal.offeringTokens!].sort()).toEqual(PANTHEON.offeringTokens.map(({ id }) => id))
      for (const player of ['A', 'B'] as const) {
        expect([game.divinities(player), game.mythologyTokens(player), game.offerings(player)]).toEqual([[], [], []])
        expect([game.stored(player), game.snake(player)]).toEqual([0, null])
      }
      expect([game.enki, game.minerva]).toEqual([[], null])
    }
  })

  test('P02 eight wonders drafted and six in the box, five and eight tokens, three and two Grand Temples', () => {
    for (const seed of SEEDS) {
      const { deal: dealt, boardTokens, boxTokens } = newPantheonGame(seed).state
      expect([dealt.firstWonders.length + dealt.secondWonders.length, dealt.boxWonders.length]).toEqual([8, 6])
      expect([boardTokens.length, boxTokens.length]).toEqual([5, 8])
      const temples = PANTHEON.grandTemples.map(({ id }) => id)
      const inPlay = dealt.ages[3].slots.filter((card) => temples.some((id) => id === card))
      expect([...inPlay, ...dealt.boxTemples!].sort()).toEqual([...temples].sort())
      expect([inPlay.length, dealt.boxTemples!.length, dealt.boxGuilds.length]).toEqual([3, 2, 7])
      expect(new Set(dealt.boxGuilds).size).toBe(7)
    }
  })

  test('P03 Age III has 17 age cards and three Grand Temples, no guild; no card occurs twice', () => {
    for (const seed of SEEDS) {
      const { ages } = deal(seed, PANTHEON_OPTIONS)
      const decks = ages[3].slots.map((card) => cardData(card).deck)
      expect(decks.filter((deck) => deck === 'age3')).toHaveLength(17)
      expect(decks.filter((deck) => deck === 'temple')).toHaveLength(3)
      const all = [1, 2, 3].flatMap((age) => [...ages[age as 1].slots, ...ages[age as 1].removed])
      expect(new Set(all).size).toBe(all.length)
      expect([1, 2, 3].map((age) => ages[age as 1].removed.length)).toEqual([3, 3, 3])
    }
  })

  test('P04 the structure of Age I with its tokens is visible before the first pick', () => {
    const game = newPantheonGame('draft')
    expect(game.decision).toBe('draft')
    for (const viewer of VIEWERS) {
      const slots = Object.entries(game.view(viewer).structure)
      expect(slots.filter(([, { card }]) => card !== undefined)).toHaveLength(12)
      expect(slots.filter(([, { card, back }]) => card === undefined && back === 'I')).toHaveLength(8)
      const tokens = slots.flatMap(([slot, { token }]) => (token ? [[Number(slot), token]] : []))
      expect(tokens).toEqual(
        TOKEN_SLOTS.map((slot, index) => {
          const id = game.state.deal.mythologyTokens![index]!
          return [slot, { mythology: PANTHEON.mythologyTokens.find((token) => token.id === id)!.mythology }]
        }),
      )
    }
  })

  test('P05 the same seed and options give the same match; without Pantheon Ages I and II have the same cards', () => {
    for (const seed of SEEDS) {
      const dealt = deal(seed, PANTHEON_OPTIONS)
      expect(JSON.stringify(deal(seed, { ...PANTHEON_OPTIONS }))).toBe(JSON.stringify(dealt))
      expect(JSON.stringify(start(PANTHEON_OPTIONS, dealt))).toBe(JSON.stringify(newPantheonGame(seed).state))
      const without = deal(seed, { ...PANTHEON_OPTIONS, pantheon: false })
      for (const age of [1, 2] as const) expect(without.ages[age]).toEqual(dealt.ages[age])
      expect(Object.keys(without)).not.toContain('divinities')
      expect(Object.keys(dealt)).not.toContain('libraryOrder')
      expect([dealt.enkiOrders!.length, dealt.libraryOrders!.length]).toEqual([3, 2])
      for (const order of [...dealt.enkiOrders!, ...dealt.libraryOrders!]) {
        expect([...order].sort()).toEqual([...dealt.boardTokens, ...dealt.boxTokens].sort())
      }
    }
  })

  test('P06 a first game has the fixed wonders; the Sanctuary and the Divine Theater are in the box', () => {
    const game = newPantheonGame('first game', { wonders: 'first-game' })
    expect(game.decision).toBe('turn')
    expect(game.city('A').wonders.map(({ id }) => id)).toEqual([
      'pyramids',
      'great-lighthouse',
      'temple-of-artemis',
      'statue-of-zeus',
    ])
    expect(game.state.deal.boxWonders).toEqual(expect.arrayContaining(['sanctuary', 'divine-theater']))
    expect(game.state.deal.boxWonders).toHaveLength(6)
    expect(Object.keys(game.slotTokens()).map(Number)).toEqual(TOKEN_SLOTS)
    expect(MYTHOLOGIES.map((mythology) => game.deck(mythology).length)).toEqual([3, 3, 3, 3, 3])
  })

  test('P07 the Mythology tokens of the slots and of the box are two of each mythology', () => {
    for (const seed of SEEDS) {
      const { mythologyTokens, boxMythologyTokens } = deal(seed, PANTHEON_OPTIONS)
      const all = [...mythologyTokens!, ...boxMythologyTokens!]
      expect([...all].sort()).toEqual(PANTHEON.mythologyTokens.map(({ id }) => id).sort())
    }
  })

  test('P08 in Age I nothing can be activated', () => {
    const game = drafted('one')
    expect(game.state.age).toBe(1)
    expect(game.activations()).toEqual([])
    expectNotOffered(game, ...SPACES.map((space) => activate(space)))
  })

  test('a missing option means that Pantheon is not in the box', () => {
    const options = { agora: false, wonders: 'draft', tiedPawn: 'chooses' } as unknown as typeof PANTHEON_OPTIONS
    const game = new Game(start(options, deal('old', options)))
    expect(game.state.pantheon).toBeNull()
    expect(deal('old', options)).toEqual(deal('old', { ...PANTHEON_OPTIONS, pantheon: false }))
    const turn = new Game(
      start({ ...options, wonders: 'first-game' }, deal('old', { ...options, wonders: 'first-game' })),
    )
    expectNotOffered(turn, activate(1))
  })
})
