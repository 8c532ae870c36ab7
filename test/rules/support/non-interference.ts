/**
 * What a viewer may not know makes no difference to what they see or receive. For random games and moments everything
 * that the viewer cannot know is dealt and chosen again (redeal.ts). Everything that they have seen so far must be the
 * same bytes.
 */
import { expect } from 'vitest'
import { RuleViolation, explain, legalActions, price, redact, reduce, view } from '../../../src/rules/index.ts'
import type { Action, MatchEvent, MatchState, StepKind, Viewer } from '../../../src/rules/index.ts'
import { anyAction } from './any-action.ts'
import type { BoxName } from './boxes.ts'
import { VIEWERS } from './game.ts'
import { randomHistory, replay } from './history.ts'
import type { History } from './history.ts'
import { Random } from './random.ts'
import { redeal } from './redeal.ts'
import { LEAKY_REDACTIONS, SECRETS } from './secrets.ts'
import type { Redaction, Window } from './secrets.ts'

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
function probe(state: MatchState, viewer: Viewer, past: readonly MatchEvent[], attempts: readonly Action[]): unknown {
  const prices = attempts
    .filter(({ type }) => PRICED.some((priced) => type.startsWith(priced)))
    .map((action) => price(state, action))
  return [explain(state, viewer, past), prices, viewer === state.toAct && attempts.map((action) => attempt(state, action))]
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

/** What a viewer may not know changes nothing that they see, receive or can find out. */
export function expectNoInterference(box: BoxName, games: number): void {
  let last: { one: History; viewer: Viewer; lines: string[] } | undefined
  for (const { one, two, viewer, moment, name, random } of pairs(box, games)) {
    if (last?.one !== one || last.viewer !== viewer) {
      last = { one, viewer, lines: experience(one, one.states.length - 1, viewer, window, redact) }
    }
    const lines = experience(two, moment, viewer, window, redact)
    const different = lines.findIndex((line, index) => line !== last!.lines[index])
    if (different >= 0) expect(lines[different], name).toBe(last.lines[different])

    const first = one.states[moment]!
    if (first.result) continue
    const attempts = attemptsAt(first, random)
    const [here, there] = [one, two].map(({ states, events }) => {
      const past = events.slice(0, moment).flat()
      return JSON.stringify(probe(states[moment]!, viewer, past, attempts))
    })
    expect(there, name).toBe(here)
  }
}

/**
 * The comparison would notice if anything secret were shown: every secret is another one in some pair of worlds.
 * @returns in how many pairs each secret is another one, as text
 */
export function expectToNoticeLeaks(box: BoxName, games: number): string {
  const [secrets, redactions] = [SECRETS[box], LEAKY_REDACTIONS[box]]
  const noticed = new Map([...Object.keys(secrets), ...Object.keys(redactions)].map((leak) => [leak, 0]))
  const note = (leak: string): void => void noticed.set(leak, noticed.get(leak)! + 1)
  let count = 0
  for (const { one, two, viewer, moment } of pairs(box, games)) {
    count++
    const [first, second] = [one.states[moment]!, two.states[moment]!]
    for (const [secret, leak] of Object.entries(secrets)) {
      if (JSON.stringify(leak(first, viewer)) !== JSON.stringify(leak(second, viewer))) note(secret)
    }
    for (const [redaction, leaky] of Object.entries(redactions)) {
      const [here, there] = [one, two].map((world) => experience(world, moment, viewer, () => null, leaky).join())
      if (here !== there) note(redaction)
    }
  }
  for (const [leak, times] of noticed) expect(times, leak).toBeGreaterThanOrEqual(10)
  const lines = [...noticed].map(([leak, times]) => `  ${String(times).padStart(5)}  ${leak}\n`)
  return `Of ${count} pairs of worlds in ${box} games, in how many a leak would show:\n${lines.join('')}`
}
