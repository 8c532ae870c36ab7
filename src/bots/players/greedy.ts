import { Choices, foresee, legalActions } from '../../rules/index.ts'
import type { Evaluation } from '../evaluation/evaluation.ts'
import { keyOf } from './key.ts'
import { noiseOf } from './noise.ts'
import type { Player } from './player.ts'
import { actionsOf } from './player.ts'

/**
 * Looks one action ahead, in some sampled worlds, and picks the action with the best evaluation on average.
 * @param noise the standard deviation of the error in each probability of winning.
 */
export const greedy = (evaluate: Evaluation, noise = 0): Player => ({
  decide({ legal = [] }, knowledge, random, budget) {
    const actions = actionsOf(legal)
    if (actions.length === 1) return actions[0]!
    const sums = new Map(actions.map((action) => [keyOf(action), { action, sum: 0 }]))
    for (let sample = 0; sample < budget.samples; sample++) {
      const world = knowledge.sample(random)
      const choices = new Choices(world)
      for (const action of legalActions(world, choices)) {
        const value = evaluate(foresee(world, action, choices).state)
        const entry = sums.get(keyOf(action))
        if (entry) entry.sum += knowledge.seat === 0 ? value : 1 - value
      }
      if (budget.isOver()) break
    }
    const samples = Math.max(1, budget.samples)
    const ranked = [...sums.values()].map(({ action, sum }) => ({
      action,
      value: sum / samples + noiseOf(random, noise),
    }))
    return ranked.reduce((best, each) => (each.value > best.value ? each : best)).action
  },
})
