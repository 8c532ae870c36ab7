import type { MatchOptions, MatchState, Result, Seat } from '../../../src/rules/index.ts'
import { deal, reduce, start, view } from '../../../src/rules/index.ts'
import { showBoth } from '../both-seats.ts'
import type { Contender } from './contenders.ts'

/** How a game went. */
export interface Played {
  result: Result
  /** What each seat thought, ms of CPU in all, and about how many decisions. */
  thought: [{ ms: number; decisions: number }, { ms: number; decisions: number }]
}

/** The CPU that this process has used (ms), with what its threads collect and compile. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Plays a game, in which each player sees what its seat sees.
 * @param ms the CPU time that a decision may take at most. Nothing else may work in this process meanwhile.
 */
export function play(
  options: MatchOptions,
  seed: string,
  players: readonly [Contender, Contender],
  ms: number,
): Played {
  let state: MatchState = start(options, deal(seed, options))
  const known = players.map(({ of }, seat) => new of.Knowledge(options, seat as Seat, view(state, seat as Seat)))
  const randoms = players.map(({ of }, seat) => new of.Random(`${seed} ${seat}`))
  const thought: Played['thought'] = [
    { ms: 0, decisions: 0 },
    { ms: 0, decisions: 0 },
  ]
  while (state.toAct !== null) {
    const seat: Seat = state.toAct
    const { player, samples } = players[seat]
    const began = cpuMs()
    const budget = { samples, isOver: () => cpuMs() - began >= ms }
    const action = player.decide(view(state, seat), known[seat]!, randoms[seat]!, budget)
    thought[seat].ms += cpuMs() - began
    thought[seat].decisions++
    const next = reduce(state, action)
    state = next.state
    if (!state.result) showBoth(known, next.events, state)
  }
  return { result: state.result!, thought }
}
