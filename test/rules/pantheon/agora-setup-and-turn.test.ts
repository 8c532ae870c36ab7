/** pantheon.md §10: Agora and Pantheon together: setup, tokens, turn. */
import { describe, expect, test } from 'vitest'
import { chooseSlot, draft, place, trigger } from '../support/agora-actions.ts'
import { agoraSlotsOf, isSenator } from '../support/agora-position.ts'
import { AGORA, cardData, PANTHEON } from '../support/data.ts'
import { expectExtraTurn, expectRefused, expectTurnOf } from '../support/expect.ts'
import { expectAsked, expectNoTurnAction } from '../support/expect-decision.ts'
import { VIEWERS } from '../support/game.ts'
import { agoraDraftWithPantheon } from '../support/pantheon.ts'
import { both, newPantheonGame } from '../support/pantheon.ts'
import { activate, lay } from '../support/pantheon-actions.ts'

const AGES = [1, 2, 3] as const

describe('setup with Agora and Pantheon', () => {
  const SEEDS = ['one', 'two', 'three']

  test('P132 structures of 25, 25 and 23 cards, pools of 16 wonders and 15 progress tokens, no guild in play', () => {
    for (const seed of SEEDS) {
      const { deal, boardTokens, boxTokens, militaryTokens } = newPantheonGame(seed, { agora: true }).state
      expect(AGES.map((age) => deal.ages[age].slots.length)).toEqual([25, 25, 23])
      const ageIII = deal.ages[3].slots.map((card) => (isSenator(card) ? 'senator' : cardData(card).deck))
      expect(
        ['age3', 'temple', 'senator', 'guild'].map((kind) => ageIII.filter((each) => each === kind).length),
      ).toEqual([17, 3, 3, 0])
      expect([deal.firstWonders.length + deal.secondWonders.length, deal.boxWonders.length]).toEqual([8, 8])
      expect([boardTokens.length, boxTokens.length]).toEqual([5, 10])
      expect(militaryTokens).toEqual([
        ['minor', 'major'],
        ['minor', 'major'],
      ])
      expect(deal.boxGuilds).toHaveLength(7)
    }
  })

  test('P133 the tokens lie on slots of the layouts of Agora, all of them face down', () => {
    const game = newPantheonGame('slots', { agora: true })
    expect(Object.keys(game.slotTokens()).map(Number)).toEqual([4, 6, 12, 14, 17])
    const ageII = both({ age: 1, last: 'altar', spaces: { 1: 'tanit' } }).discard('altar')
    expect(Object.keys(ageII.slotTokens()).map(Number)).toEqual([7, 9, 12])
    for (const [age, slots] of [
      [1, [4, 6, 12, 14, 17]],
      [2, [7, 9, 12]],
    ] as const) {
      for (const slot of slots) expect(agoraSlotsOf(age)[slot]!.faceUp).toBe(false)
    }
  })

  test('P134 the token is taken before the card turns up, whatever the card is', () => {
    for (const card of ['conspirator-1', 'altar'] as const) {
      const game = both({ age: 1, at: { 12: card }, tokensAt: { 12: 'mythology-greek-1' }, left: without(18) })
      const placing = game.act({ type: 'discard-card', slot: 19 })
      expectAsked(placing, 'A', 'place-divinity')
      expect(placing.view('A').structure[12]!.card).toBeUndefined()
      const after = placing.act(lay('hades', 1))
      expect(after.view('B').structure[12]).toMatchObject({ card })
    }
  })

  test('P135 backs of Age III tell Grand Temples, senators and age cards apart, not which they are', () => {
    const game = both({ age: 3, at: { 2: 'greek-grand-temple', 3: 'politician-left-1', 4: 'palace' } })
    for (const viewer of VIEWERS) {
      expect([2, 3, 4].map((slot) => game.view(viewer).structure[slot])).toEqual([
        { back: 'temple' },
        { back: 'senator' },
        { back: 'III' },
      ])
    }
  })

  test('P136 a selected-effect comes before the next pick, with Age I and its tokens laid out', () => {
    const game = agoraDraftWithPantheon(['knossos', 'sanctuary', 'divine-theater', 'sphinx'])
    expect(Object.keys(game.slotTokens())).toHaveLength(5)
    const placing = game.act(draft('knossos'))
    expectAsked(placing, 'A', 'place')
    for (const viewer of VIEWERS) {
      const tokens = Object.values(placing.view(viewer).structure).flatMap(({ token }) => token ?? [])
      expect(tokens).toHaveLength(5)
    }
    expectAsked(placing.act(place(2)), 'B', 'draft')
  })
})

