/**
 * Properties of every match, over random games that are always the same ones. Half of them are uniformly random.
 * Uniform play hardly ever wins by science or politics, so in the other half each seat leans one way (policies.ts).
 */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Action, MatchEvent, MatchOptions, MatchState, ViolationCode } from '../../../src/rules/index.ts'
import {
  catalogue,
  Choices,
  deal,
  legalActions,
  price,
  reduce,
  RuleViolation,
  score,
  start,
} from '../../../src/rules/index.ts'
import { anyAction, noAction } from './any-action.ts'
import type { BoxName } from './boxes.ts'
import { BOXES } from './boxes.ts'
import { freeze } from './game.ts'
import { checkConservation, checkState, keyOf } from './invariants.ts'
import { Ledger, majority, must } from './ledger.ts'
import type { PolicyName } from './policies.ts'
import { POLICIES } from './policies.ts'
import { Random } from './random.ts'

/** No game can need more: every turn takes a card, and a card makes so many decisions at most. */
const MOST_ACTIONS = 600

/** 'wonder-limit' is not among them: when seven wonders stand, no player has another one to try it with. */
const CODES: readonly ViolationCode[] = [
  'match-over',
  'wrong-decision',
  'slot-not-accessible',
  'too-expensive',
  'not-offered',
  'malformed',
]
/** In which ways play leans in each box. */
const LEANINGS: Readonly<Record<BoxName, readonly PolicyName[]>> = {
  base: ['uniform', 'kinds', 'science', 'military'],
  agora: ['uniform', 'kinds', 'science', 'military', 'politics', 'politics', 'plots', 'plots'],
  pantheon: ['uniform', 'kinds', 'science', 'military', 'divinities', 'divinities'],
  'agora-pantheon': [
    'kinds',
    'science',
    'military',
    'politics',
    'politics',
    'plots',
    'plots',
    'divinities',
    'divinities',
  ],
}

/** How often things happened. */
class Tally {
  readonly #counts = new Map<string, number>()

  add(thing: string): void {
    this.#counts.set(thing, this.of(thing) + 1)
  }

  of(thing: string): number {
    return this.#counts.get(thing) ?? 0
  }

  table(title: string, things: readonly string[]): string {
    return [title, ...things.map((thing) => `  ${String(this.of(thing)).padStart(6)}  ${thing}`), ''].join('\n')
  }
}

type Step = ReturnType<typeof reduce>

/** The refusal of an action; undefined if it is accepted. The state is as it was in either case. */
function refusalOf(state: MatchState, action: unknown): unknown {
  const before = JSON.stringify(state)
  try {
    reduce(state, action as Action)
    return undefined
  } catch (error) {
    return error
  } finally {
    must(JSON.stringify(state) === before, () => 'reduce changed its input')
  }
}

/** Every action on the list is accepted. */
function checkListed(state: MatchState, legal: readonly Action[]): void {
  for (const action of legal) {
    const refusal = refusalOf(state, action)
    must(refusal === undefined, () => `${keyOf(action)} is listed and refused: ${String(refusal)}`)
    must(
      (price(state, action) !== null) === isPriced(action),
      () => `${keyOf(action)} ${isPriced(action) ? 'has no' : 'has a'} price`,
    )
  }
}

/** Actions that are not on the list, most of them of a kind that is, are refused with a code. */
function checkUnlisted(state: MatchState, legal: readonly Action[], random: Random, tally: Tally): void {
  const listed = new Set(legal.map(keyOf))
  const kinds = [...new Set(legal.map(({ type }) => type))]
  const attempts = Array.from({ length: 4 }, (_, index) =>
    anyAction(random, index > 0 && kinds.length > 0 ? kinds : undefined),
  )
  for (const action of attempts.filter((attempt) => !listed.has(keyOf(attempt)))) {
    const refusal = refusalOf(state, action)
    must(
      refusal instanceof RuleViolation && CODES.includes(refusal.code),
      () => `${keyOf(action)} is not listed: ${String(refusal)}`,
    )
    must(refusal.code !== 'malformed', () => `${keyOf(action)} is called malformed`)
    must(price(state, action) === null, () => `${keyOf(action)} is not legal and has a price`)
    tally.add(refusal.code)
  }
  const refusal = refusalOf(state, noAction(random))
  must(refusal instanceof RuleViolation, () => `what is no action: ${String(refusal)}`)
  must(
    refusal.code === (state.result ? 'match-over' : 'malformed'),
    () => `what is no action is refused as ${refusal.code}`,
  )
  tally.add(refusal.code)
}

