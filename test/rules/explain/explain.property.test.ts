/** What an explanation says agrees with the legal actions, their prices and the view, in random games of every box. */
import { describe, expect, test } from 'vitest'
import type { Action, Explanation, MatchState } from '../../../src/rules/index.ts'
import { explain, legalActions, score, view } from '../../../src/rules/index.ts'
import type { BoxName } from '../support/boxes.ts'
import { BOXES } from '../support/boxes.ts'
import { VIEWERS } from '../support/game.ts'
import type { History } from '../support/history.ts'
import { randomHistory } from '../support/history.ts'

const GAMES = 10

const SEATS = [0, 1] as const

const played = new Map<string, History>()

/** A random game, which is played once for all tests. */
function gameOf(box: BoxName, game: number): History {
  const name = `explained, ${box} game ${game}`
  const known = played.get(name) ?? randomHistory(name, box)
  played.set(name, known)
  return known
}

/** Calls `run` with every moment of random games before their end. */
function atEveryMoment(box: BoxName, run: (state: MatchState, moment: string) => void) {
  for (let game = 0; game < GAMES; game++) {
    const { states } = gameOf(box, game)
    for (const [index, state] of states.entries()) {
      if (!state.result) run(state, `${box} game ${game} after ${index} actions`)
    }
  }
}

/** Whether one of some actions has a value in a field. */
const offers = (legal: readonly Action[], types: readonly Action['type'][], field: string, value: unknown): boolean =>
  legal.some((action) => types.includes(action.type) && (action as Record<string, unknown>)[field] === value)

/** The value of a map at a key that was one of its keys. */
const at = <Map extends object>(map: Map | undefined, key: string): Map[keyof Map] | undefined =>
  map?.[key as keyof Map]

const keysOf = (part: object | undefined): string[] => Object.keys(part ?? {})

