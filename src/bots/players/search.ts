import type { Action, MatchState } from '../../rules/index.ts'
import { Choices, foresee, legalActions } from '../../rules/index.ts'
import type { Evaluation } from '../evaluation/evaluation.ts'
import { valueOfResult } from '../evaluation/evaluation.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Random } from '../random.ts'
import { keyOf } from './key.ts'
import { areKnownToAll } from './known-to-all.ts'
import { noiseOf } from './noise.ts'
import type { Budget, Player } from './player.ts'
import { actionsOf } from './player.ts'
import { betterOf, settling } from './settled.ts'
import { turnedUp } from './turned-up.ts'

/** What the search knows of an action at a point of the tree. Values are probabilities that seat 0 wins. */
interface Edge {
  action: Action
  /** The evaluation after the action, in the first world in which it was legal; null without an evaluation. */
  prior: number | null
  visits: number
  sum: number
  /** How often the action was legal when the point was reached. */
  available: number
  /** By what turned up after the action; null before the first visit, which most actions never have. */
  children: Map<string, Node> | null
}

/** A point of the tree: the actions since the root, and what turned up after each, whatever else the world is. */
interface Node {
  /** The edges of the actions that were legal in some world, in the order in which they came. */
  edges: Edge[]
  /** Whether the same actions are legal in every world that reaches the point. */
  isAlways: boolean
  /** The edges by the keys of actions, if that depends on the world. */
  byKey: Map<number, Edge> | null
}

const emptyNode = (): Node => ({ edges: [], isAlways: false, byKey: null })

/** How many visits the prior of an action counts for. */
export const PRIOR_VISITS = 2
/** How much actions that were rarely tried are preferred; with priors much less is needed. */
const EXPLORATION = { withPriors: 0.12, without: 0.7 }

/** Picks one of the legal actions of a state. */
export type Policy = (state: MatchState, actions: readonly Action[]) => Action

/** How a leaf is valued: by an evaluation, or by a play-out to the end, for each of which a policy is made. */
export type Leaves = { evaluate: Evaluation } | { playOut: (random: Random) => Policy }

/** Play-outs of random actions. */
export const RANDOM_PLAY_OUTS: Leaves = { playOut: (random) => (_, actions) => random.pick(actions) }

/**
 * Information-set tree search (Cowling, Powley and Whitehouse 2012, with one observer): each simulation samples a world
 * and follows the tree with the actions that are legal in it. A leaf is valued by the best evaluation one action ahead, or
 * by a play-out, as in plain Monte Carlo tree search.
 */
export const search = (leaves: Leaves, noise = 0): Player => ({
  decide({ legal = [] }, knowledge, random, budget) {
    const actions = actionsOf(legal)
    if (actions.length === 1) return actions[0]!
    const considered = foundAt(grow(leaves, knowledge, random, budget, { endsEarly: noise === 0 }), knowledge)
    if (noise === 0) return mostVisited(considered).action
    const ranked = considered.map(({ action, chance }) => ({ action, rank: chance + noiseOf(random, noise) }))
    return ranked.reduce((best, each) => (each.rank > best.rank ? each : best)).action
  },
})

/** What a search found of one legal action. */
export interface Considered {
  action: Action
  /** How likely the seat is to win after it, from 0 to 1. The fewer visits, the less this means. */
  chance: number
  /** How many simulations began with it. */
  visits: number
}

/** What a search chooses: the action with the most visits, and of several such actions the most likely one to win. */
export const mostVisited = (considered: readonly Considered[]): Considered =>
  considered.reduce((best, each) => (each.visits + each.chance > best.visits + best.chance ? each : best))

/** Of how many simulations one begins with an action that is asked for; those that are asked for take turns. */
const ONE_OF = 4

/** How a decision is searched. */
export interface Way {
  /** Actions of which more is to be known than the search wants to know. */
  asked?: readonly Action[] | undefined
  /** The search ends as soon as more simulations would not change which action has the most visits. */
  endsEarly?: boolean
}

/** Searches a decision of the seat, and returns what it found of each legal action. */
export const consider = (
  evaluate: Evaluation,
  knowledge: Knowledge,
  random: Random,
  budget: Budget,
  way: Way = {},
): Considered[] => foundAt(grow({ evaluate }, knowledge, random, budget, way), knowledge)

/** What a tree says of each action at its root. */
const foundAt = (root: Node, { seat }: Knowledge): Considered[] =>
  root.edges.map((edge) => ({
    action: edge.action,
    chance: seat === 0 ? mean(edge) : 1 - mean(edge),
    visits: edge.visits,
  }))

/** Whether an action has so many visits that no other one can have as many after some more simulations. */
function leadsBeyond(root: Node, simulations: number): boolean {
  let [most, second] = [0, 0]
  for (const { visits } of root.edges) {
    if (visits > most) [most, second] = [visits, most]
    else if (visits > second) second = visits
  }
  return root.edges.length === 1 || most - second > simulations
}

/** After how many simulations the search asks whether it is decided. */
const ASK_EVERY = 16

