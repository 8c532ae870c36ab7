/** Whatever the rules return belongs to the caller: changing it changes neither a match nor the catalogue. */
import { describe, expect, test } from 'vitest'
import type { MatchOptions, MatchState } from '../../src/rules/index.ts'
import { catalogue, deal, legalActions, price, redact, reduce, score, start, view } from '../../src/rules/index.ts'
import { VIEWERS } from './support/game.ts'
import { POLICIES } from './support/policies.ts'
import { Random } from './support/random.ts'

const KINDS: readonly MatchOptions[] = [
  { agora: false, pantheon: false, wonders: 'draft', tiedPawn: 'chooses' },
  { agora: true, pantheon: false, wonders: 'draft', tiedPawn: 'chooses' },
  { agora: false, pantheon: true, wonders: 'draft', tiedPawn: 'chooses' },
  { agora: true, pantheon: true, wonders: 'draft', tiedPawn: 'chooses' },
]

/** Remembers what a value is and returns a check that it still is the same. */
function guard(value: unknown): (what: string) => void {
  const before = JSON.stringify(value)
  return (what) => expect(JSON.stringify(value) === before, `${what} changes with a copy`).toBe(true)
}

/** Compares the texts of two values; the message stays short. */
const sameAs = (value: unknown, expected: unknown, what: string): void =>
  expect(JSON.stringify(value) === JSON.stringify(expected), `${what} changes with a copy`).toBe(true)

/** Changes everything that can be changed in a value. */
function overwrite(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const fields = value as Record<string, unknown>
  for (const key of Object.keys(fields)) {
    overwrite(fields[key])
    if (Object.isFrozen(fields)) continue
    if (typeof fields[key] === 'number') fields[key] += 1
    if (typeof fields[key] === 'string') fields[key] += ' overwritten'
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.reverse().push('overwritten')
}

describe.each(KINDS)('with agora $agora and pantheon $pantheon', (options) => {
  test('views, prices, scores, legal actions and events can be overwritten without any effect on the match', () => {
    for (const seed of ['one', 'two', 'three', 'four', 'five', 'six']) {
      const random = new Random(`ownership ${seed}`)
      let state: MatchState = start(options, deal(seed, options))
      while (state.toAct !== null) {
        const unchanged = guard(state)
        const action = POLICIES.kinds(state, legalActions(state), random)
        for (const legal of legalActions(state)) {
          overwrite(price(state, legal))
          overwrite(legal)
        }
        for (const viewer of VIEWERS) overwrite(view(state, viewer))
        overwrite(score(state))
        unchanged('the state')

        const { state: next, events } = reduce(state, action)
        const sameNext = guard(next)
        for (const viewer of VIEWERS) for (const event of events) overwrite(redact(event, viewer))
        sameNext(`the state after ${action.type}`)
        const again = reduce(state, action)
        sameAs(again.state, next, `the state after ${action.type}, reduced again,`)
        state = next
      }
      for (const viewer of VIEWERS) overwrite(view(state, viewer))
    }
  })

  test('the catalogue can be overwritten without any effect on the next one, nor on prices', () => {
    const first = catalogue(options)
    const dealt = deal('catalogue', options)
    const before = structuredClone(first)
    overwrite(first)
    sameAs(catalogue(options), before, 'the catalogue')
    sameAs(deal('catalogue', options), dealt, 'a deal')
  })

  test('a deal can be overwritten without any effect on the next one', () => {
    const before = deal('deal', options)
    overwrite(deal('deal', options))
    sameAs(deal('deal', options), before, 'a deal')
  })
})
