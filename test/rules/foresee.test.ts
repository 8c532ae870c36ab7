/** What an action of `legalActions` leads to is the same, whether it is checked and told of or not. */
import { describe, expect, it } from 'vitest'
import { Choices, foresee, legalActions, reduce } from '../../src/rules/index.ts'
import type { BoxName } from './support/boxes.ts'
import { BOXES } from './support/boxes.ts'
import { randomHistory } from './support/history.ts'
import { Random } from './support/random.ts'

describe.each(Object.keys(BOXES) as BoxName[])('%s', (box) => {
  it('an action that is foreseen leads to the state and the events of the rules, but for the parts of prices', () => {
    const random = new Random(`foreseen ${box}`)
    for (let game = 0; game < 8; game++) {
      const { states } = randomHistory(`foreseen ${box} ${game}`, box)
      for (const state of states.slice(0, -1)) {
        if (!random.onceIn(3)) continue
        const choices = new Choices(state)
        for (const action of legalActions(state, choices)) {
          const [seen, told] = [foresee(state, action, choices), reduce(state, action)]
          expect(seen.state).toEqual(told.state)
          const plain = told.events.map((event) => {
            if (event.type !== 'building-constructed' && event.type !== 'wonder-constructed') return event
            const { total, trade, chained } = event.price
            return { ...event, price: { total, trade, chained } }
          })
          expect(seen.events).toEqual(plain)
        }
      }
    }
  })
})
