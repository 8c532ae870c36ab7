import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database, Prisma } from '../database/index.ts'
import type { Archive } from '../history/index.ts'
import { renameInHistory } from '../history/index.ts'
import type { Lobby } from '../lobby/index.ts'
import type { Matches } from '../matches/index.ts'
import type { Accounts, BotAccounts, EarlyEnds, PlayerSanction, Reset, Sessions } from '../players/index.ts'
import { impose, lift, muteBots, unmuteBots } from '../players/index.ts'
import type {
  Measure,
  MeasureRequest,
  MeasuresPage,
  MeasuresQuery,
  ModeratedPlayer,
  PairsAnswer,
  PairsQuery,
  PlayerRef,
  Report,
  ReportContext,
  ReportRequest,
  ReportsPage,
  ReportsQuery,
  ResetLinkRequest,
  Sanction,
  Standing,
} from '../protocol/index.ts'
import { CodedError, hasBot, playerRef } from '../protocol/index.ts'
import { BackgroundWork } from '../time/index.ts'
import { forgetReported } from './deletion.ts'
import { Evidence } from './evidence.ts'
import { Expulsion } from './expulsion.ts'
import type { NewMeasure } from './measures.ts'
import { listMeasures, takeMeasure } from './measures.ts'
import { suspiciousPairs } from './pairs.ts'
import { Reports, reportsMadeBy } from './reports.ts'
import { makeResetOf } from './reset-links.ts'
import { isModerator, requireModerator } from './roles.ts'

export interface ModerationParts {
  database: Database
  accounts: Accounts
  bots: Pick<BotAccounts, 'ownerOf'>
  sessions: Sessions
  earlyEnds: Pick<EarlyEnds, 'coolDown'>
  matches: Matches
  lobby: Lobby
  archive: Archive
  log: Logger
}

type Tx = Prisma.TransactionClient
type Of<Type extends MeasureRequest['type']> = Extract<MeasureRequest, { type: Type }>

/** How many reports and measures a moderator sees with a player. */
const LATEST = 20
/** The names of thousands of games may have to be replaced. */
const TIMEOUT_MS = 60_000
const HOUR_MS = 3_600_000

/**
 * Fair play between people: players report each other, and moderators decide. Everything that a moderator does is one
 * entry of the audit log, in the same transaction. All methods throw CodedError `unavailable` while a store does not
 * answer, and those for moderators `moderator-needed`.
 */
export class Moderation {
  readonly #parts: ModerationParts
  readonly #reports: Reports
  readonly #evidence: Evidence
  readonly #expulsion: Expulsion
  readonly #maintenance: BackgroundWork

  constructor(parts: ModerationParts) {
    const { database, matches, archive, lobby, sessions, log } = parts
    this.#parts = parts
    this.#evidence = new Evidence({ matches, archive })
    this.#reports = new Reports({ database, evidence: this.#evidence, findPlayer: (id) => this.#findPlayer(id) })
    this.#expulsion = new Expulsion({ matches, lobby, log })
    sessions.sanctions.subscribe({ banned: (players) => this.#expulsion.begin(players) })
    this.#maintenance = new BackgroundWork({
      round: () => this.#reports.deleteExpired(),
      everyMs: HOUR_MS,
      waitsFirst: true,
      failed: (error) => log.warn({ err: error }, 'old reports could not be deleted; the node tries again'),
    })
  }

