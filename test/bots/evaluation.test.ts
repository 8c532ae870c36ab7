/** The evaluation, which remembers much and looks only at what differs, against one that does neither. */
import { describe, expect, it } from 'vitest'
import { FEATURES, featuresOf, logitOf, networkEvaluation, Random, unitsOf } from '../../src/bots/index.ts'
import { emptyNetwork } from '../../src/bots/index.ts'
import { learnedEvaluation } from '../../src/opponents/weights.ts'
import type { MatchState } from '../../src/rules/index.ts'
import { legalActions, reduce } from '../../src/rules/index.ts'
import { randomHistory } from '../rules/support/history.ts'
import { plainFeatures } from './plain-features.ts'
import { BOX_NAMES, SEATS } from './support.ts'

/** States of some games, and what every legal action makes of some of them. */
function* statesOf(box: (typeof BOX_NAMES)[number]): Generator<MatchState> {
  const random = new Random(`evaluated ${box}`)
  for (let game = 0; game < 6; game++) {
    const { states } = randomHistory(`evaluated ${box} ${game}`, box)
    for (const state of states.slice(0, -1)) {
      yield state
      if (random.below(8) > 0) continue
      for (const action of legalActions(state)) {
        const after = reduce(state, action).state
        if (!after.result) yield after
      }
    }
  }
}

describe.each(BOX_NAMES)('%s', (box) => {
  it('the features of both seats are what they are called', () => {
    const names = new Set(FEATURES)
    for (const state of statesOf(box)) {
      const rows = featuresOf(state)
      for (const seat of SEATS) {
        // What is -0 is 0.
        const named = Object.fromEntries(FEATURES.map((name, index) => [name, rows[seat][index]! + 0]))
        const plain = plainFeatures(state, seat)
        expect(Object.keys(plain).filter((name) => !names.has(name))).toEqual([])
        expect(named).toEqual(Object.fromEntries(FEATURES.map((name) => [name, plain[name] ?? 0])))
      }
    }
  })

  it('a network that looks at what differs says what it says of a position alone, whatever came before', () => {
    const random = new Random(`network ${box}`)
    const network = emptyNetwork(5)
    for (const weights of [network.direct, network.hidden, network.output]) {
      for (let index = 0; index < weights.length; index++) weights[index] = 0.1 * (random.fraction() - 0.5)
    }
    const evaluate = networkEvaluation(network)
    const states = random.shuffled([...statesOf(box)])
    const said = states.map(evaluate)
    for (const [index, state] of states.entries()) {
      const logit = logitOf(network, featuresOf(state), unitsOf(network))
      expect(Math.abs(said[index]! - 1 / (1 + Math.exp(-logit)))).toBeLessThan(1e-9)
    }
    const again = random.shuffled([...states.keys()])
    for (const index of again) expect(evaluate(states[index]!)).toBe(said[index])
  })

  it('a position that shares nothing with what was judged before has the same value', () => {
    for (const state of statesOf(box)) {
      const evaluate = learnedEvaluation(state.options)
      expect(evaluate(structuredClone(state))).toBe(evaluate(state))
    }
  })
})
