/**
 * Games that were recorded under the rules of version 1, before Pantheon: 200 of the base game and 200 with Agora.
 * Their logs fold to the same states, legal actions, events, views and scores.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { MatchOptions, MatchState, Score, Step, Viewer } from '../../src/rules/index.ts'
import {
  deal,
  FOLDED_VERSIONS,
  legalActions,
  redact,
  reduce,
  RULES_VERSION,
  score,
  start,
  view,
} from '../../src/rules/index.ts'
import { VIEWERS } from './support/game.ts'

interface RecordedGame {
  /** As in a log of that time: without an option for Pantheon. */
  options: Omit<MatchOptions, 'pantheon'>
  seed: string
  /** By action, its index among the legal actions. */
  picks: string
  result: string
  /** SHA-256 over everything that the rules returned; states, scores and views at every tenth moment and at the end. */
  digest: string
}

const GAMES = readFileSync(new URL('data/recorded-games.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedGame)

/**
 * The state as the rules of version 1 had it: without what Pantheon added, which is null in these games, and with the
 * steps of that time.
 */
function asOfVersion1(state: MatchState): unknown {
  const { pantheon, ...rest } = state
  const cities = state.cities.map(({ pantheon: ofCity, ...city }) => {
    expect(ofCity).toBeNull()
    return city
  })
  expect(pantheon).toBeNull()
  return { ...rest, cities, stack: state.stack.map(stepOfVersion1) }
}

/** A step as the rules of version 1 had it: of its cause they knew the conspiracy, and only in the conspiracy's steps. */
function stepOfVersion1(step: Step): unknown {
  if (!('cause' in step)) return step
  const { cause, ...rest } = step
  return cause.kind === 'conspiracy' && step.kind !== 'progress-token' ? { ...rest, conspiracy: cause.id } : rest
}

/** A score as the rules of version 1 had it: without the categories of Pantheon, which are 0 in these games. */
function scoreOfVersion1({ temples, divinities, ...score }: Score): unknown {
  expect([temples, divinities]).toEqual([0, 0])
  return score
}

function viewOfVersion1(state: MatchState, viewer: Viewer): unknown {
  const seen = view(state, viewer)
  if (!seen.scores) return seen
  return { ...seen, scores: { 0: scoreOfVersion1(seen.scores[0]), 1: scoreOfVersion1(seen.scores[1]) } }
}

/** Plays a recorded game again. */
function replay({ options, seed, picks }: RecordedGame): { result: string; digest: string } {
  const hash = createHash('sha256')
  const add = (value: unknown): void => void hash.update(JSON.stringify(value))
  const played = picks.split(' ').map(Number)
  let state = start(options as MatchOptions, deal(seed, options as MatchOptions))
  for (let moment = 0; ; moment++) {
    const legal = legalActions(state)
    add(legal)
    if (moment % 10 === 0 || legal.length === 0) {
      const scores = score(state).map(scoreOfVersion1)
      add([asOfVersion1(state), scores, VIEWERS.map((viewer) => viewOfVersion1(state, viewer))])
    }
    if (legal.length === 0) break
    const action = legal[played[moment]!]!
    const { state: next, events } = reduce(state, action)
    add([action, events, VIEWERS.map((viewer) => events.map((event) => redact(event, viewer)))])
    state = next
  }
  return { result: state.result!.by, digest: hash.digest('hex') }
}

describe('games recorded under the rules of version 1', () => {
  test('are as many of each box, with all kinds of victory', () => {
    expect([GAMES.filter(({ options }) => !options.agora).length, GAMES.length]).toEqual([200, 400])
    expect([...new Set(GAMES.map(({ result }) => result))]).toEqual(
      expect.arrayContaining(['civilian', 'military', 'science', 'politics']),
    )
    expect(GAMES.every(({ options }) => !('pantheon' in options))).toBe(true)
    expect(FOLDED_VERSIONS).toEqual(['1', RULES_VERSION])
    expect(RULES_VERSION).not.toBe('1')
  })

  test.each(['base', 'agora'])('fold to the same in every byte (%s)', (kind) => {
    const games = GAMES.filter(({ options }) => options.agora === (kind === 'agora'))
    for (const game of games) {
      expect(replay(game), game.seed).toEqual({ result: game.result, digest: game.digest })
    }
  })
})
