/**
 * What a viewer may not know makes no difference to what they see or receive. For random games and moments everything
 * that the viewer cannot know is dealt and chosen again (redeal.ts). Everything that they have seen so far must be the
 * same bytes.
 */
import { expect } from 'vitest'
import type { Action, MatchEvent, MatchState, StepKind, Viewer } from '../../../src/rules/index.ts'
import { explain, legalActions, price, redact, reduce, RuleViolation, view } from '../../../src/rules/index.ts'
import { anyAction } from './any-action.ts'
import type { BoxName } from './boxes.ts'
import { VIEWERS } from './game.ts'
import type { History } from './history.ts'
import { randomHistory, replay } from './history.ts'
import { Random } from './random.ts'
import { redeal } from './redeal.ts'
import type { Redaction, Window } from './secrets.ts'
import { LEAKY_REDACTIONS, SECRETS } from './secrets.ts'

const window: Window = (state, viewer) => [view(state, viewer), viewer === state.toAct && legalActions(state)]

/** What a player who decides learns by trying an action. */
function attempt(state: MatchState, action: Action): unknown {
  try {
    reduce(state, action)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error
    return [error.code, error.message]
  }
}

const PRICED = ['construct-', 'recruit-senator', 'activate-divinity']

/**
 * What can be found out at a moment: the explanation, the prices of actions, and for the player who decides the results
 * of actions.
 */
function probe(state: MatchState, viewer: Viewer, attempts: readonly Action[]): unknown {
  const prices = attempts
    .filter(({ type }) => PRICED.some((priced) => type.startsWith(priced)))
    .map((action) => price(state, action))
  return [explain(state, viewer), prices, viewer === state.toAct && attempts.map((action) => attempt(state, action))]
}

/** Actions that a viewer may try: some of them with ids that they can only guess. */
function attemptsAt(state: MatchState, random: Random): Action[] {
  const kinds = [...new Set(legalActions(state).map(({ type }) => type))]
  return [
    ...state.structure.map((_, slot): Action => ({ type: 'construct-building', slot })),
    ...([1, 2, 3, 4, 5, 6] as const).map((space): Action => ({ type: 'activate-divinity', space, offerings: 'none' })),
    ...Array.from({ length: 12 }, () => anyAction(random, kinds)),
    ...Array.from({ length: 8 }, () => anyAction(random)),
  ]
}

/** Everything that a viewer sees and receives up to a moment, in order, as text. */
function experience(
  { states, events }: History,
  moment: number,
  viewer: Viewer,
  seen: Window,
  received: Redaction,
): string[] {
  const lines: string[] = []
  for (let at = 0; at <= moment; at++) {
    if (at > 0) lines.push(`received ${JSON.stringify(events[at - 1]!.map((event) => received(event, viewer)))}`)
    // Once it is over, everything may be shown.
    if (!states[at]!.result) lines.push(`seen ${JSON.stringify(seen(states[at]!, viewer))}`)
  }
  return lines
}

/** Two worlds that are the same to a viewer up to a moment. */
interface Pair {
  one: History
  two: History
  viewer: Viewer
  moment: number
  name: string
  random: Random
}

/** Decisions with secrets, the rarest first. */
const SECRET_STEPS: readonly StepKind[] = [
  'trigger-unprepared',
  'construct-removed',
  'espionage',
  'lock-token',
  'library-choice',
  'return-divinities',
  'choose-divinity',
  'enki',
  'keep-conspiracy',
  'place-divinity',
]

/**
 * Moments of a match to compare: any, one of the first, and one in or just after a decision with secrets, of
 * any kind or of the rarest one.
 */
function momentsOf({ states }: History, random: Random): number[] {
  const kinds = states.map(({ stack }) => stack.at(-1)?.kind)
  const secret = SECRET_STEPS.filter((kind) => kinds.includes(kind))
  const anyMoment = random.below(states.length)
  if (secret.length === 0) return [anyMoment, random.below(10)]
  const kind = random.onceIn(2) ? secret[0]! : random.pick(secret)
  const at = random.pick(kinds.flatMap((each, moment) => (each === kind ? [moment] : [])))
  return [anyMoment, random.below(10), at + random.below(2)]
}

