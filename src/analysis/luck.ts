import type { Judgement } from '../bots/index.ts'
import type { Analysis } from '../protocol/index.ts'
import { otherSeat } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'

/** A certain victory. Chances are whole parts of it, so that their differences can be added up without an error. */
const WHOLE = 10_000
/** How many of a seat's luckiest moments are listed. */
const MOST_LISTED = 3

/** How a game ended. */
export interface GameEnd {
  /** Whether the rules ended it: not a resignation, the clock, an absence or an agreement. */
  byRules: boolean
  /** Null: both players share the victory. */
  winner: Seat | null
}

type Decision = Analysis['decisions'][number]

const whole = (chance: number): number => Math.round(chance * WHOLE)

/** A judgement with chances that are whole parts. */
function decisionOf(judgement: Judgement): Decision {
  const part = (chance: number): number => whole(chance) / WHOLE
  const { before, after, alternatives } = judgement
  return {
    ...judgement,
    before: part(before),
    after: part(after),
    alternatives: alternatives.map(({ action, chance }) => ({ action, chance: part(chance) })),
  }
}

/**
 * Tells luck from play. The chances of a seat change when a seat decides, by what its action costs, and between decisions,
 * by what is turned up, drawn and shown: that is luck. So the result of a seat is its first chance, less what its own play cost, plus
 * what the play of the other cost, plus its luck. A game that the rules did not end has the last chance for a result.
 * @param judgements every decision that had a choice, in order.
 */
export function luckAndPlay(judgements: readonly Judgement[], { byRules, winner }: GameEnd): Omit<Analysis, 'id'> {
  const decisions = judgements.map(decisionOf)
  // All chances are those of seat 0 from here on.
  const ofFirst = (seat: Seat, chance: number): number => (seat === 0 ? whole(chance) : WHOLE - whole(chance))
  const beginning = decisions[0] ? ofFirst(decisions[0].seat, decisions[0].before) : WHOLE / 2
  const costs: [number, number] = [0, 0]
  const luck: Analysis['luck'] = []
  let chance = beginning
  const turn = (version: number, to: number): void => {
    const gain = to - chance
    if (gain !== 0) luck.push({ version, seat: gain > 0 ? 0 : 1, gain: Math.abs(gain) })
    chance = to
  }
  for (const [index, { version, seat, before, after }] of decisions.entries()) {
    if (index > 0) turn(version, ofFirst(seat, before))
    costs[seat] += whole(before) - whole(after)
    chance = ofFirst(seat, after)
  }
  const last = decisions.at(-1)
  if (byRules && last) turn(last.version + 1, winner === null ? WHOLE / 2 : winner === 0 ? WHOLE : 0)

  const lucky = (seat: Seat): Analysis['luck'] => luck.filter((each) => each.seat === seat)
  const sum = (moments: Analysis['luck']): number => moments.reduce((total, { gain }) => total + gain, 0)
  const luckiest = (seat: Seat): number[] =>
    lucky(seat)
      .sort((a, b) => b.gain - a.gain || a.version - b.version)
      .slice(0, MOST_LISTED)
      .map(({ version }) => version)
  const summaryOf = (seat: Seat): Analysis['summary'][Seat] => ({
    first: seat === 0 ? beginning : WHOLE - beginning,
    cost: costs[seat],
    luck: sum(lucky(seat)) - sum(lucky(otherSeat(seat))),
    result: seat === 0 ? chance : WHOLE - chance,
    luckiest: luckiest(seat),
    unluckiest: luckiest(otherSeat(seat)),
  })
  return { decisions, luck, summary: { 0: summaryOf(0), 1: summaryOf(1) } }
}