  /** Begins nothing more. Resolves when what was begun is done. */
  async close(): Promise<void> {
    await Promise.all([this.#maintenance.stop(), this.#expulsion.close()])
  }

  async #findPlayer(id: string): Promise<PlayerRef | null> {
    const { accounts, archive, lobby } = this.#parts
    const found = (await accounts.find({ player: id })) ?? (await lobby.online.find(id))
    if (found) return found
    const profile = await archive.player(id)
    return profile && playerRef(id, profile.name, hasBot([profile]))
  }

  // For every player ------------------------------------------------------------------------------------------------

  /** Reports a player. Resolves with the id of the report. @throws CodedError as `Reports.send`. */
  report(by: PlayerRef, request: ReportRequest): Promise<string> {
    return this.#reports.send(by, request)
  }

  /** What a player may do. */
  async standing(playerId: string): Promise<Standing> {
    const { accounts, database, sessions, earlyEnds } = this.#parts
    const [account, moderator, sanctions, coolDown] = await Promise.all([
      accounts.find({ player: playerId }),
      isModerator(database, playerId),
      sessions.sanctions.of(playerId),
      earlyEnds.coolDown(playerId),
    ])
    const of = (type: PlayerSanction['type']) => sanctions.find((each) => each.type === type)
    const [mute, ban] = [last([of('mute'), of('owner-mute')]), of('ban')]
    const name = account?.name ?? of('name')?.name ?? undefined
    return {
      ...(name !== undefined && { name }),
      moderator,
      ...(mute && { mute: sanctionOf(mute) }),
      ...(ban && { ban: sanctionOf(ban) }),
      ...(coolDown !== null && { coolDown: { until: coolDown } }),
    }
  }

  /** What is stored of a player in addition to their account and games: the reports that they made. */
  reportsBy(playerId: string): Promise<Report[]> {
    return reportsMadeBy(this.#parts.database, playerId)
  }

  /**
   * Removes a player from the queue, their challenges and their matches, before their sessions end.
   * @throws CodedError `unavailable`: it can be repeated.
   */
  expel(playerId: string): Promise<void> {
    return this.#expulsion.expel(playerId)
  }

  /** Ends what a player began at another node before that node knew that their sessions have ended. */
  expelLater(playerId: string): void {
    this.#expulsion.beginLater(playerId)
  }

  /** Deletes the reports by and about a player, and their names in the audit log. */
  forget(playerId: string): Promise<void> {
    return forgetReported(this.#parts.database, playerId)
  }

  // For moderators --------------------------------------------------------------------------------------------------

  /** A page of the reports. @throws CodedError `bad-cursor`. */
  async reports(moderator: PlayerRef, query: ReportsQuery): Promise<ReportsPage> {
    await this.#requireModerator(moderator)
    return this.#reports.page(query)
  }

  /** A report with its context. @throws CodedError `unknown-report`; `moderator-needed` for one's own report. */
  async context(moderator: PlayerRef, id: string): Promise<ReportContext> {
    await this.#requireModerator(moderator)
    const report = await this.#reportToDecide(moderator, id)
    const [match, player] = await Promise.all([
      report.match === undefined ? null : this.#evidence.match(report.match),
      this.#moderated(report.player.id),
    ])
    return { report, ...(match && { match }), player }
  }

  /** A player with the last reports and measures. */
  async player(moderator: PlayerRef, id: string): Promise<ModeratedPlayer> {
    await this.#requireModerator(moderator)
    return this.#moderated(id)
  }

  async #moderated(id: string): Promise<ModeratedPlayer> {
    const { bots, database } = this.#parts
    const query = { player: id, limit: LATEST }
    const [owner, standing, { reports }, { measures }] = await Promise.all([
      bots.ownerOf(id),
      this.standing(id),
      this.#reports.page(query),
      listMeasures(database, query),
    ])
    return { id, ...(owner && { owner }), standing, reports, measures }
  }

  /** The pairs whose rated games may be arranged. */
  async pairs(moderator: PlayerRef, query: PairsQuery): Promise<PairsAnswer> {
    await this.#requireModerator(moderator)
    return suspiciousPairs(this.#parts, query)
  }

  /** A page of the audit log. @throws CodedError `bad-cursor`. */
  async measures(moderator: PlayerRef, query: MeasuresQuery): Promise<MeasuresPage> {
    await this.#requireModerator(moderator)
    return listMeasures(this.#parts.database, query)
  }

  /**
   * Takes a measure. When this resolves, it is stored, in the audit log, too, and this node obeys it; other nodes do so
   * within seconds.
   * @throws CodedError `bad-request` if it makes no sense; `name-invalid`, `name-taken` for a new name; `unknown-match`,
   * `match-over`, `other-rules` for a match; `unknown-report`; `moderator-needed` for one's own report.
   */
  async take(moderator: PlayerRef, request: MeasureRequest): Promise<Measure> {
    await this.#requireModerator(moderator)
    if ('player' in request) await this.#requireNoModerator(request.player)
    if (request.report !== undefined) await this.#reportToDecide(moderator, request.report)
    const taken = await this.#take(moderator, request)
    await this.#parts.sessions.sanctions.poll()
    return taken
  }

  /**
   * Makes a link with which a player who has lost the password sets another one. The audit log has it, without the link.
   * @throws CodedError `unknown-player`; `bad-request` for a bot and for a moderator; `unknown-report`;
   * `moderator-needed` for one's own report.
   */
  async resetLink(moderator: PlayerRef, { player: playerId, why, report }: ResetLinkRequest): Promise<Reset> {
    await this.#requireModerator(moderator)
    if (report !== undefined) await this.#reportToDecide(moderator, report)
    return makeResetOf(this.#parts.database, { playerId }, { moderator, why, report })
  }

  #take(moderator: PlayerRef, request: MeasureRequest): Promise<Measure> {
    switch (request.type) {
      case 'mute':
        return this.#mute(moderator, request)
      case 'ban':
        return this.#ban(moderator, request)
      case 'unmute':
      case 'unban':
        return this.#lift(moderator, request)
      case 'rename':
        return this.#rename(moderator, request)
      case 'end-match':
        return this.#endMatch(moderator, request)
      case 'close-report':
        return this.#closeReport(moderator, request)
    }
  }

  async #requireModerator({ id }: PlayerRef): Promise<void> {
    await requireModerator(this.#parts.database, id)
  }

  /** A report of someone else: whoever reports neither decides on it nor reads a private chat by it. */
  async #reportToDecide({ id: moderator }: PlayerRef, id: string): Promise<Report> {
    const report = await this.#reports.get(id)
    if (report.by.id !== moderator) return report
    throw new CodedError('moderator-needed', 'You made this report: another moderator decides on it.')
  }

  /** The operator dismisses a moderator first. */
  async #requireNoModerator(player: string): Promise<void> {
    const is = await isModerator(this.#parts.database, player)
    if (is) throw new CodedError('bad-request', 'The player is a moderator.')
  }

  /** Does something, as an entry of the audit log. */
  #change(measure: NewMeasure, work: (tx: Tx) => Promise<unknown>): Promise<Measure> {
    const act = async (tx: Tx): Promise<NewMeasure> => {
      await work(tx)
      return measure
    }
    return takeMeasure(this.#parts.database, act, TIMEOUT_MS)
  }

  #mute(moderator: PlayerRef, request: Of<'mute'>): Promise<Measure> {
    const { player: playerId, why } = request
    const until = future(request.until)
    return this.#change({ moderator, ...request }, async (tx) => {
      await impose(tx, { playerId, type: 'mute', until, why, name: null })
      await muteBots(tx, playerId, { until, why })
    })
  }

