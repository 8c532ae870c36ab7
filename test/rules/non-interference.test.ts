/**
 * base.md §10 and agora.md §7: what a viewer may not know makes no difference to what they see or receive. For random
 * games and moments everything that the viewer cannot know is dealt and chosen anew (support/redeal.ts); everything
 * that they have seen so far has to be the same bytes.
 */
import { describe, expect, test } from 'vitest'
import { RuleViolation, legalActions, price, redact, reduce, view } from '../../src/rules/index.ts'
import type { Action, MatchEvent, MatchState, Seat, StepKind, Viewer } from '../../src/rules/index.ts'
import { anyAction } from './support/any-action.ts'
import { VIEWERS } from './support/game.ts'
import { randomHistory, replay } from './support/history.ts'
import type { History } from './support/history.ts'
import { Random } from './support/random.ts'
import { redeal } from './support/redeal.ts'

const MINUTES = 60_000

/** What a viewer sees at a moment. */
type Window = (state: MatchState, viewer: Viewer) => unknown
/** What a viewer receives of an event. */
type Redaction = (event: MatchEvent, viewer: Viewer) => unknown

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

/** What can be found out at a moment: the prices of actions, and for the player who decides the results of actions. */
function probe(state: MatchState, viewer: Viewer, attempts: readonly Action[]): unknown {
  const prices = attempts
    .filter(({ type }) => type.startsWith('construct-') || type === 'recruit-senator')
    .map((action) => price(state, action))
  return [prices, viewer === state.toAct && attempts.map((action) => attempt(state, action))]
}

