/**
 * How fast the rules are on one core: whole random games per second, and microseconds per call. CPU time counts,
 * because other work on the machine makes wall time say little. The figures relative to a fixed loop of plain
 * JavaScript, run in turn with them, can be compared between machines.
 */
import { deal, legalActions, reduce, start, view } from '../src/rules/index.ts'
import type { Action, MatchOptions, MatchState } from '../src/rules/index.ts'

const ROUNDS = 9
const GAMES_PER_ROUND = 60
const WARM_UP_ROUNDS = 3
const GAMES_FOR_CALLS = 25

const KINDS: Readonly<Record<'base' | 'agora', MatchOptions>> = {
  base: { agora: false, pantheon: false, wonders: 'draft', tiedPawn: 'chooses' },
  agora: { agora: true, pantheon: false, wonders: 'draft', tiedPawn: 'chooses' },
}

/** What each step of a game starts from. */
interface Moment { state: MatchState; action: Action }

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
  for (let legal = legalActions(state); legal.length > 0; legal = legalActions(state)) {
    const action = legal[pick(legal.length)]!
    moments?.push({ state, action })
    state = reduce(state, action).state
    actions++
  }
  return actions
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

interface Times { cpu: number; wall: number }

/** Seconds that something takes. */
function time(work: () => unknown): Times {
  const cpu = process.cpuUsage()
  const wall = performance.now()
  work()
  const { user, system } = process.cpuUsage(cpu)
  return { cpu: (user + system) / 1e6, wall: (performance.now() - wall) / 1e3 }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** The middle of several rounds, each of them run in turn with the others, after some that don't count. */
function measure<Name extends string>(works: Record<Name, () => unknown>): Record<Name, Times> {
  const names = Object.keys(works) as Name[]
  const rounds = new Map<Name, Times[]>(names.map((name) => [name, []]))
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const name of names) {
      const times = time(works[name])
      if (round >= 0) rounds.get(name)!.push(times)
    }
  }
  const middle = (times: readonly Times[]): Times => ({
    cpu: median(times.map(({ cpu }) => cpu)),
    wall: median(times.map(({ wall }) => wall)),
  })
  return Object.fromEntries(names.map((name) => [name, middle(rounds.get(name)!)])) as Record<Name, Times>
}

function print(title: string, ...cells: readonly (string | number)[]): void {
  console.log(title.padEnd(34) + cells.map((cell) => String(cell).padStart(14)).join(''))
}

const playOuts = (options: MatchOptions) => (): void => {
  for (let game = 0; game < GAMES_PER_ROUND; game++) playOut(options, game)
}

const games = measure({ calibration: calibrate, base: playOuts(KINDS.base), agora: playOuts(KINDS.agora) })
const perSecond = (kind: 'base' | 'agora', of: keyof Times): number => GAMES_PER_ROUND / games[kind][of]
const relative = (kind: 'base' | 'agora'): number => perSecond(kind, 'cpu') * games.calibration.cpu
const ratio = (base: number, agora: number): string => `${Math.round((100 * agora) / base)} %`

console.log(`Node ${process.version}, median of ${ROUNDS} rounds of ${GAMES_PER_ROUND} games, one core\n`)
print('random games', 'base', 'agora', 'agora / base')
for (const [title, of] of [['per second of CPU', 'cpu'], ['per second of wall time', 'wall']] as const) {
  print(
    title,
    Math.round(perSecond('base', of)),
    Math.round(perSecond('agora', of)),
    ratio(perSecond('base', of), perSecond('agora', of)),
  )
}
print(
  'per calibration loop',
  relative('base').toFixed(1),
  relative('agora').toFixed(1),
  `(${(1000 * games.calibration.cpu).toFixed(0)} ms)`,
)

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

const moments: Record<'base' | 'agora', Moment[]> = { base: [], agora: [] }
for (const kind of ['base', 'agora'] as const) {
  for (let game = 0; game < GAMES_FOR_CALLS; game++) playOut(KINDS[kind], game, moments[kind])
}
print(
  'actions per game',
  ...(['base', 'agora'] as const).map((kind) => Math.round(moments[kind].length / GAMES_FOR_CALLS)),
)
print('\nmicroseconds of CPU per call')
for (const [name, call] of Object.entries(CALLS)) {
  const made = { base: 0, agora: 0 }
  const { base, agora } = measure({
    base: () => (made.base = call(KINDS.base, moments.base)),
    agora: () => (made.agora = call(KINDS.agora, moments.agora)),
  })
  print(name, ((1e6 * base.cpu) / made.base).toFixed(1), ((1e6 * agora.cpu) / made.agora).toFixed(1))
}
