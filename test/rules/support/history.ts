/** A match with all that happened in it. */
import type { Action, Deal, MatchEvent, MatchOptions, MatchState } from '../../../src/rules/index.ts'
import { deal, legalActions, reduce, start } from '../../../src/rules/index.ts'
import type { BoxName } from './boxes.ts'
import { BOXES } from './boxes.ts'
import type { PolicyName } from './policies.ts'
import { POLICIES } from './policies.ts'
import { Random } from './random.ts'

export interface History {
  options: MatchOptions
  deal: Deal
  actions: readonly Action[]
  /** Before the first action and after each. */
  states: readonly MatchState[]
  /** The events of each action. */
  events: readonly (readonly MatchEvent[])[]
}

/**
 * The same match again, or another one: these actions in this deal.
 * @throws RuleViolation if one of them is not legal.
 */
export function replay(options: MatchOptions, dealt: Deal, actions: readonly Action[]): History {
  const states = [start(options, dealt)]
  const events: MatchEvent[][] = []
  for (const action of actions) {
    const next = reduce(states.at(-1)!, action)
    states.push(next.state)
    events.push(next.events)
  }
  return { options, deal: dealt, actions, states, events }
}

/** Conspiracies whose effects are themselves secret in part. */
const SECRETIVE = ['obscurantism', 'treason', 'espionage', 'insider-influence'] as const

/** The ways in which play leans in each box: towards what is done in secret. */
const LEANINGS: Readonly<Record<BoxName, readonly PolicyName[]>> = {
  base: ['uniform', 'kinds', 'plots'],
  agora: ['uniform', 'kinds', 'politics', 'plots', 'plots', 'plots'],
  pantheon: ['uniform', 'kinds', 'kinds', 'plots', 'divinities'],
  'agora-pantheon': ['uniform', 'kinds', 'plots', 'plots', 'plots', 'divinities'],
}

/**
 * A random match, always the same for the same name. In every other one with Agora the most secretive conspiracies lie
 * near the top.
 */
export function randomHistory(name: string, box: BoxName): History {
  const random = new Random(name)
  const options: MatchOptions = {
    ...BOXES[box],
    wonders: random.onceIn(8) ? 'first-game' : 'draft',
    tiedPawn: random.pick(['chooses', 'begins']),
  }
  const dealt = deal(name, options)
  if (options.agora && random.onceIn(2)) {
    const [top, rest] = [dealt.conspiracies.filter((id) => !isSecretive(id)).slice(0, 3), [...dealt.conspiracies]]
    const near = random.shuffled([...SECRETIVE, ...top])
    dealt.conspiracies = [...near, ...rest.filter((id) => !near.includes(id))]
  }
  const leaning = (): PolicyName => random.pick(LEANINGS[box])
  const policies = [leaning(), leaning()] as const

  const actions: Action[] = []
  let state = start(options, dealt)
  while (state.toAct !== null) {
    const action = POLICIES[policies[state.toAct]](state, legalActions(state), random)
    actions.push(action)
    state = reduce(state, action).state
  }
  return replay(options, dealt, actions)
}

const isSecretive = (id: string): boolean => (SECRETIVE as readonly string[]).includes(id)
