import type { Example } from '../../../src/bots/index.ts'
import type { Result } from '../../../src/rules/index.ts'

/** What self-play gives to learn from. */
export interface TrainingGame {
  ending: Result['by']
  examples: Example[]
}