describe.each(Object.keys(BOXES) as BoxName[])('in random games (%s)', (box) => {
  test('everything that looks playable is either offered or blocked', () => {
    atEveryMoment(box, (state, moment) => {
      const seat = state.toAct!
      const legal = legalActions(state)
      const { blocked } = explain(state, seat)
      const expectBlocked = (
        part: object | undefined,
        candidates: readonly (string | number)[],
        isOffered: (candidate: string | number) => boolean,
      ): void => {
        const expected = candidates.filter((candidate) => !isOffered(candidate)).map(String)
        expect(keysOf(part).sort(), moment).toEqual(expected.sort())
      }

      const cards = state.structure.flatMap((card, slot) => (card === null ? [] : [slot]))
      const taking = ['construct-building', 'recruit-senator', 'choose-available-card'] as const
      expectBlocked(blocked?.slots, cards, (slot) => offers(legal, taking, 'slot', slot))

      const { wonders, conspiracies } = state.cities[seat]
      const unbuilt = wonders.flatMap(({ id, under }) => (under === null ? [id] : []))
      const building = ['construct-wonder', 'construct-wonder-from-discard'] as const
      expectBlocked(blocked?.wonders, unbuilt, (wonder) => offers(legal, building, 'wonder', wonder))

      const held = conspiracies.map(({ id }) => id)
      const plotting = ['prepare-conspiracy', 'trigger-conspiracy'] as const
      expectBlocked(blocked?.conspiracies, held, (id) => offers(legal, plotting, 'conspiracy', id))

      const placed = (state.pantheon?.spaces ?? []).flatMap((card, index) => (card === null ? [] : [index + 1]))
      expectBlocked(blocked?.spaces, placed, (space) => offers(legal, ['activate-divinity'], 'space', space))
    })
  })

  test('each reason is true', () => {
    atEveryMoment(box, (state, moment) => {
      const seat = state.toAct!
      const { blocked, quotes } = explain(state, seat)
      const isTurn = state.stack.at(-1)!.kind === 'turn'
      for (const [slot, reason] of Object.entries(blocked?.slots ?? {})) {
        const seen = view(state, seat).structure[slot]!
        if (reason === 'too-expensive') expect(quotes[seat].slots![slot]!.short, moment).toBeGreaterThan(0)
        if (reason === 'covered') expect([seen.accessible, seen.card !== undefined], moment).toEqual([undefined, true])
        if (reason === 'face-down') expect([seen.accessible, seen.card], moment).toEqual([undefined, undefined])
        if (reason === 'other-decision') expect(isTurn, moment).toBe(false)
      }
      for (const [wonder, reason] of Object.entries(blocked?.wonders ?? {})) {
        if (reason === 'too-expensive') expect(at(quotes[seat].wonders, wonder)!.short, moment).toBeGreaterThan(0)
        else expect([reason, isTurn], moment).toEqual(['other-decision', false])
      }
      for (const [space, reason] of Object.entries(blocked?.spaces ?? {})) {
        if (reason === 'age-one') expect(state.age, moment).toBe(1)
        else if (reason === 'other-decision') expect(isTurn, moment).toBe(false)
        else {
          const shorts = Object.values(at(quotes[seat].divinities, space)!).map(({ short }) => short ?? 0)
          expect(Math.min(...shorts), moment).toBeGreaterThan(0)
        }
      }
      for (const [id, reason] of Object.entries(blocked?.conspiracies ?? {})) {
        const held = state.cities[seat].conspiracies.find((conspiracy) => conspiracy.id === id)!
        if (reason === 'other-decision') expect([isTurn, held.state === 'triggered'], moment).toEqual([false, false])
        else expect(held.state === 'triggered' || (held.state === 'prepared' && !state.mayTrigger), moment).toBe(true)
      }
    })
  })

  test('what is offered costs what is quoted, and can be paid', () => {
    let priced = 0
    atEveryMoment(box, (state, moment) => {
      const seat = state.toAct!
      const { slots = {}, wonders = {}, divinities = {} } = view(state, seat).prices ?? {}
      const quotes = explain(state, seat).quotes[seat]
      for (const [slot, price] of Object.entries(slots)) expect(quotes.slots?.[slot], moment).toEqual(price)
      for (const [wonder, price] of Object.entries(wonders)) {
        expect(at(quotes.wonders, wonder), moment).toEqual(price)
      }
      for (const [space, prices] of Object.entries(divinities)) {
        expect(at(quotes.divinities, space), moment).toMatchObject(prices)
      }
      priced += keysOf(slots).length + keysOf(wonders).length + keysOf(divinities).length
    })
    expect(priced).toBeGreaterThan(GAMES * 100)
  })

  test('both seats have a quote for everything that lies open, and for nothing else', () => {
    atEveryMoment(box, (state, moment) => {
      const seen = view(state, 'spectator')
      const open = {
        slots: keysOf(seen.structure).filter((slot) => seen.structure[slot]!.card !== undefined),
        wonders: [
          ...([0, 1] as const).flatMap((seat) =>
            Object.entries(seen.cities[seat].wonders).flatMap(([id, { under }]) => (under === undefined ? [id] : [])),
          ),
          ...keysOf(seen.draft),
        ],
        divinities: Object.entries(seen.pantheon?.spaces ?? {}).flatMap(([space, { card }]) => (card ? [space] : [])),
      }
      const { quotes } = explain(state, 'spectator')
      for (const seat of [0, 1] as const) {
        for (const part of ['slots', 'wonders', 'divinities'] as const) {
          expect(keysOf(quotes[seat][part]).sort(), moment).toEqual([...open[part]].sort())
        }
      }
      for (const [space, { costs }] of Object.entries(seen.pantheon?.spaces ?? {})) {
        if (!open.divinities.includes(space)) continue
        for (const seat of [0, 1] as const) {
          expect(at(quotes[seat].divinities, space)!.none!.total, moment).toBe(costs[seat])
        }
      }
    })
  })

  test('the ledger says what a discarded card brings and what the score is', () => {
    atEveryMoment(box, (state, moment) => {
      const { ledger } = explain(state, 'spectator')
      expect([ledger[0].points, ledger[1].points], moment).toEqual(score(state))
    })
    for (let game = 0; game < GAMES; game++) {
      const { states, actions, events } = gameOf(box, game)
      for (const [index, action] of actions.entries()) {
        if (action.type !== 'discard-card') continue
        const seat = states[index]!.toAct!
        const gained = events[index]!.find((event) => event.type === 'coins-gained' && event.reason === 'discard')
        expect(gained).toMatchObject({ seat, coins: explain(states[index]!, seat).ledger[seat].discard })
      }
    }
  })

  test('every decision but a turn, a pick and the first player has its cause, which lies open', () => {
    const without = new Set(['turn', 'draft', 'first-player'])
    atEveryMoment(box, (state, moment) => {
      const { kind } = state.stack.at(-1)!
      for (const viewer of VIEWERS) {
        const { because } = explain(state, viewer)
        expect(because !== undefined, `${kind}, ${moment}`).toBe(!without.has(kind))
        if (because) expect(liesOpen(because, state), `${kind}, ${moment}: ${because.id}`).toBe(true)
      }
    })
  })

  test('only the seat to act has what is blocked', () => {
    atEveryMoment(box, (state, moment) => {
      for (const viewer of VIEWERS) {
        if (viewer !== state.toAct) expect(explain(state, viewer).blocked, moment).toBeUndefined()
      }
    })
  })
})

/** Whether everybody sees that the seat that decides has what is said to be the cause, or has had it. */
function liesOpen({ kind, id }: NonNullable<Explanation['because']>, state: MatchState): boolean {
  const { cities, militaryTokens } = view(state, 'spectator')
  const city = cities[state.toAct!]
  switch (kind) {
    case 'wonder':
      return id in city.wonders
    case 'conspiracy':
      return SEATS.some((seat) => Object.values(cities[seat].conspiracies!).some((held) => held.id === id))
    case 'divinity':
      return id in city.divinities!
    case 'senator':
      return id in city.senators!
    case 'building':
      return id in city.buildings
    case 'progress-token':
      return id in city.tokens
    case 'mythology-token':
      return id in city.mythologyTokens!
    case 'military-token':
      return SEATS.some((side) => !(id in militaryTokens[side]))
  }
}