  async #ban(moderator: PlayerRef, request: Of<'ban'>): Promise<Measure> {
    const { player: playerId, why } = request
    const { sessions } = this.#parts
    const until = request.until === undefined ? null : future(request.until)
    const ended: Awaited<ReturnType<Sessions['endAll']>> = []
    const measure = await this.#change({ moderator, ...request }, async (tx) => {
      await impose(tx, { playerId, type: 'ban', until, why, name: null })
      ended.push(...(await sessions.endAll(tx, playerId)))
    })
    // The connections are notified of the ban, rather than of the end of their session.
    await sessions.sanctions.poll()
    sessions.ended(ended)
    return measure
  }

  async #lift(moderator: PlayerRef, request: Of<'unmute' | 'unban'>): Promise<Measure> {
    const type = request.type === 'unmute' ? 'mute' : 'ban'
    const inForce = await this.#parts.sessions.sanctions.of(request.player)
    const has = (wanted: PlayerSanction['type']): boolean => inForce.some((each) => each.type === wanted)
    if (type === 'mute' && has('owner-mute') && !has('mute')) {
      throw new CodedError('bad-request', 'The bot is muted because its owner is: unmute the owner.')
    }
    return this.#change({ moderator, ...request }, async (tx) => {
      const lifted = await lift(tx, request.player, type)
      if (lifted && type === 'mute') await unmuteBots(tx, request.player)
      if (!lifted) throw new CodedError('bad-request', `The player is not ${type === 'mute' ? 'muted' : 'banned'}.`)
    })
  }

  async #rename(moderator: PlayerRef, { name: wanted, ...request }: Of<'rename'>): Promise<Measure> {
    const { player: playerId, why } = request
    const { accounts, sessions } = this.#parts
    const before = await this.#findPlayer(playerId)
    if (!before) throw new CodedError('unknown-player')
    const after = await accounts.freeName(wanted ?? `Player ${randomInt(100_000, 1_000_000)}`)
    const names = { before: before.name, after }
    return this.#change({ moderator, ...request, names }, async (tx) => {
      await accounts.rename(tx, playerId, after)
      await renameInHistory(tx, playerId, after)
      // Tokens have the name before until they are renewed.
      const until = await sessions.lastExpiryOf(tx, playerId)
      await impose(tx, { playerId, type: 'name', until, why, name: after })
    })
  }

  #endMatch(moderator: PlayerRef, request: Of<'end-match'>): Promise<Measure> {
    // The match ends last: a measure that is not stored has not been taken.
    return this.#change({ moderator, ...request }, () => this.#parts.matches.endings.annul(request.match))
  }

  #closeReport(moderator: PlayerRef, request: Of<'close-report'>): Promise<Measure> {
    const { report: id } = request
    return this.#change({ moderator, ...request }, async (tx) => {
      const { count } = await tx.report.updateMany({ where: { id, closedAt: null }, data: { closedAt: new Date() } })
      if (count > 0) return
      const isClosed = (await tx.report.count({ where: { id } })) > 0
      throw isClosed ? new CodedError('bad-request', 'The report is closed already.') : new CodedError('unknown-report')
    })
  }
}

/** Of sanctions that are in force, the one that ends last. */
const last = (sanctions: readonly (PlayerSanction | undefined)[]): PlayerSanction | undefined =>
  sanctions.flatMap((each) => each ?? []).sort((a, b) => endOf(b) - endOf(a))[0]

const endOf = ({ until }: PlayerSanction): number => until?.getTime() ?? Infinity

const sanctionOf = ({ until, why }: PlayerSanction): Sanction => ({ ...(until && { until: until.getTime() }), why })

/** @throws CodedError `bad-request`. */
function future(time: number): Date {
  if (time <= Date.now()) throw new CodedError('bad-request', 'The time is over already.')
  return new Date(time)
}
