/**
 * How fast the rules are on one core: whole random games per second, and microseconds per call. CPU time counts,
 * because other work on the machine makes wall time say little. The figures relative to a fixed loop of plain
 * JavaScript, run in turn with them, can be compared between machines. All kinds of game are measured, or those that
 * are named: npm run bench:rules -- base agora
 */
import type { GameKind } from '../src/protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, gameKindSchema, matchOptions } from '../src/protocol/index.ts'
import type { Action, MatchOptions, MatchState } from '../src/rules/index.ts'
import { Choices, deal, legalActions, reduce, start, view } from '../src/rules/index.ts'
import { median } from './load/quantile.ts'

const ROUNDS = 9
const GAMES_PER_ROUND = 60
const WARM_UP_ROUNDS = 3
const GAMES_FOR_CALLS = 25

const named = gameKindSchema.array().safeParse(process.argv.slice(2))
if (!named.success) {
  console.error(`Usage: npm run bench:rules -- [KIND ...]\nKinds of game: ${GAME_KIND_IDS.join(', ')}`)
  process.exit(2)
}
const kinds: readonly GameKind[] = named.data.length > 0 ? named.data : GAME_KIND_IDS
const optionsOf = (kind: GameKind): MatchOptions => matchOptions(kind, DEFAULT_GAME_OPTIONS)

/** Something for each kind of game that is measured. */
const forKinds = <Thing>(make: (kind: GameKind) => Thing): Record<string, Thing> =>
  Object.fromEntries(kinds.map((kind) => [kind, make(kind)]))

/** What each step of a game starts from. */
interface Moment {
  state: MatchState
  action: Action
}

/** Repeatable numbers below `limit`: a linear congruential generator. */
function repeatable(start: number): (limit: number) => number {
  let state = start >>> 0
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Deals and plays one random game to its end. Returns how many actions it took. */
function playOut(options: MatchOptions, game: number, moments?: Moment[]): number {
  const pick = repeatable(game)
  let state = start(options, deal(`bench ${game}`, options))
  let actions = 0
  for (;;) {
    const choices = new Choices(state)
    const legal = legalActions(state, choices)
    if (legal.length === 0) return actions
    const action = legal[pick(legal.length)]!
    moments?.push({ state, action })
    state = reduce(state, action, choices).state
    actions++
  }
}

/** The loop that everything is compared with: small objects and arrays that are created, looked up and hashed. */
function calibrate(): number {
  let hash = 1
  let list: readonly { id: string; value: number }[] = []
  for (let turn = 0; turn < 30_000; turn++) {
    const value = Math.imul(hash ^ turn, 0x9e3779b1) >>> 0
    list = [...list.slice(-15), { id: `item-${value % 64}`, value }]
    for (const item of list) hash = (hash * 31 + item.id.length + item.value) | 0
    if (list.some(({ id }) => id === 'item-0')) hash ^= turn
  }
  return hash
}

interface Times {
  cpu: number
  wall: number
}

/** Seconds that something takes. */
function time(work: () => unknown): Times {
  const cpu = process.cpuUsage()
  const wall = performance.now()
  work()
  const { user, system } = process.cpuUsage(cpu)
  return { cpu: (user + system) / 1e6, wall: (performance.now() - wall) / 1e3 }
}

/** The middle of several rounds, each of them run in turn with the others, after some that don't count. */
function measure(works: Readonly<Record<string, () => unknown>>): (name: string) => Times {
  const rounds = new Map<string, Times[]>(Object.keys(works).map((name) => [name, []]))
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [name, work] of Object.entries(works)) {
      const times = time(work)
      if (round >= 0) rounds.get(name)!.push(times)
    }
  }
  return (name) => {
    const times = rounds.get(name)!
    return { cpu: median(times.map(({ cpu }) => cpu))!, wall: median(times.map(({ wall }) => wall))! }
  }
}

function print(title: string, ...cells: readonly (string | number)[]): void {
  console.log(title.padEnd(34) + cells.map((cell) => String(cell).padStart(16)).join(''))
}

const playOuts = (options: MatchOptions) => (): void => {
  for (let game = 0; game < GAMES_PER_ROUND; game++) playOut(options, game)
}

const CALIBRATION = 'calibration'
const timesOf = measure({ [CALIBRATION]: calibrate, ...forKinds((kind) => playOuts(optionsOf(kind))) })
const perSecond = (kind: GameKind, of: keyof Times): number => GAMES_PER_ROUND / timesOf(kind)[of]
const shareOfFirst = (kind: GameKind): string =>
  `${Math.round((100 * perSecond(kind, 'cpu')) / perSecond(kinds[0]!, 'cpu'))} %`
const calibration = timesOf(CALIBRATION).cpu

console.log(`Node ${process.version}, median of ${ROUNDS} rounds of ${GAMES_PER_ROUND} games, one core`)
console.log(`The calibration loop takes ${(1000 * calibration).toFixed(0)} ms of CPU.\n`)
print('random games', ...kinds)
for (const [title, of] of [
  ['per second of CPU', 'cpu'],
  ['per second of wall time', 'wall'],
] as const) {
  print(title, ...kinds.map((kind) => Math.round(perSecond(kind, of))))
}
print(`per second, of those of ${kinds[0]!}`, ...kinds.map(shareOfFirst))
print('per calibration loop', ...kinds.map((kind) => (perSecond(kind, 'cpu') * calibration).toFixed(1)))

/** Calls to measure: each is made once for every moment of some games, or once for every game. */
const CALLS: Readonly<Record<string, (options: MatchOptions, moments: readonly Moment[]) => number>> = {
  deal(options) {
    for (let game = 0; game < GAMES_FOR_CALLS; game++) deal(`bench ${game}`, options)
    return GAMES_FOR_CALLS
  },
  reduce(_options, moments) {
    for (const { state, action } of moments) reduce(state, action)
    return moments.length
  },
  legalActions(_options, moments) {
    for (const { state } of moments) legalActions(state)
    return moments.length
  },
  'view, for both seats'(_options, moments) {
    for (const { state } of moments) {
      view(state, 0)
      view(state, 1)
    }
    return moments.length
  },
}

const moments = forKinds((kind) => {
  const all: Moment[] = []
  for (let game = 0; game < GAMES_FOR_CALLS; game++) playOut(optionsOf(kind), game, all)
  return all
})
print('actions per game', ...kinds.map((kind) => Math.round(moments[kind]!.length / GAMES_FOR_CALLS)))
print('\nmicroseconds of CPU per call')
for (const [name, call] of Object.entries(CALLS)) {
  const made: Record<string, number> = {}
  const times = measure(forKinds((kind) => () => (made[kind] = call(optionsOf(kind), moments[kind]!))))
  print(name, ...kinds.map((kind) => ((1e6 * times(kind).cpu) / made[kind]!).toFixed(1)))
}
