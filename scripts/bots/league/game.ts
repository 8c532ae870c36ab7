import { Random } from '../../../src/bots/index.ts'
import type { MatchOptions, MatchState, Result, Seat } from '../../../src/rules/index.ts'
import { deal, reduce, start, view } from '../../../src/rules/index.ts'
import { knownAtStart, showBoth } from '../both-seats.ts'
import type { Contender } from './contenders.ts'

/** How a game went. */
export interface Played {
  result: Result
  /** What each seat thought, ms in all, and about how many decisions. */
  thought: [{ ms: number; decisions: number }, { ms: number; decisions: number }]
}

/**
 * Plays a game, in which each player sees what its seat sees.
 * @param secondsMs what a decision may take at most, ms.
 */
export function play(
  options: MatchOptions,
  seed: string,
  players: readonly [Contender, Contender],
  secondsMs: number,
): Played {
  let state: MatchState = start(options, deal(seed, options))
  const known = knownAtStart(options, state)
  const randoms = ([0, 1] as const).map((seat) => new Random(`${seed} ${seat}`))
  const thought: Played['thought'] = [
    { ms: 0, decisions: 0 },
    { ms: 0, decisions: 0 },
  ]
  while (state.toAct !== null) {
    const seat: Seat = state.toAct
    const { player, samples } = players[seat]
    const began = performance.now()
    const budget = { samples, isOver: () => performance.now() - began >= secondsMs }
    const action = player.decide(view(state, seat), known[seat], randoms[seat]!, budget)
    thought[seat].ms += performance.now() - began
    thought[seat].decisions++
    const next = reduce(state, action)
    state = next.state
    if (!state.result) showBoth(known, next.events, state)
  }
  return { result: state.result!, thought }
}