/** Actions that a viewer may try: some of them with ids that they can only guess. */
function attemptsAt(state: MatchState, random: Random): Action[] {
  const kinds = [...new Set(legalActions(state).map(({ type }) => type))]
  return [
    ...state.structure.map((_, slot): Action => ({ type: 'construct-building', slot })),
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

const SECRET_STEPS: readonly StepKind[] = [
  'library-choice',
  'keep-conspiracy',
  'espionage',
  'lock-token',
  'construct-removed',
  'trigger-unprepared',
]

/**
 * Moments of a match to compare: any, one of the first, and one in or just after a decision with secrets, of any kind.
 */
function momentsOf({ states }: History, random: Random): number[] {
  const kinds = states.map(({ stack }) => stack.at(-1)?.kind)
  const secret = SECRET_STEPS.filter((kind) => kinds.includes(kind))
  const anyMoment = random.below(states.length)
  if (secret.length === 0) return [anyMoment, random.below(10)]
  const kind = random.pick(secret)
  const at = random.pick(kinds.flatMap((each, moment) => (each === kind ? [moment] : [])))
  return [anyMoment, random.below(10), at + random.below(2)]
}

function* pairs(kind: 'base' | 'agora', games: number): Generator<Pair> {
  for (let game = 0; game < games; game++) {
    const name = `non-interference, ${kind} game ${game}`
    const one = randomHistory(name, kind === 'agora')
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

/** What is hidden from a viewer at a moment: a window that showed one of these would be a leak. */
const SECRETS: Readonly<Record<string, Window>> = {
  'face-down cards': ({ structure, faceUp }) => structure.filter((card, slot) => card !== null && !faceUp[slot]),
  'removed cards': ({ deal }) => [1, 2, 3].map((age) => deal.ages[age as 1].removed),
  'decks of later ages': ({ deal, age }) =>
    [1, 2, 3].filter((each) => each > age).map((each) => deal.ages[each as 1].slots),
  'unused guilds': ({ deal }) => [...deal.boxGuilds].sort(),
  'the second group of wonders': ({ deal, draft, picks }) =>
    picks <= 4 && !draft.includes(deal.secondWonders[0]!) && deal.secondWonders,
  'wonders in the box': ({ deal }) => deal.boxWonders,
  'the order of the box tokens': ({ boxTokens }) => boxTokens,
  'the order in which the Great Library draws': ({ deal }) => deal.libraryOrder,
  'tokens drawn by another': ({ stack, toAct }, viewer) => {
    const step = stack.at(-1)
    return toAct !== viewer && step?.kind === 'library-choice' && step.tokens
  },
}
const AGORA_SECRETS: Readonly<Record<string, Window>> = {
  ...SECRETS,
  'senators face down': ({ structure, faceUp }) =>
    structure
      .filter((card, slot) => card !== null && !faceUp[slot] && /^(politician|conspirator)/.test(card))
      .map((card) => card!.slice(0, 12)),
  'the conspiracy deck': ({ conspiracyDeck }) => conspiracyDeck,
  'the top conspiracy': ({ conspiracyDeck }) => conspiracyDeck[0],
  'the bottom conspiracy': ({ conspiracyDeck }) => conspiracyDeck.at(-1),
  'conspiracies of another': ({ cities }, viewer) =>
    others(viewer).map((seat) =>
      cities[seat].conspiracies.filter(({ state }) => state !== 'triggered').map(({ id }) => id),
    ),
  'conspiracies drawn by another': ({ stack, toAct }, viewer) => {
    const step = stack.at(-1)
    return toAct !== viewer && step?.kind === 'keep-conspiracy' && step.drawn
  },
  'which of two drawn was on top': ({ stack, toAct }, viewer) => {
    const step = stack.at(-1)
    return toAct !== viewer && step?.kind === 'keep-conspiracy' && step.drawn[0]! < step.drawn[1]!
  },
  'a token locked out of the box by another': ({ cities }, viewer) =>
    others(viewer).map((seat) =>
      cities[seat].conspiracies.flatMap(({ locked }) => (locked && !locked.public ? locked.token : [])),
    ),
  'decrees face down': ({ senate }) => senate!.decrees.map((laid) => laid.filter(({ faceUp }) => !faceUp)),
  'decrees in the box': ({ deal }) => deal.boxDecrees,
  // What could be revealed without any id.
  'conspiracies of another that Curia Julia can trigger': ({ cities, stack, toAct }, viewer) =>
    toAct !== viewer && stack.at(-1)?.kind === 'trigger-unprepared' && cities[toAct!].conspiracies.map(({ id }) => id),
  'how many conspiracies of another would have an effect': ({ cities }, viewer) =>
    others(viewer).map(
      (seat) =>
        cities[seat].conspiracies.filter(({ id, state }) => state !== 'triggered' && id !== 'coup' && id !== 'sabotage')
          .length,
    ),
  'the length of a name': ({ conspiracyDeck }) => conspiracyDeck[0]?.length,
}

const others = (viewer: Viewer): Seat[] => ([0, 1] as const).filter((seat) => seat !== viewer)

/** Redactions that reveal too much, in words or by their length. */
const LEAKY_REDACTIONS: Readonly<Record<string, Redaction>> = {
  'events whole': (event) => event,
  'the size of events': (event) => JSON.stringify(event).length,
}

const KINDS = [
  { kind: 'base', games: 150, secrets: SECRETS, redactions: { 'events whole': LEAKY_REDACTIONS['events whole']! } },
  { kind: 'agora', games: 300, secrets: AGORA_SECRETS, redactions: LEAKY_REDACTIONS },
] as const

describe.each(KINDS)('in $kind games', ({ kind, games, secrets, redactions }) => {
  test(
    'what a viewer may not know changes nothing that they see, receive or can find out',
    () => {
      let last: { one: History; viewer: Viewer; lines: string[] } | undefined
      for (const { one, two, viewer, moment, name, random } of pairs(kind, games)) {
        if (last?.one !== one || last.viewer !== viewer) {
          last = { one, viewer, lines: experience(one, one.states.length - 1, viewer, window, redact) }
        }
        const lines = experience(two, moment, viewer, window, redact)
        const different = lines.findIndex((line, index) => line !== last!.lines[index])
        if (different >= 0) expect(lines[different], name).toBe(last.lines[different])

        const [first, second] = [one.states[moment]!, two.states[moment]!]
        if (first.result) continue
        const attempts = attemptsAt(first, random)
        expect(JSON.stringify(probe(second, viewer, attempts)), name).toBe(
          JSON.stringify(probe(first, viewer, attempts)),
        )
      }
    },
    10 * MINUTES,
  )

  test(
    'and the comparison would notice if any of it were shown',
    () => {
      const noticed = new Map<string, number>(
        [...Object.keys(secrets), ...Object.keys(redactions)].map((leak) => [leak, 0]),
      )
      const note = (leak: string): void => void noticed.set(leak, noticed.get(leak)! + 1)
      let count = 0
      for (const { one, two, viewer, moment } of pairs(kind, games)) {
        count++
        const [first, second] = [one.states[moment]!, two.states[moment]!]
        for (const [secret, leak] of Object.entries<Window>(secrets)) {
          if (JSON.stringify(leak(first, viewer)) !== JSON.stringify(leak(second, viewer))) note(secret)
        }
        for (const [redaction, leaky] of Object.entries<Redaction>(redactions)) {
          const [here, there] = [one, two].map((world) => experience(world, moment, viewer, () => null, leaky).join())
          if (here !== there) note(redaction)
        }
      }
      process.stdout.write(`Of ${count} pairs of worlds in ${kind} games, in how many a leak would show:\n`)
      for (const [leak, times] of noticed) process.stdout.write(`  ${String(times).padStart(5)}  ${leak}\n`)
      for (const [leak, times] of noticed) expect(times, leak).toBeGreaterThanOrEqual(10)
    },
    10 * MINUTES,
  )
})
