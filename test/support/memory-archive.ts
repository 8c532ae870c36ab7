import type { Archive, FinishedGame } from '../../src/history/index.ts'
import { playersIn } from '../../src/history/index.ts'
import type {
  Balance,
  Game,
  GameKind,
  GamesPage,
  GamesQuery,
  GameSummary,
  LeaderboardPage,
  PageQuery,
  Rating,
} from '../../src/protocol/index.ts'
import { gameOptionsOf, RATING_KINDS } from '../../src/protocol/index.ts'
import { publicRecord, wireOutcome } from '../../src/record/index.ts'

const NEWCOMER: Rating = { rating: 1500, deviation: 350, provisional: true, games: 0 }

/**
 * Finished games in memory, for tests of the layers that use the history. Lists are neither filtered nor paged,
 * `queries` shows what was asked; games are not rated, and every one of them counts as shared.
 */
export class MemoryArchive implements Archive {
  readonly queries: GamesQuery[] = []
  readonly forgotten: string[] = []
  readonly #games = new Map<string, FinishedGame>()

  async store(game: FinishedGame): Promise<'stored' | 'already'> {
    const { id } = game.record.header
    const result = this.#games.has(id) ? 'already' : 'stored'
    this.#games.set(id, game)
    return result
  }

  async storeAll(games: readonly FinishedGame[]): Promise<('stored' | 'already')[]> {
    const results: ('stored' | 'already')[] = []
    for (const game of games) results.push(await this.store(game))
    return results
  }

  async ladder(): Promise<never> {
    throw new Error('games are not rated')
  }

  async playedSince(): Promise<never[]> {
    return []
  }

  async statistics(kind: GameKind): ReturnType<Archive['statistics']> {
    return { kind, n: 0 }
  }

  async draftStatistics(kind: GameKind): ReturnType<Archive['draftStatistics']> {
    return { kind, n: 0 }
  }

  async list(query: GamesQuery): Promise<GamesPage> {
    this.queries.push(query)
    return { games: [...this.#games.values()].reverse().map(summaryOf) }
  }

  async export({ cursor, limit }: Parameters<Archive['export']>[0]): ReturnType<Archive['export']> {
    const games = [...this.#games.values()].reverse().map((game) => ({
      cursor: game.record.header.id,
      game: gameOf(game),
      record: publicRecord(game.record),
    }))
    const from = games.findIndex((game) => game.cursor === cursor) + 1
    const page = games.slice(from, from + limit)
    return from + limit < games.length ? { games: page, next: page.at(-1)!.cursor } : { games: page }
  }

  async get(id: string): Promise<Game | null> {
    const game = this.#games.get(id)
    return game ? gameOf(game) : null
  }

  async find(id: string): ReturnType<Archive['find']> {
    const game = this.#games.get(id)
    return game ? { game: gameOf(game), listed: game.listed } : null
  }

  async past(id: string): ReturnType<Archive['past']> {
    const game = this.#games.get(id)
    return game
      ? { id, versions: game.record.entries.length, listed: game.listed, named: playersIn(game.record) }
      : null
  }

  async record(id: string): Promise<FinishedGame['record'] | null> {
    return this.#games.get(id)?.record ?? null
  }

  async deal(id: string): ReturnType<Archive['deal']> {
    const game = this.#games.get(id)
    if (!game) return null
    const { options, rules, seedHash, seed } = game.record.header
    return {
      id: game.record.header.deal ?? id,
      kind: game.kind,
      options: gameOptionsOf(options),
      rules,
      seedHash,
      seed,
    }
  }

  async dealResults(): ReturnType<Archive['dealResults']> {
    return { games: [] }
  }

  async chat(id: string): ReturnType<Archive['chat']> {
    const game = this.#games.get(id)
    return game ? { players: game.players.map((player) => player.id), page: { lines: game.chat } } : null
  }

  async begunBy(): Promise<number> {
    return 0
  }

  async pairs(): ReturnType<Archive['pairs']> {
    return []
  }

  async player(id: string): ReturnType<Archive['player']> {
    const games = this.#gamesOf(id)
    if (games.length === 0) return null
    const { name } = games.at(-1)!.players.find((player) => player.id === id)!
    const all: Balance = { won: 0, lost: 0, shared: games.length }
    const none: Balance = { won: 0, lost: 0, shared: 0 }
    const results = {
      by: { tie: all },
      seat: { 0: all, 1: none },
      kind: { base: all },
      pool: { people: all, bots: none },
    }
    return { id, name, since: games[0]!.endedAt, games: games.length, ...all, ratings: {}, results }
  }

  async wonders(id: string): ReturnType<Archive['wonders']> {
    return this.#gamesOf(id).length === 0 ? null : { wonders: [] }
  }

  async encounter(id: string, other: string): ReturnType<Archive['encounter']> {
    const games = this.#gamesOf(id).filter(({ players }) => players.some((player) => player.id === other))
    const [first] = games
    if (!first) return null
    const [player, opponent] = first.players[0].id === id ? first.players : [first.players[1], first.players[0]]
    return { player, opponent, balance: { won: 0, lost: 0, shared: games.length }, games: games.map(summaryOf) }
  }

  async rating(): Promise<Rating> {
    return NEWCOMER
  }

  async ratingHistory(): ReturnType<Archive['ratingHistory']> {
    return { changes: [] }
  }

  async leaderboard(kind: LeaderboardPage['kind']): Promise<LeaderboardPage> {
    return { kind, places: [] }
  }

  async leaderboards(): Promise<LeaderboardPage[]> {
    return RATING_KINDS.map((kind) => ({ kind, places: [] }))
  }

  async ownGames(player: string, { cursor }: PageQuery): ReturnType<Archive['ownGames']> {
    if (cursor !== undefined) return { games: [] }
    return {
      games: this.#gamesOf(player).map((game) => ({
        game: gameOf(game),
        record: game.record,
        said: game.chat.filter(({ from }) => from.id === player),
      })),
    }
  }

  async forget(player: string): Promise<void> {
    this.forgotten.push(player)
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {}

  #gamesOf(player: string): FinishedGame[] {
    return [...this.#games.values()].filter(({ players }) => players.some(({ id }) => id === player))
  }
}

function summaryOf({
  record,
  players,
  outcome,
  scores,
  kind,
  options,
  clock,
  ratingKind,
  origin,
  startedAt,
  endedAt,
}: FinishedGame): GameSummary {
  const { id, rules } = record.header
  return {
    id,
    kind,
    options,
    rules,
    clock,
    origin,
    startedAt,
    endedAt,
    rated: ratingKind !== null,
    players: { 0: players[0], 1: players[1] },
    outcome: wireOutcome(outcome),
    scores: { 0: scores[0], 1: scores[1] },
    versions: record.entries.length,
  }
}

function gameOf(game: FinishedGame): Game {
  const { seed, seedHash } = game.record.header
  return { ...summaryOf(game), seed, seedHash }
}
