import { describe, expect, it } from 'vitest'
import type { Action, Offer } from '../../client/src/index.ts'
import { expandOffers, isOffered } from '../../client/src/index.ts'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import { deal, legalActions, reduce, start, view } from '../../src/rules/index.ts'
import { pick, seededRandom } from '../support/random.ts'

const byText = (actions: readonly object[]): string[] => actions.map((action) => JSON.stringify(action)).sort()

/** The same fields in the same order. */
const inOrder = (action: object): object =>
  Object.fromEntries(Object.entries(action).sort(([a], [b]) => (a < b ? -1 : 1)))

describe('the offers of a view', () => {
  it.each(GAME_KIND_IDS)('stand for exactly the legal actions, in random games of %s', (kind) => {
    const options = matchOptions(kind, DEFAULT_GAME_OPTIONS)
    for (let game = 0; game < 5; game += 1) {
      const random = seededRandom(game)
      let state = start(options, deal(`${game}`.repeat(64), options))
      for (let all = legalActions(state); all.length > 0; all = legalActions(state)) {
        const { toAct } = view(state, 'spectator')
        const legal = view(state, toAct!).legal as unknown as Offer[]
        const actions = expandOffers(legal)
        expect(byText(actions.map(inOrder))).toEqual(byText(all.map(inOrder)))
        expect(actions.every((action) => isOffered(legal, action))).toBe(true)
        expect(expandOffers(legal, actions[0]!.type)).toEqual(actions.filter(({ type }) => type === actions[0]!.type))
        state = reduce(state, pick(all, random)).state
      }
    }
  })

  const legal: Offer[] = [
    { type: 'construct-wonder', slot: [3, 4], wonder: ['pyramids'] },
    { type: 'conspire' },
    { type: 'discard-card', slot: [3] },
  ]

  it('do not stand for an action that differs in any field', () => {
    const others: object[] = [
      { type: 'construct-wonder', slot: 5, wonder: 'pyramids' },
      { type: 'construct-wonder', slot: 3, wonder: 'colossus' },
      { type: 'construct-wonder', slot: 3 },
      { type: 'discard-card', slot: 4 },
      { type: 'discard-card', slot: 3, wonder: 'pyramids' },
      { type: 'construct-building', slot: 3 },
      { type: 'conspire', slot: 3 },
    ]
    expect(others.filter((action) => isOffered(legal, action as Action))).toEqual([])
    expect(isOffered(legal, { type: 'conspire' })).toBe(true)
  })

  it('of a type give actions of that type', () => {
    // It compiles: the fields are those of the type.
    expect(expandOffers(legal, 'construct-wonder').map(({ slot, wonder }) => `${wonder} over ${slot}`)).toEqual([
      'pyramids over 3',
      'pyramids over 4',
    ])
  })

  it('that do not exist stand for no action', () => {
    expect(expandOffers(undefined)).toEqual([])
    expect(isOffered(undefined, { type: 'conspire' })).toBe(false)
  })
})
