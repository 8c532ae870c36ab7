import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** The estimate takes longer for longer passwords. What follows can only make a password better. */
const MOST_EXAMINED = 64
/** Of five scores, 0 to 4: one that 10^6 guesses find is refused. */
const LEAST_SCORE = 2

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Whether few guesses find a password: common ones, keyboard patterns, dates, and what is known about the player. */
export const isGuessable = (password: string, about: readonly string[]): boolean =>
  estimator.check(password.slice(0, MOST_EXAMINED), [...about]).score < LEAST_SCORE
