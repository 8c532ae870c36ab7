import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** The estimate takes longer for longer passwords. What follows can only make a password better. */
const MOST_EXAMINED = 64
/** Of five scores, 0 to 4: one that 10^6 guesses find is refused. */
const LEAST_SCORE = 2

let estimator: Promise<ZxcvbnFactory> | undefined

/** Its dictionaries take 18 MB, and most servers on a laptop never make an account: it is loaded when it is needed. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

/** Whether few guesses find a password: common ones, keyboard patterns, dates, and what is known about the player. */
export async function isGuessable(password: string, about: readonly string[]): Promise<boolean> {
  const loaded = await (estimator ??= load())
  return loaded.check(password.slice(0, MOST_EXAMINED), [...about]).score < LEAST_SCORE
}