function* pairs(box: BoxName, games: number): Generator<Pair> {
  for (let game = 0; game < games; game++) {
    const name = `non-interference, ${box} game ${game}`
    const one = randomHistory(name, box)
    const random = new Random(`${name}, other worlds`)
    for (const viewer of VIEWERS) {
      for (const moment of momentsOf(one, random)) {
        const { deal, actions } = redeal({ history: one, moment, viewer }, random)
        yield {
          one,
          two: replay(one.options, deal, actions),
          viewer,
          moment,
          name: `${name}, ${viewer} after ${moment} actions`,
          random,
        }
      }
    }
  }
}

/** What the comparison of many pairs of worlds has found. */
interface Comparison {
  pairs: number
  /** What a viewer sees, receives or can find out in the first pair in which that is not the same. */
  difference: { name: string; here: string | undefined; there: string } | null
  /** In how many pairs each secret is another one. */
  noticed: ReadonlyMap<string, number>
}

function compare(box: BoxName, games: number): Comparison {
  const noticed = new Map(
    [...Object.keys(SECRETS[box]), ...Object.keys(LEAKY_REDACTIONS[box])].map((leak) => [leak, 0]),
  )
  let difference: Comparison['difference'] = null
  let last: { one: History; viewer: Viewer; lines: string[] } | undefined
  let count = 0
  for (const pair of pairs(box, games)) {
    const { one, viewer, name } = pair
    count += 1
    if (last?.one !== one || last.viewer !== viewer) {
      last = { one, viewer, lines: experience(one, one.states.length - 1, viewer, window, redact) }
    }
    const different = differenceIn(pair, last.lines)
    if (different) difference ??= { name, ...different }
    for (const leak of leaksIn(pair, box)) noticed.set(leak, noticed.get(leak)! + 1)
  }
  return { pairs: count, difference, noticed }
}

/** What a viewer sees, receives or can find out that is not the same in two worlds. `lines`: their experience in one. */
function differenceIn(
  { one, two, viewer, moment, random }: Pair,
  lines: readonly string[],
): { here: string | undefined; there: string } | null {
  const others = experience(two, moment, viewer, window, redact)
  const different = others.findIndex((line, index) => line !== lines[index])
  if (different >= 0) return { here: lines[different], there: others[different]! }

  const first = one.states[moment]!
  if (first.result) return null
  const attempts = attemptsAt(first, random)
  const [here, there] = [one, two].map(({ states }) => JSON.stringify(probe(states[moment]!, viewer, attempts))) as [
    string,
    string,
  ]
  return here === there ? null : { here, there }
}

/** The secrets that are other ones in the two worlds, and the leaky redactions by which those would differ. */
function leaksIn({ one, two, viewer, moment }: Pair, box: BoxName): string[] {
  const [first, second] = [one.states[moment]!, two.states[moment]!]
  const isAnother = (leak: Window): boolean =>
    JSON.stringify(leak(first, viewer)) !== JSON.stringify(leak(second, viewer))
  const received = (leaky: Redaction, events: readonly MatchEvent[]): string =>
    JSON.stringify(events.map((event) => leaky(event, viewer)))
  const differs = (leaky: Redaction): boolean =>
    one.events.slice(0, moment).some((events, at) => received(leaky, events) !== received(leaky, two.events[at]!))
  return [
    ...Object.entries(SECRETS[box]).flatMap(([secret, leak]) => (isAnother(leak) ? [secret] : [])),
    ...Object.entries(LEAKY_REDACTIONS[box]).flatMap(([redaction, leaky]) => (differs(leaky) ? [redaction] : [])),
  ]
}

/** Pairs of worlds of random games, which are played and compared when they are first needed. */
export class Worlds {
  readonly #box: BoxName
  readonly #games: number
  #made: Comparison | undefined

  constructor(box: BoxName, games: number) {
    this.#box = box
    this.#games = games
  }

  get #comparison(): Comparison {
    return (this.#made ??= compare(this.#box, this.#games))
  }

  /** What a viewer may not know changes nothing that they see, receive or can find out. */
  expectNoInterference(): void {
    const { difference } = this.#comparison
    if (difference) expect(difference.there, difference.name).toBe(difference.here)
  }

  /**
   * The comparison would notice if anything secret were shown: every secret is another one in some of the pairs.
   * @returns in how many pairs each secret is another one, as text
   */
  expectToNoticeLeaks(): string {
    const { noticed, pairs } = this.#comparison
    for (const [leak, times] of noticed) expect(times, leak).toBeGreaterThanOrEqual(10)
    const lines = [...noticed].map(([leak, times]) => `  ${String(times).padStart(5)}  ${leak}\n`)
    return `Of ${pairs} pairs of worlds in ${this.#box} games, in how many a leak would show:\n${lines.join('')}`
  }
}
