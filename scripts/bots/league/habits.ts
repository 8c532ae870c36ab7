import type { Policy, Random } from '../../../src/bots/index.ts'
import type { Action, BuildingId, MatchState } from '../../../src/rules/index.ts'
import { BUILDINGS, Choices, foresee, legalActions, WONDERS } from '../../../src/rules/index.ts'

/** The play-outs of each seat in which it likes science. */
const SCIENTIST = 0.5
/** How often a turn goes to each type of action, as far as it is legal. */
const SHARES = { 'construct-wonder': 0.5, 'construct-building': 0.35, 'discard-card': 0.15 } as const

type Turn = Action & { type: keyof typeof SHARES }

const isTurn = (action: Action): action is Turn => action.type in SHARES
const colorOf = ({ structure }: MatchState, slot: number): string | undefined =>
  BUILDINGS[structure[slot] as BuildingId]?.color

/**
 * Play-outs by habits that a player who has learned nothing may have: half of them like science, and look ahead for a wonder
 * whose extra turn takes a green building. Age I goes to resources and commerce, and wonders come before buildings.
 */
export function byHabit(random: Random): Policy {
  const likesScience = [0, 1].map(() => random.fraction() < SCIENTIST)
  return (state, actions) => {
    const turns = actions.filter(isTurn)
    if (turns.length === 0) return random.pick(actions)
    const built = (colors: readonly string[]): Turn[] =>
      turns.filter((each) => each.type === 'construct-building' && colors.includes(colorOf(state, each.slot) ?? ''))
    const wanted = likesScience[state.toAct!]! ? [built(['green']), beforeGreen(state, turns)] : []
    if (state.age === 1) wanted.push(built(['brown', 'grey', 'yellow']))
    return random.pick(wanted.find((some) => some.length > 0) ?? byShares(turns, random))
  }
}

/** The wonders whose extra turn can take a green building that lies under what they are constructed with. */
function beforeGreen(state: MatchState, turns: readonly Turn[]): Turn[] {
  return turns.filter((turn) => {
    if (turn.type !== 'construct-wonder' || !WONDERS[turn.wonder].playAgain) return false
    const { state: next } = foresee(state, turn, new Choices(state))
    if (next.toAct !== state.toAct) return false
    return legalActions(next).some((each) => each.type === 'construct-building' && colorOf(next, each.slot) === 'green')
  })
}

/** The actions of a type that is drawn. */
function byShares(turns: readonly Turn[], random: Random): Turn[] {
  const types = (Object.keys(SHARES) as Turn['type'][]).filter((type) => turns.some((turn) => turn.type === type))
  let left = random.fraction() * types.reduce((sum, type) => sum + SHARES[type], 0)
  const drawn = types.find((type) => (left -= SHARES[type]) < 0) ?? types[0]!
  return turns.filter(({ type }) => type === drawn)
}