const PRICED: readonly Action['type'][] = [
  'construct-building',
  'construct-wonder',
  'recruit-senator',
  'activate-divinity',
]
const isPriced = ({ type }: Action): boolean => PRICED.includes(type)

/** The price in the event of a priced action. */
function priceIn(event: MatchEvent | undefined): unknown {
  switch (event?.type) {
    case 'building-constructed':
    case 'wonder-constructed':
    case 'divinity-activated':
      return event.price
    case 'senator-recruited':
      return { total: event.coins, trade: 0, chained: false }
    default:
      return null
  }
}

/** The price asked is the one in the event. That it is also the one paid is checked by the ledger. */
function checkPrice(before: MatchState, action: Action, events: readonly MatchEvent[]): void {
  const asked = price(before, action)
  if (!isPriced(action)) return must(asked === null, () => `${keyOf(action)} has a price`)
  const told = priceIn(events[0])
  must(
    JSON.stringify(asked) === JSON.stringify(told),
    () => `${keyOf(action)} costs ${JSON.stringify(asked)}, paid ${JSON.stringify(told)}`,
  )
  const { coins, pantheon } = before.cities[before.toAct!]
  must(asked!.total <= coins + (pantheon?.storedCoins ?? 0), () => `${keyOf(action)} costs more than there is`)
}

