import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import type { Archive, GameReader } from '../history/index.ts'
import type { Analysis, AnalysisProgress, PlayerRef } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import { openFold } from '../record/index.ts'
import type { BackgroundWork } from '../time/index.ts'
import type { AnalysisTimes } from './analyst.ts'
import { ANALYSIS_TIMES, startAnalyst } from './analyst.ts'
import { AnalysisJobs } from './jobs.ts'
import { luckAndPlay } from './luck.ts'
import type { Thinker } from './thinker.ts'

export interface AnalysesParts {
  database: Database
  archive: Pick<Archive, 'record'>
  games: Pick<GameReader, 'replay'>
  /** Null: this node analyses nothing. */
  thinker: Thinker | null
  /** How many rated games all nodes together analyse by themselves within an hour; 0: none. */
  unaskedPerHour: number
  log: Logger
  times?: AnalysisTimes
}

/**
 * What bots think of finished games. It is computed once for each game: when someone asks for it first, or, for a rated
 * game, while there is nothing else to do.
 */
export class Analyses {
  readonly #jobs: AnalysisJobs
  readonly #games: AnalysesParts['games']
  readonly #analyst: BackgroundWork | null

  constructor({ database, archive, games, thinker, times = ANALYSIS_TIMES, ...parts }: AnalysesParts) {
    this.#jobs = new AnalysisJobs(database)
    this.#games = games
    const recordOf = (game: string) => archive.record(game)
    this.#analyst = thinker && startAnalyst({ ...parts, jobs: this.#jobs, recordOf, thinker, times })
  }

  /**
   * The analysis of a finished game, or how far it is. The first player who asks for it starts it.
   * @param asker `player` is null without a token: then only what someone has asked for is found.
   * @throws CodedError `token-missing`, `unknown-game`, `other-rules`, `code-needed`, `no-analysis`, `no-bots`,
   * `limit-reached`, `busy`, `unavailable`.
   */
  async get(asker: { player: PlayerRef | null; address: string }, game: string): Promise<Analysis | AnalysisProgress> {
    const found = await this.#jobs.find(game)
    if (!found) return this.#start(asker, game)
    if (found.status === 'given-up') throw new CodedError('no-analysis')
    if (found.status === 'waiting') return { id: game, progress: found.progress }
    return { id: game, ...luckAndPlay(found.decisions, found.end) }
  }

  async #start(
    { player, address }: { player: PlayerRef | null; address: string },
    game: string,
  ): Promise<AnalysisProgress> {
    if (!player) throw new CodedError('token-missing')
    if (!this.#analyst) throw new CodedError('no-bots')
    const replay = await this.#games.replay(player, game)
    if (!replay.ended) throw new CodedError('unknown-game')
    // Rules that cannot fold the game cannot analyse it.
    const { header, createdAt } = await replay.past.record()
    openFold(header, createdAt)
    const isOwn = replay.past.named.some(({ id }) => id === player.id)
    // A game that has just ended may not be stored yet. Then whoever asks again starts the analysis.
    if (await this.#jobs.add(game, { player: player.id, address, isOwn })) this.#analyst.notify()
    return { id: game, progress: 0 }
  }

  async close(): Promise<void> {
    await this.#analyst?.stop()
  }
}
