/** What a bot knows agrees with all that its seat sees, whatever the rest of the truth is. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/bots/index.ts'
import type { Action, MatchOptions, MatchState, Seat } from '../../src/rules/index.ts'
import { deal, legalActions, reduce, start, view } from '../../src/rules/index.ts'
import { BOXES } from '../rules/support/boxes.ts'
import { randomHistory, replay } from '../rules/support/history.ts'
import type { Seen } from './support.ts'
import { BOX_NAMES, SEATS, watch } from './support.ts'

const GAMES = 2

const asSet = (actions: readonly object[]): string[] => actions.map((action) => JSON.stringify(action)).sort()
/** A view, without the order in which offers list their values. */
const shown = (state: MatchState, seat: Seat): unknown => ({ ...view(state, seat), legal: undefined })

describe.each(BOX_NAMES)('in %s games', (box) => {
  it('every sampled world looks to the seat as the match does, at every version', () => {
    for (let game = 0; game < GAMES; game++) {
      const history = randomHistory(`knowledge, ${box} game ${game}`, box)
      for (const seat of SEATS) {
        const random = new Random(`${box} ${game} ${seat}`)
        for (const { known, truth } of watch(history, seat)) {
          const world = known.sample(random)
          expect(shown(world, seat)).toEqual(shown(truth, seat))
          expect(world.toAct).toBe(truth.toAct)
          if (truth.toAct === seat) expect(asSet(legalActions(world))).toEqual(asSet(legalActions(truth)))
        }
      }
    }
  })
})

describe.each(['pantheon', 'agora-pantheon'] as const)('in %s games', (box) => {
  const options: MatchOptions = { ...BOXES[box], wonders: 'draft', tiedPawn: 'chooses' }
  const isTheater = (action: Action): boolean => 'wonder' in action && action.wonder === 'divine-theater'

  /** Towards the Gate that leads to Isis who leads to the Divine Theater, which is built in no other way. */
  function towards(state: MatchState, legal: readonly Action[], random: Random): Action {
    const wanted = legal.filter((action) =>
      action.type === 'activate-divinity'
        ? state.pantheon!.spaces[action.space - 1]?.card === 'gate'
        : (action.type === 'choose-divinity' && action.divinity === 'isis') ||
          (action.type !== 'construct-wonder' && isTheater(action)),
    )
    const others = legal.filter((action) => action.type !== 'construct-wonder' || !isTheater(action))
    const coins = others.filter(({ type }) => type === 'discard-card')
    return random.pick(wanted.length > 0 ? wanted : coins.length > 0 && random.below(2) === 0 ? coins : others)
  }

  it('divinities that are revealed while others are revealed are followed back to their decks', () => {
    let nested = 0
    for (let game = 0; game < 1_000 && nested < 3; game++) {
      const random = new Random(`revealed ${box} ${game}`)
      const dealt = deal(`revealed ${box} ${game}`, options)
      const actions: Action[] = []
      let state = start(options, dealt)
      let isNested = false
      while (state.toAct !== null) {
        const action = towards(state, legalActions(state), random)
        actions.push(action)
        state = reduce(state, action).state
        const reveals = state.stack.filter(({ kind }) => kind === 'choose-divinity' || kind === 'return-divinities')
        isNested ||= reveals.length > 1
      }
      if (!isNested) continue
      nested++
      for (const seat of SEATS) {
        for (const { known, truth } of watch(replay(options, dealt, actions), seat)) {
          expect(shown(known.sample(random), seat)).toEqual(shown(truth, seat))
        }
      }
    }
    expect(nested).toBe(3)
  })
})

it('what a seat puts back on a deck it knows, until somebody draws', () => {
  let compared = 0
  for (let game = 0; game < 3; game++) {
    const history = randomHistory(`put back, game ${game}`, 'agora-pantheon')
    for (const seat of SEATS) {
      const random = new Random(`${game} ${seat}`)
      let version = 0
      for (const { known, truth } of watch(history, seat)) {
        const events = history.events[version++ - 1] ?? []
        const world = known.sample(random)
        for (const event of events) {
          if (!('seat' in event) || event.seat !== seat) continue
          if (event.type === 'conspiracy-kept' && event.other) {
            const end = event.other === 'top' ? 0 : -1
            expect(world.conspiracyDeck.at(end)).toBe(truth.conspiracyDeck.at(end))
            compared++
          }
          if (event.type === 'divinity-placed') {
            const { mythology } = event
            expect(world.pantheon!.decks[mythology]).toEqual(truth.pantheon!.decks[mythology])
            compared++
          }
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(5)
})

it('what nobody has seen is dealt again each time', () => {
  const history = randomHistory('anew', 'agora-pantheon')
  const { known } = watch(history, 0).next().value as Seen
  const random = new Random('anew')
  const worlds = Array.from({ length: 20 }, () => known.sample(random))
  const different = (part: (world: MatchState) => unknown): number =>
    new Set(worlds.map((world) => JSON.stringify(part(world)))).size
  expect(different(({ structure }) => structure)).toBe(20)
  expect(different(({ deal }) => deal.ages[3].slots)).toBe(20)
  expect(different(({ conspiracyDeck }) => conspiracyDeck)).toBe(20)
  expect(different(({ senate }) => senate)).toBe(20)
  expect(different(({ pantheon }) => pantheon!.decks)).toBe(20)
  expect(different(({ deal }) => deal.secondWonders)).toBe(20)
  expect(different(({ deal }) => deal.offeringTokens)).toBeGreaterThan(1)
  expect(different(({ deal }) => deal.libraryOrders)).toBe(20)
})
