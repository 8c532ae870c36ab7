/**
 * How fast a bot searches on one core: simulations per second of CPU, and what one of them allocates, in positions of
 * games whose players look one action ahead. CPU time counts, because other work on the machine makes wall time say
 * little. With another built checkout both are measured in turns, and the ratio of each kind of game is printed.
 * npm run bench:search -- [--before DIR] [--rounds 5] [--simulations 1000] [--kind KIND]
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import type * as Bots from '../src/bots/index.ts'
import type * as Weights from '../src/opponents/weights.ts'
import type { GameKind } from '../src/protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, gameKindSchema, matchOptions } from '../src/protocol/index.ts'
import type * as Rules from '../src/rules/index.ts'
import { median } from './load/quantile.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Positions of each kind of game, each from a game of its own. */
const POSITIONS = 8
/** How many actions later than in the game before each of them is: so they are of all ages. */
const APART = 8
/** Simulations of each position in which allocation is measured: reading the heap is slow. */
const MEASURED = 100

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    simulations: { type: 'string', default: '1000' },
    kind: { type: 'string' },
  },
})
const [rounds, simulations] = [Number(values.rounds), Number(values.simulations)]
const kinds: readonly GameKind[] = values.kind === undefined ? GAME_KIND_IDS : [gameKindSchema.parse(values.kind)]

/** What the benchmark uses of a checkout. */
interface Checkout {
  bots: typeof Bots
  rules: typeof Rules
  weights: typeof Weights
}
type Knowledge = InstanceType<Checkout['bots']['Knowledge']>

/** Searches each position once, and asks after each simulation whether it is over. */
type Search = (samples: number, isOver: () => boolean) => void

const load = async (checkout: string): Promise<Checkout> => ({
  bots: (await import(`${checkout}/dist/bots/index.js`)) as Checkout['bots'],
  rules: (await import(`${checkout}/dist/rules/index.js`)) as Checkout['rules'],
  weights: (await import(`${checkout}/dist/opponents/weights.js`)) as Checkout['weights'],
})

/** The actions of a game whose players look one action ahead. */
function gameOf(kind: GameKind, game: number): Rules.Action[] {
  const { rules, weights } = loaded.at(-1)!
  const options = matchOptions(kind, DEFAULT_GAME_OPTIONS)
  const evaluate = weights.learnedEvaluation(options)
  const played: Rules.Action[] = []
  let state = startOf(rules, kind, game)
  while (state.toAct !== null) {
    const seat = state.toAct
    const chanceOf = (action: Rules.Action): number => {
      const chance = evaluate(rules.reduce(state, action).state)
      return seat === 0 ? chance : 1 - chance
    }
    const best = rules.legalActions(state).reduce((one, other) => (chanceOf(other) > chanceOf(one) ? other : one))
    played.push(best)
    state = rules.reduce(state, best).state
  }
  return played
}

function startOf(rules: typeof Rules, kind: GameKind, game: number): Rules.MatchState {
  const options = matchOptions(kind, DEFAULT_GAME_OPTIONS)
  return rules.start(options, rules.deal(`bench ${kind} ${game}`, options))
}

/** What the seat to act knows at the first real decision after so many actions of a game; null if there is none. */
function knowledgeAfter(
  count: number,
  { bots, rules }: Checkout,
  kind: GameKind,
  game: number,
  actions: readonly Rules.Action[],
): Knowledge | null {
  const options = matchOptions(kind, DEFAULT_GAME_OPTIONS)
  let state = startOf(rules, kind, game)
  const known = ([0, 1] as const).map((seat) => new bots.Knowledge(options, seat, rules.view(state, seat)))
  for (const [played, action] of actions.entries()) {
    if (played >= count && rules.legalActions(state).length > 1) return known[state.toAct!]!
    const next = rules.reduce(state, action)
    state = next.state
    for (const each of known) {
      each.observe(
        next.events.map((event) => rules.redact(event, each.seat)!),
        rules.view(state, each.seat),
      )
    }
  }
  return null
}

/** Searches of the same positions for every checkout with the same rules, whatever its evaluation. */
function searchesOf(kind: GameKind): Search[] {
  const games: Rules.Action[][] = []
  return loaded.map((checkout) => {
    const { consider, Random } = checkout.bots
    const evaluate = checkout.weights.learnedEvaluation(matchOptions(kind, DEFAULT_GAME_OPTIONS))
    const positions: Knowledge[] = []
    for (let game = 0; positions.length < POSITIONS; game++) {
      const actions = (games[game] ??= gameOf(kind, game))
      const position = knowledgeAfter(APART * positions.length, checkout, kind, game, actions)
      if (position) positions.push(position)
    }
    return (samples, isOver) => {
      for (const [index, knowledge] of positions.entries()) {
        consider(evaluate, knowledge, new Random(`bench ${index}`), { samples, isOver })
      }
    }
  })
}

/** Simulations per second of CPU. */
function speedOf(search: Search): number {
  const began = process.cpuUsage()
  search(simulations, () => false)
  const { user, system } = process.cpuUsage(began)
  return (POSITIONS * simulations) / ((user + system) / 1e6)
}

/** KB that a simulation allocates: how much the heap grows, wherever no garbage was collected meanwhile. */
function allocatedBy(search: Search): number {
  const grown: number[] = []
  let before = Infinity
  search(MEASURED, () => {
    const grew = getHeapStatistics().used_heap_size - before
    if (grew > 0) grown.push(grew)
    before = getHeapStatistics().used_heap_size
    return false
  })
  return grown.reduce((sum, each) => sum + each, 0) / grown.length / 1024
}

const checkouts = values.before === undefined ? [ROOT] : [resolve(values.before), ROOT]
const loaded = await Promise.all(checkouts.map(load))
console.log(`Node ${process.version}, median of ${rounds} rounds of ${POSITIONS} searches with ${simulations} worlds`)
for (const kind of kinds) {
  const searches = searchesOf(kind)
  const speeds = searches.map((): number[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [index, search] of searches.entries()) {
      const speed = speedOf(search)
      // The first round warms up.
      if (round > 0) speeds[index]!.push(speed)
    }
  }
  const figures = searches.map(
    (search, index) =>
      `${median(speeds[index]!)!.toFixed(0)} a second of CPU, ${allocatedBy(search).toFixed(0)} KB each`,
  )
  const ratios = speeds.at(-1)!.map((speed, round) => speed / speeds[0]![round]!)
  const ratio = searches.length > 1 ? `; ratio ${median(ratios)!.toFixed(2)}` : ''
  console.log(`${kind}: ${figures.join('; now ')}${ratio}`)
}
