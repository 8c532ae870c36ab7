import { check } from './arguments.ts'
import type {
  Announced,
  Measure,
  MeasureRequest,
  MeasuresPage,
  MeasuresQuery,
  ModeratedPlayer,
  NoticeRequest,
  Overview,
  PairsAnswer,
  PairsQuery,
  PauseRequest,
  ReportContext,
  ReportsPage,
  ReportsQuery,
  ResetLink,
  ResetLinkRequest,
} from './protocol.ts'
import type { Rest } from './rest/rest.ts'

/** What moderators read and do. All methods throw CuriaError `moderator-needed` for everybody else. */
export class Moderation {
  readonly #rest: Rest

  /** @internal */
  constructor(rest: Rest) {
    this.#rest = rest
  }

  /** Reports, newest first, by pages: `cursor` is the `next` of the page before. @throws CuriaError */
  async reports(query: ReportsQuery = {}): Promise<ReportsPage> {
    return this.#rest.get('/v1/moderation/reports', { query })
  }

  /** A report with the match, its chat, and what is known of the player. @throws CuriaError such as `unknown-report`. */
  async report(id: string): Promise<ReportContext> {
    return this.#rest.get('/v1/moderation/reports/{id}', { params: { id } })
  }

  /** A player with the last reports and measures. @throws CuriaError */
  async player(id: string): Promise<ModeratedPlayer> {
    return this.#rest.get('/v1/moderation/players/{id}', { params: { id } })
  }

  /** The pairs whose rated games may be arranged, of the last `days`, of all players or of one. @throws CuriaError */
  async pairs(query: PairsQuery = {}): Promise<PairsAnswer> {
    return this.#rest.get('/v1/moderation/pairs', { query })
  }

  /** The audit log, newest first, by pages. @throws CuriaError */
  async measures(query: MeasuresQuery = {}): Promise<MeasuresPage> {
    return this.#rest.get('/v1/moderation/measures', { query })
  }

  /** Takes a measure, such as a mute or a ban. @throws CuriaError such as `match-over`. */
  async take(measure: MeasureRequest): Promise<Measure> {
    check({ measure: [measure, 'object'] })
    return this.#rest.post('/v1/moderation/measures', { body: measure })
  }

  /** What goes on on all nodes. @throws CuriaError */
  async overview(): Promise<Overview> {
    return this.#rest.get('/v1/moderation/overview')
  }

  /** Tells everybody something, in place of what was told before. @throws CuriaError */
  async notify(notice: NoticeRequest): Promise<Announced> {
    check({ notice: [notice, 'object'] })
    return this.#rest.post('/v1/moderation/notices', { body: notice })
  }

  /** Withdraws what everybody is told. @throws CuriaError */
  async withdrawNotice(): Promise<void> {
    await this.#rest.delete('/v1/moderation/notices')
  }

  /** Pauses new matches, or lets them begin again. @throws CuriaError */
  async pause(request: PauseRequest): Promise<Announced> {
    check({ request: [request, 'object'] })
    return this.#rest.put('/v1/moderation/pause', { body: request })
  }

  /**
   * Makes a link with which a player who has lost the password sets another one: for one use, within 24 hours.
   * @throws CuriaError such as `unknown-player`, or `bad-request` for a moderator.
   */
  async resetLink(request: ResetLinkRequest): Promise<ResetLink> {
    check({ request: [request, 'object'] })
    return this.#rest.post('/v1/moderation/resets', { body: request })
  }
}