/** The winner by points has more of them, or more on blue cards. */
function checkResult(state: MatchState): void {
  const [first, second] = score(state)
  for (const { total, ...parts } of [first, second]) {
    must(total === Object.values(parts).reduce((sum, points) => sum + points, 0), () => 'the total is not the sum')
  }
  const { by, winner } = state.result!
  if (by !== 'civilian') return
  const lead = first.total - second.total || first.blue - second.blue
  must(
    (lead > 0 && winner === 0) || (lead < 0 && winner === 1),
    () => `seat ${winner} wins with ${first.total} to ${second.total}`,
  )
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/**
 * A game that is dealt and played again is the same, also when every state has gone through JSON. Nothing is retained
 * here of what can be chosen in a state.
 */
function checkRepeatable(seed: string, options: MatchOptions, actions: readonly Action[], last: Step): void {
  let again: Step = { state: start(options, deal(seed, options)), events: [] }
  let stored: Step = again
  for (const action of actions) {
    again = reduce(again.state, action)
    const read = JSON.parse(JSON.stringify(stored.state)) as MatchState
    must(
      hash(legalActions(read)) === hash(legalActions(stored.state)),
      () => 'another list after a round trip through JSON',
    )
    stored = reduce(read, action)
  }
  must(hash(again) === hash(last), () => 'played again, it is another game')
  must(hash(stored) === hash(last), () => 'stored after each action, it is another game')
}

/** Notes which decrees are in force. */
function addControlled(controlled: Set<string>, { senate }: MatchState): void {
  for (const [chamber, cubes] of senate!.cubes.entries()) {
    if (majority(cubes) !== null) for (const { id } of senate!.decrees[chamber]!) controlled.add(id)
  }
}

/** Plays one game to its end, checking every state on the way, some of them thoroughly. */
function playChecked(game: number, kind: BoxName, tally: Tally): void {
  const random = new Random(`${kind} game ${game}`)
  const leaning = (): PolicyName => (game % 2 === 0 ? 'uniform' : random.pick(LEANINGS[kind]))
  const policies = [leaning(), leaning()] as const
  const options: MatchOptions = {
    ...BOXES[kind],
    wonders: random.onceIn(4) ? 'first-game' : 'draft',
    tiedPawn: random.pick(['chooses', 'begins']),
  }
  const seed = `game ${game}`
  let step: Step = { state: start(options, deal(seed, options)), events: [] }

  const ledger = new Ledger()
  const actions: Action[] = []
  const controlled = new Set<string>()
  try {
    for (;;) {
      const { state } = step
      if (game % 8 === 0) freeze(state)
      const choices = new Choices(state)
      const legal = legalActions(state, choices)
      checkState(state, legal, ledger)
      if (state.result || actions.length === 0 || random.onceIn(6)) checkConservation(state, ledger)
      if (random.onceIn(60)) checkListed(state, legal)
      if (random.onceIn(20)) checkUnlisted(state, legal, random, tally)
      if (state.toAct === null) break
      const action = POLICIES[policies[state.toAct]](state, legal, random)
      actions.push(action)
      step = reduce(state, action, choices)
      if (random.onceIn(4)) checkPrice(state, action, step.events)
      ledger.enter(state, step.state, step.events)
      if (state.senate && state.senate !== step.state.senate) addControlled(controlled, step.state)
      must(actions.length < MOST_ACTIONS, () => 'it does not end')
    }
    checkResult(step.state)
    if (game % 40 === 0) checkRepeatable(seed, options, actions, step)
  } catch (error) {
    throw new Error(`${kind} game ${game} after ${actions.length} actions: ${String(error)}`, { cause: error })
  }
  tally.add(
    `${step.state.result!.by}${policies.every((policy) => policy === 'uniform') ? ', uniform play' : ', leaning play'}`,
  )
  tally.add(step.state.result!.by)
  for (const conspiracy of ledger.triggered) tally.add(conspiracy)
  for (const { card, from } of ledger.activated) {
    tally.add(card)
    tally.add(`from the ${from}`)
  }
  for (const decree of controlled) tally.add(decree)
}

/** How often each of these things must have come up in so many games: in one game of 200. */
const leastOf = (games: number): number => games / 200
/** Ties are rarer: only so many games must show one. */
const GAMES_FOR_A_TIE = 10_000

/** Ways for a match to end, but for a tie. */
const victoriesIn = (kind: BoxName): string[] => [
  'civilian',
  'military',
  'science',
  ...(BOXES[kind].agora ? ['politics'] : []),
]

/** Everything in a box that has to come to be used, by a title for its table. */
function usesIn(kind: BoxName): Record<string, string[]> {
  const { conspiracies, decrees, pantheon } = catalogue({ ...BOXES[kind], wonders: 'draft', tiedPawn: 'chooses' })
  const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
  return {
    ...(BOXES[kind].agora && {
      'Times that a conspiracy was triggered': ids(conspiracies),
      'Games in which a decree was controlled': ids(decrees),
    }),
    ...(pantheon && {
      'Times that a divinity was activated': ids([...pantheon.divinities, pantheon.gate]),
      'Activations by their origin': ['pantheon', 'gate', 'divine-theater'].map((from) => `from the ${from}`),
    }),
  }
}

/**
 * Plays the games of a kind from number `first` on. Checks the invariants in every state, and that everything in the
 * box was used.
 * @returns how often things came up, as text
 */
export function checkGames(kind: BoxName, first: number, count: number): string {
  const tally = new Tally()
  for (let game = first; game < first + count; game++) playChecked(game, kind, tally)

  const uses = usesIn(kind)
  const ends = [...victoriesIn(kind), 'tie'].flatMap((by) => [`${by}, uniform play`, `${by}, leaning play`])
  const tables = [
    tally.table(`Ends of ${count} games (${kind})`, ends),
    tally.table('Refusals', CODES),
    ...Object.entries(uses).map(([title, things]) => tally.table(title, things)),
  ].join('')

  for (const by of victoriesIn(kind)) expect(tally.of(by), `${by}\n${tables}`).toBeGreaterThanOrEqual(leastOf(count))
  if (count >= GAMES_FOR_A_TIE) expect(tally.of('tie'), 'tie').toBeGreaterThan(0)
  for (const code of CODES) expect(tally.of(code), code).toBeGreaterThan(0)
  for (const id of Object.values(uses).flat())
    expect(tally.of(id), `${id}\n${tables}`).toBeGreaterThanOrEqual(leastOf(count))
  return tables
}