/** Simulates until the budget is spent, or until more simulations would change nothing. */
function grow(
  leaves: Leaves,
  knowledge: Knowledge,
  random: Random,
  budget: Budget,
  { asked = [], endsEarly = false }: Way,
): Node {
  const root = emptyNode()
  for (let sample = 1; sample <= budget.samples; sample++) {
    const first = sample % ONE_OF === 2 ? asked[Math.floor(sample / ONE_OF) % asked.length] : undefined
    simulate(root, knowledge.sample(random), leaves, random, first)
    if (budget.isOver()) break
    if (endsEarly && sample % ASK_EVERY === 0 && leadsBeyond(root, budget.samples - sample)) break
  }
  return root
}

function mean({ prior, visits, sum }: Edge): number {
  return prior === null ? sum / Math.max(1, visits) : (PRIOR_VISITS * prior + sum) / (PRIOR_VISITS + visits)
}

/** @param first the action to begin with; by default the most promising one. */
function simulate(root: Node, world: MatchState, leaves: Leaves, random: Random, first: Action | undefined): void {
  const evaluate = 'evaluate' in leaves ? leaves.evaluate : null
  const wanted = first && keyOf(first)
  const path: Edge[] = []
  let node = root
  let state = world
  let value = valueOfResult(state)
  while (value === null) {
    const isNew = node.edges.length === 0
    const choices = new Choices(state)
    const edges = edgesAt(node, state, choices, evaluate)
    if (isNew && path.length > 0) {
      value = 'playOut' in leaves ? playOut(state, leaves.playOut(random)) : bestPrior(edges, state)
      break
    }
    const isWanted = path.length === 0 && wanted !== undefined
    const asked = isWanted ? edges.find(({ action }) => keyOf(action) === wanted) : undefined
    const edge = asked ?? select(edges, state, random)
    path.push(edge)
    const { state: next, events } = foresee(state, edge.action, choices)
    state = next
    node = childOf(edge, turnedUp(events, state))
    value = valueOfResult(state)
  }
  for (const edge of path) {
    edge.visits++
    edge.sum += value
  }
}

/**
 * The point after an action and what turned up. Players see it before they choose: in one point for all that may turn up,
 * they would choose as if they did not.
 */
function childOf(edge: Edge, turned: string): Node {
  const children = (edge.children ??= new Map<string, Node>())
  let child = children.get(turned)
  if (!child) children.set(turned, (child = emptyNode()))
  return child
}

/** The edges of the actions that are legal in a state. */
function edgesAt(node: Node, state: MatchState, choices: Choices, evaluate: Evaluation | null): readonly Edge[] {
  if (node.isAlways) {
    for (const edge of node.edges) edge.available++
    return node.edges
  }
  const actions = legalActions(state, choices)
  const judge = evaluate && settling(evaluate)
  const edgeOf = (action: Action): Edge => {
    const prior = judge && judge(foresee(state, action, choices).state)
    const edge = { action, prior, visits: 0, sum: 0, available: 1, children: null }
    node.edges.push(edge)
    return edge
  }
  if (areKnownToAll(state)) {
    node.isAlways = true
    for (const action of actions) edgeOf(action)
    return node.edges
  }
  const byKey = (node.byKey ??= new Map<number, Edge>())
  return actions.map((action) => {
    const key = keyOf(action)
    let edge = byKey.get(key)
    if (edge) edge.available++
    else byKey.set(key, (edge = edgeOf(action)))
    return edge
  })
}

function bestPrior(edges: readonly Edge[], state: MatchState): number {
  let best = edges[0]!.prior!
  for (const { prior } of edges) best = betterOf(best, prior!, state)
  return best
}

/** A probability that seat 0 wins, as that of the seat to act. */
const forActor = (value: number, { toAct }: MatchState): number => (toAct === 0 ? value : 1 - value)

/** Logarithms of the first numbers, because `select` takes one for every action on its way. */
const LOGARITHMS = Float64Array.from({ length: 4_096 }, (_, number) => Math.log(number))
const logOf = (number: number): number => LOGARITHMS[number] ?? Math.log(number)

/** The edge with the highest upper confidence bound for the seat to act. */
function select(edges: readonly Edge[], state: MatchState, random: Random): Edge {
  if (edges[0]!.prior === null) {
    const untried = edges.filter(({ visits }) => visits === 0)
    if (untried.length > 0) return random.pick(untried)
  }
  let best = edges[0]!
  let highest = -Infinity
  for (const edge of edges) {
    const { prior, visits, available } = edge
    const factor = prior === null ? EXPLORATION.without : EXPLORATION.withPriors
    const bound = forActor(mean(edge), state) + factor * Math.sqrt(logOf(available + 1) / (visits + 1))
    if (bound > highest) [best, highest] = [edge, bound]
  }
  return best
}

function playOut(from: MatchState, choose: Policy): number {
  let state = from
  for (;;) {
    const value = valueOfResult(state)
    if (value !== null) return value
    const choices = new Choices(state)
    state = foresee(state, choose(state, legalActions(state, choices)), choices).state
  }
}
