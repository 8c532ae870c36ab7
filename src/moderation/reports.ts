import type { Database, Prisma } from '../database/index.ts'
import { newId } from '../ids/index.ts'
import { momentFromCursor, momentToCursor, pageOf } from '../paging/index.ts'
import type {
  ChatRoom,
  PlayerRef,
  Report,
  ReportedLine,
  ReportReason,
  ReportRequest,
  ReportsPage,
  ReportsQuery,
} from '../protocol/index.ts'
import { CodedError, primitives } from '../protocol/index.ts'
import type { Evidence } from './evidence.ts'

export interface ReportsParts {
  database: Database
  evidence: Evidence
  /** A player who is known by their id: an account, a player who is online, or one who has a finished game. */
  findPlayer: (id: string) => Promise<PlayerRef | null>
}

/** How many open reports one player may have made. */
export const MOST_OPEN_REPORTS = 20
/** How long a report is stored (ms). */
const STORED_MS = 365 * 86_400_000

type Row = Prisma.ReportGetPayload<object>

/** What players report about each other. All methods reject with `unavailable` while a store does not answer. */
export class Reports {
  readonly #parts: ReportsParts

  constructor(parts: ReportsParts) {
    this.#parts = parts
  }

  /**
   * Stores a report. The same report of the same player is stored once while it is open. Resolves with its id.
   * @throws CodedError `bad-request` for the player themselves, and for a line or a match of someone else;
   * `unknown-player`, `unknown-match`, `code-needed`, `limit-reached`.
   */
  async send(by: PlayerRef, request: ReportRequest): Promise<string> {
    if (by.id === request.player) throw new CodedError('bad-request', 'Players cannot report themselves.')
    const { player, line } = await this.#subject(by, request)
    const { match: matchId = null, reason, note = '' } = request
    return this.#parts.database.write((db) =>
      db.$transaction(async (tx) => {
        // Requests of one player take turns, so that none goes past the limit.
        await tx.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtextextended(${by.id}, 0))) AS lock`
        const open = await tx.report.findMany({ where: { reporterId: by.id, closedAt: null } })
        const same = open.find(
          (each) =>
            each.playerId === player.id &&
            each.reason === reason &&
            each.matchId === matchId &&
            each.lineNumber === (line?.number ?? null),
        )
        if (same) return same.id
        if (open.length >= MOST_OPEN_REPORTS) {
          const message = `A player has at most ${MOST_OPEN_REPORTS} open reports.`
          throw new CodedError('limit-reached', message, { limit: MOST_OPEN_REPORTS })
        }
        const id = newId()
        const [reporterId, reporterName] = [by.id, by.name]
        const who = { reporterId, reporterName, playerId: player.id, playerName: player.name }
        await tx.report.create({
          data: { id, at: new Date(), ...who, reason, note, matchId, ...lineFields(line) },
        })
        return id
      }),
    )
  }

  /** Who is reported, and the line. */
  async #subject(
    by: PlayerRef,
    { player: id, match, line: number, code }: ReportRequest,
  ): Promise<{ player: PlayerRef; line?: ReportedLine }> {
    const { evidence, findPlayer } = this.#parts
    if (match === undefined) {
      const player = await findPlayer(id)
      if (!player) throw new CodedError('unknown-player')
      return { player }
    }
    if (number !== undefined) {
      const found = await evidence.line(by, match, number, code)
      if (found?.line.from.id !== id) throw new CodedError('bad-request', 'The player has not said this line.')
      const {
        room,
        line: { at, text, from },
      } = found
      return { player: from, line: { room, number, at, text } }
    }
    await evidence.requireAdmitted(by, match, code)
    const summary = await evidence.match(match)
    if (!summary) throw new CodedError('unknown-match')
    const { players, chat } = summary
    const talked = [...chat.players, ...chat.spectators].map(({ from }) => from)
    const player = [players[0], players[1], ...talked].find((each) => each?.id === id)
    if (!player) throw new CodedError('bad-request', 'The player has no part in this match.')
    return { player }
  }

  /** A page of the reports, newest first. @throws CodedError `bad-cursor`. */
  async page({ status, player, limit, cursor }: ReportsQuery): Promise<ReportsPage> {
    const list = ['reports', status ?? null, player ?? null]
    const after = cursor === undefined ? null : momentFromCursor(cursor, list, primitives.reportId)
    const found = await this.#parts.database.use((db) =>
      db.report.findMany({
        where: {
          ...(player !== undefined && { playerId: player }),
          ...(status && { closedAt: status === 'open' ? null : { not: null } }),
          ...(after && { OR: [{ at: { lt: new Date(after.at) } }, { at: new Date(after.at), id: { lt: after.id } }] }),
        },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take: limit + 1,
      }),
    )
    const { rows, next } = pageOf(found, limit, ({ at, id }) => momentToCursor({ at: at.getTime(), id }, list))
    return { reports: rows.map(reportOf), ...(next !== undefined && { next }) }
  }

  /** @throws CodedError `unknown-report`. */
  async get(id: string): Promise<Report> {
    const row = await this.#parts.database.use((db) => db.report.findUnique({ where: { id } }))
    if (!row) throw new CodedError('unknown-report')
    return reportOf(row)
  }

  /** Deletes what was reported long ago. */
  async deleteExpired(now = Date.now()): Promise<void> {
    await this.#parts.database.write((db) => db.report.deleteMany({ where: { at: { lt: new Date(now - STORED_MS) } } }))
  }
}

/** The reports that a player has made, as they are in the player's own data, oldest first. */
export async function reportsMadeBy(database: Database, player: string): Promise<Report[]> {
  const rows = await database.use((db) =>
    db.report.findMany({ where: { reporterId: player }, orderBy: [{ at: 'asc' }, { id: 'asc' }] }),
  )
  return rows.map(reportOf)
}

/** Deletes what a player has reported, and what was reported of them. */
export async function forgetReports(database: Database, player: string): Promise<void> {
  await database.write((db) => db.report.deleteMany({ where: { OR: [{ reporterId: player }, { playerId: player }] } }))
}

function reportOf(row: Row): Report {
  const { id, at, reporterId, reporterName, playerId, playerName, reason, note, matchId, closedAt } = row
  const line = lineOf(row)
  return {
    id,
    at: at.getTime(),
    by: { id: reporterId, name: reporterName },
    player: { id: playerId, name: playerName },
    reason: reason as ReportReason,
    ...(note !== '' && { note }),
    ...(matchId !== null && { match: matchId }),
    ...(line && { line }),
    ...(closedAt && { closedAt: closedAt.getTime() }),
  }
}

const lineFields = (line: ReportedLine | undefined) =>
  line && { room: line.room, lineNumber: line.number, lineAt: new Date(line.at), lineText: line.text }

const lineOf = ({ room, lineNumber, lineAt, lineText }: Row): ReportedLine | null =>
  lineNumber === null ? null : { room: room as ChatRoom, number: lineNumber, at: lineAt!.getTime(), text: lineText! }
