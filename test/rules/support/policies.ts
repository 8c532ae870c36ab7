/**
 * Ways to choose among legal actions, all of them at random. Most lean towards one road to victory, so that rare things
 * happen often enough.
 */
import type { Action, MatchState, Seat } from '../../../src/rules/index.ts'
import type { CardData } from './data.ts'
import { cardData } from './data.ts'
import type { Random } from './random.ts'

export type PolicyName = 'uniform' | 'kinds' | 'science' | 'military' | 'politics' | 'plots' | 'divinities'
export type Policy = (state: MatchState, legal: readonly Action[], random: Random) => Action

/** How much more likely than others an action is. */
type Weight = (action: Action, state: MatchState) => number

const weighted =
  (weight: Weight): Policy =>
  (state, legal, random) => {
    const weights = legal.map((action) => weight(action, state))
    let left = random.fraction() * weights.reduce((sum, each) => sum + each, 0)
    for (const [index, action] of legal.entries()) {
      left -= weights[index]!
      if (left < 0) return action
    }
    return legal.at(-1)!
  }

const COLORS = new Map<string, CardData['color']>()
function colorOf(id: string | null | undefined): CardData['color'] | 'senator' | undefined {
  if (!id) return undefined
  if (/^(politician|conspirator)-/.test(id)) return 'senator'
  let color = COLORS.get(id)
  if (!color) COLORS.set(id, (color = cardData(id).color))
  return color
}

/** The colour of the building that an action brings into the actor's city. */
function gained(action: Action, { structure }: MatchState): ReturnType<typeof colorOf> {
  if (action.type === 'construct-building') return colorOf(structure[action.slot])
  if (action.type === 'choose-building') return colorOf(action.building)
  if (action.type === 'swap-buildings') return colorOf(action.take)
  return undefined
}

/** What one more cube of a seat in a chamber changes: it gains control, takes it away, or neither. */
function worth({ senate }: MatchState, seat: Seat, chamber: number): number {
  const cubes = senate!.cubes[chamber - 1]!
  const lead = cubes[seat] - cubes[seat === 0 ? 1 : 0]
  return lead === 0 ? 30 : lead === -1 ? 10 : 1
}

const politics: Weight = (action, state) => {
  switch (action.type) {
    case 'recruit-senator':
      return 60
    case 'place-influence':
      return worth(state, state.toAct!, action.chamber)
    case 'remove-influence':
      return worth(state, state.toAct!, action.chamber)
    case 'move-influence': {
      const mine = state.senate!.cubes[action.from - 1]!
      const spare = mine[state.toAct!] - mine[state.toAct === 0 ? 1 : 0] > 1
      return spare ? worth(state, state.toAct!, action.to) : 0.1
    }
    case 'draft-wonder':
      return action.wonder === 'knossos' ? 20 : 1
    case 'choose-progress-token':
      return action.token === 'corruption' ? 20 : 1
    case 'trigger-conspiracy':
      return 10
    case 'decline':
    case 'conspire':
      return 0.3
    default:
      return gained(action, state) === 'blue' ? 8 : 1
  }
}

const PLOTTERS = new Set<string>(['curia-julia', 'great-library'])

/** Curia Julia triggers only conspiracies that are not prepared. */
const waitsForCuria = ({ cities, toAct }: MatchState): boolean =>
  cities[toAct!].wonders.some(({ id, under }) => id === 'curia-julia' && under === null)

/** Conspiracies, and whatever else is done in secret. */
const plots: Weight = (action, state) => {
  switch (action.type) {
    case 'recruit-senator':
      return state.structure[action.slot]!.startsWith('conspirator') ? 40 : 5
    case 'conspire':
      return 20
    case 'prepare-conspiracy':
      return waitsForCuria(state) ? 0.3 : 4
    case 'trigger-conspiracy':
      return 40
    case 'draft-wonder':
    case 'construct-wonder':
      return PLOTTERS.has(action.wonder) ? 20 : 1
    case 'choose-progress-token':
      return action.token === 'organized-crime' ? 20 : 1
    case 'lock-progress-token':
      return state.boxTokens.includes(action.token) ? 5 : 1
    case 'decline':
      return 0.5
    default:
      return 1
  }
}

const science: Weight = (action, state) => {
  if (action.type === 'choose-progress-token') return action.token === 'law' ? 50 : 1
  return gained(action, state) === 'green' ? 60 : ['brown', 'grey'].includes(gained(action, state) ?? '') ? 6 : 1
}

const SHIELDS = new Set<string>(['colossus', 'statue-of-zeus', 'circus-maximus'])
const military: Weight = (action, state) => {
  if (action.type === 'draft-wonder' || action.type === 'construct-wonder') return SHIELDS.has(action.wonder) ? 20 : 1
  if (action.type === 'choose-progress-token') return action.token === 'strategy' ? 50 : 1
  return gained(action, state) === 'red' ? 60 : 1
}

const DIVINE = new Set<string>(['sanctuary', 'divine-theater'])

/** Activations, and whatever makes them cheaper or free. */
const divinities: Weight = (action) => {
  switch (action.type) {
    case 'activate-divinity':
      return 40
    case 'draft-wonder':
    case 'construct-wonder':
      return DIVINE.has(action.wonder) ? 20 : 1
    default:
      return 1
  }
}

export const POLICIES: Readonly<Record<PolicyName, Policy>> = {
  uniform: (_state, legal, random) => random.pick(legal),
  /** Every kind of action that is legal has the same chance, however many there are of it. */
  kinds: (_state, legal, random) => {
    const type = random.pick([...new Set(legal.map((action) => action.type))])
    return random.pick(legal.filter((action) => action.type === type))
  },
  science: weighted(science),
  military: weighted(military),
  politics: weighted(politics),
  plots: weighted(plots),
  divinities: weighted(divinities),
}
