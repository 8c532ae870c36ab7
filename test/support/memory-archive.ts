import type { Archive, FinishedGame } from '../../src/history/index.ts'
import type { Game, GamesPage, GamesQuery, GameSummary } from '../../src/protocol/index.ts'
import { wireOutcome } from '../../src/record/index.ts'

/** Finished games in memory, for tests of what is before the history. Lists are not filtered; `queries` shows what was asked. */
export class MemoryArchive implements Archive {
  readonly queries: GamesQuery[] = []
  readonly #games = new Map<string, FinishedGame>()

  async store(game: FinishedGame): Promise<'stored' | 'already'> {
    const { id } = game.record.header
    if (this.#games.has(id)) return 'already'
    this.#games.set(id, game)
    return 'stored'
  }

  async list(query: GamesQuery): Promise<GamesPage> {
    this.queries.push(query)
    return { games: [...this.#games.values()].reverse().map(summaryOf) }
  }

  async get(id: string): Promise<Game | null> {
    const game = this.#games.get(id)
    return game ? gameOf(game) : null
  }

  async record(id: string): Promise<FinishedGame['record'] | null> {
    return this.#games.get(id)?.record ?? null
  }

  async player(id: string): ReturnType<Archive['player']> {
    const games = [...this.#games.values()].filter(({ players }) => players.some((player) => player.id === id))
    if (games.length === 0) return null
    const { name } = games.at(-1)!.players.find((player) => player.id === id)!
    return { id, name, since: games[0]!.endedAt, games: games.length, won: 0, lost: 0, shared: games.length }
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {}
}

function summaryOf({ record, players, outcome, scores, startedAt, endedAt }: FinishedGame): GameSummary {
  const { id, options, rules } = record.header
  return {
    id, options, rules, startedAt, endedAt,
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