const ALL = Array.from({ length: 25 }, (_, slot) => slot)
const without = (...gone: readonly number[]): number[] => ALL.filter((slot) => !gone.includes(slot))

describe('the turn with Agora and Pantheon', () => {
  const A = { coins: 20, prepared: ['blackmail'] } as const

  test('P137 a conspiracy is triggered first, then a divinity activated', () => {
    const game = both({ A: { ...A, coins: 0 }, B: { coins: 8 }, spaces: { 1: 'tanit' } })
    const triggered = game.act(trigger('blackmail'))
    expectTurnOf(triggered, 'A')
    const after = triggered.activate(1)
    expect([after.coins('A'), after.divinities('A')]).toEqual([13, ['tanit']])
    expectTurnOf(after, 'B')
  })

  test('P138 after the activation nothing can be triggered in that turn', () => {
    const game = both({ A, spaces: { 1: 'minerva' } })
    const placing = game.activate(1)
    expectNoTurnAction(placing, trigger('blackmail'))
    const after = placing.act({ type: 'place-minerva', position: 0 })
    expectTurnOf(after, 'B')
    expectRefused(after, trigger('blackmail'), 'not-offered')
  })

  test('P139 an activation prepares nothing', () => {
    const game = both({ A: { coins: 20, unprepared: ['coup'] }, spaces: { 1: 'tanit' } })
    expectRefused(game, { type: 'prepare-conspiracy', conspiracy: 'coup' } as never, 'malformed')
    expect(game.activate(1).conspiracies('A')).toEqual(['coup unprepared'])
  })

  test('P140 a conspiracy that empties the structure leaves no activation', () => {
    const game = both({ A: { coins: 20, prepared: ['property-fraud'] }, spaces: { 3: 'tanit' }, last: 'walls' })
    const after = game.do(trigger('property-fraud'), chooseSlot(0))
    expect([after.owns('A', 'walls'), after.state.age, after.decision]).toEqual([true, 3, 'first-player'])
    expect(after.skipped()).toContain('turn')
    expect(after.spaces()[2]).toBe('tanit')
  })

  test('P141 the extra turn of Curia Julia can be used for an activation', () => {
    const game = both({ A: { coins: 40, wonders: ['curia-julia'] }, spaces: { 1: 'tanit' } }).wonder('curia-julia')
    expectExtraTurn(game, 'A')
    expect(game.activate(1).divinities('A')).toEqual(['tanit'])
  })

  test('P142 so can the extra turn of a conspirator', () => {
    const game = both({
      A: { coins: 20 },
      cubes: { 1: '1-0' },
      decrees: { 1: 'conspirator-extra-turn' },
      spaces: { 1: 'tanit' },
      accessible: ['conspirator-1'],
    })
    const extra = game.recruit('conspirator-1').act(place(2))
    expectExtraTurn(extra, 'A')
    expect(extra.isLegal(activate(1))).toBe(true)
  })

  test('P179 Turn of Events triggered by Curia Julia first turns up what its card has uncovered, token and all', () => {
    const game = both({
      age: 1,
      A: { coins: 40, wonders: ['curia-julia'], unprepared: ['turn-of-events'] },
      left: without(18),
      tokensAt: { 12: 'mythology-roman-1' },
    })
    const triggered = game
      .act({ type: 'construct-wonder', slot: 19, wonder: 'curia-julia' })
      .act(trigger('turn-of-events'))
    expectAsked(triggered, 'A', 'place-divinity')
    expect(triggered.mythologyTokens('A')).toEqual(['mythology-roman-1'])
    const discarding = triggered.act(lay('mars', 1))
    expect(discarding.eventsOf('card-revealed')).toMatchObject([{ slot: 12 }])
    expectAsked(discarding, 'A', 'discard-available', [12, 20, 21, 22, 23, 24].map(chooseSlot))
  })
})

describe('a box with Agora and Pantheon', () => {
  test('has the wonders and progress tokens of both', () => {
    const { deal } = newPantheonGame('box', { agora: true }).state
    const wonders = [...deal.firstWonders, ...deal.secondWonders, ...deal.boxWonders]
    expect(wonders).toEqual(expect.arrayContaining([...AGORA.wonders, ...PANTHEON.wonders].map(({ id }) => id)))
  })
})
