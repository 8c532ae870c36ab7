import { randomBytes } from 'node:crypto'
import type { FinishedGame } from '../../src/history/index.ts'
import type { GameKind, GameOptions, MatchTerms, PlayerRef } from '../../src/protocol/index.ts'
import { hasBot, matchOptions, ratingKind } from '../../src/protocol/index.ts'
import type { EntryBody, MatchHeader, MatchRecord } from '../../src/record/index.ts'
import { advance, hashSeed, newSeed, openFold } from '../../src/record/index.ts'
import type { Score } from '../../src/rules/index.ts'
import { legalActions, RULES_VERSION } from '../../src/rules/index.ts'
import { newPlayer } from './players.ts'

export const newId = (): string => randomBytes(12).toString('base64url')

const OPTIONS: GameOptions = { wonders: 'first-game', tiedPawn: 'chooses' }

/** A seed of a match, from numbers between 0 and 1. */
const seedFrom = (random: () => number): string =>
  Array.from({ length: 64 }, () => Math.floor(16 * random()).toString(16)).join('')

export function newHeader(
  host: PlayerRef,
  options: Partial<GameOptions> = {},
  kind: GameKind = 'base',
  seed = newSeed(),
): MatchHeader {
  return {
    id: newId(),
    code: '23456789',
    options: matchOptions(kind, { ...OPTIONS, ...options }),
    rules: RULES_VERSION,
    seed,
    seedHash: hashSeed(seed),
    host: { seat: 0, player: host },
  }
}

/** The players and the terms of a game. */
interface Table {
  players?: FinishedGame['players']
  options?: Partial<GameOptions>
  terms?: MatchTerms
}

/**
 * A match that was played to its end by random legal actions, or until seat 1 resigned after some. `random`
 * gives numbers from 0 to 1, which the deal follows from, too.
 */
export function playedRecord(
  random: () => number = Math.random,
  resignAfter = Infinity,
  table: Table = {},
  kind: GameKind = 'base',
): MatchRecord {
  const { players = [newPlayer('Livia'), newPlayer('Gaius')], options, terms } = table
  const header: MatchHeader = {
    ...newHeader(players[0], options, kind, seedFrom(random)),
    ...(terms && { terms, origin: 'queue' }),
  }
  const createdAt = 1_700_000_000_000
  const record: MatchRecord = { header, createdAt, entries: [] }
  let fold = openFold(header, createdAt)
  const commit = (body: EntryBody): void => {
    const entry = { version: fold.version + 1, at: createdAt + 1000 * (fold.version + 1), body }
    record.entries.push(entry)
    fold = advance(fold, entry).fold
  }
  commit({ type: 'join', seat: 1, player: players[1] })
  while (!fold.outcome) {
    if (record.entries.length > resignAfter) {
      commit({ type: 'resign', seat: 1 })
    } else {
      const legal = legalActions(fold.state!)
      commit({ type: 'act', seat: fold.state!.toAct!, action: legal[Math.floor(random() * legal.length)]! })
    }
  }
  return record
}

const points = (total: number): Score => ({
  blue: total,
  green: 0,
  yellow: 0,
  guilds: 0,
  wonders: 0,
  progress: 0,
  coins: 0,
  military: 0,
  senate: 0,
  temples: 0,
  divinities: 0,
  total,
})

/** A finished game with the given properties and an empty log. */
export function someGame(
  wanted: Partial<Omit<FinishedGame, 'record' | 'ratingKind' | 'bots'>> & { id?: string; rated?: boolean } = {},
): FinishedGame {
  const { kind = 'base', players = [newPlayer('Livia'), newPlayer('Gaius')], endedAt = 1_700_000_000_000 } = wanted
  const { startedAt = endedAt - 2000, rated = false, clock = rated ? 'blitz' : 'none', origin = 'invitation' } = wanted
  const { listed = true } = wanted
  const header: MatchHeader = {
    ...newHeader(players[0], {}, kind),
    terms: { clock, rated, visibility: listed ? 'public' : 'private' },
    origin,
  }
  if (wanted.id !== undefined) header.id = wanted.id
  return {
    kind,
    options: wanted.options ?? OPTIONS,
    clock,
    origin,
    ratingKind: rated ? ratingKind(kind, clock, hasBot(players)) : null,
    bots: hasBot(players),
    listed,
    wonders: wanted.wonders ?? [],
    facts: wanted.facts ?? { firstWon: false, things: {}, drafts: [] },
    chat: wanted.chat ?? [],
    record: {
      header,
      createdAt: startedAt - 1000,
      entries: [
        { version: 1, at: startedAt, body: { type: 'join', seat: 1, player: players[1] } },
        { version: 2, at: endedAt, actionId: 'resign-action', body: { type: 'resign', seat: 1 } },
      ],
    },
    players,
    outcome: wanted.outcome ?? { winner: 0, by: 'resignation' },
    scores: wanted.scores ?? [points(17), points(12)],
    startedAt,
    endedAt,
  }
}
