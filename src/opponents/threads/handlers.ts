import { advise, judge } from '../../analysis/index.ts'
import { weigh } from '../../puzzles/index.ts'
import { optionsOf } from '../../record/index.ts'
import type { Handlers } from '../../threads/index.ts'
import { Mind } from '../mind.ts'
import { learnedEvaluation } from '../weights.ts'
import type { Jobs } from './jobs.ts'

export function createHandlers(): Handlers<Jobs> {
  /** By name. The asker bounds their number: it forgets what it does not need. */
  const minds = new Map<string, Mind>()

  /** @throws Error if the thread has no such mind. */
  const mindOf = (name: string): Mind => {
    const mind = minds.get(name)
    if (!mind) throw new Error(`no mind has the name ${name}`)
    return mind
  }

  return {
    begin: ({ mind, beginning }) => void minds.set(mind, new Mind(beginning)),
    observe: ({ mind, steps }) => {
      for (const step of steps) mindOf(mind).observe(step)
    },
    decide: ({ mind, view, effort }) => mindOf(mind).decide(view, effort),
    ponder: ({ mind, effort }) => mindOf(mind).ponder(effort),
    chance: ({ mind }) => mindOf(mind).chance(),
    advise: ({ record, timeMs }) => {
      const end = performance.now() + timeMs
      return advise(record, learnedEvaluation(optionsOf(record.header)), () => performance.now() >= end)
    },
    judge: ({ record, from, timeMs }) => {
      const end = performance.now() + timeMs
      return judge(record, learnedEvaluation(optionsOf(record.header)), from, () => performance.now() >= end)
    },
    weigh: ({ record, version, from, timeMs }) => {
      const end = performance.now() + timeMs
      const evaluate = learnedEvaluation(optionsOf(record.header))
      return weigh(record, version, evaluate, from, () => performance.now() >= end)
    },
    forget: ({ mind }) => void minds.delete(mind),
  }
}
