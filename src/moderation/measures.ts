import type { Database, Prisma } from '../database/index.ts'
import { fromCursor, pageOf, toCursor } from '../paging/index.ts'
import type { Measure, MeasuresPage, MeasuresQuery, MeasureType, PlayerRef } from '../protocol/index.ts'
import { CodedError, DELETED_NAME } from '../protocol/index.ts'

/** A measure that is to be added to the audit log. A null moderator is the operator. */
export interface NewMeasure {
  moderator: PlayerRef | null
  type: MeasureType
  player?: string
  match?: string
  report?: string | undefined
  why: string
  until?: number | undefined
  names?: Measure['names']
}

type Tx = Prisma.TransactionClient
type Row = Prisma.MeasureGetPayload<object>

/**
 * Takes a measure: does it, and adds it to the audit log, in one transaction.
 * @param act does it, and says which one it is; null if there was nothing to do.
 * @param timeoutMs how long the transaction may take; by default as long as any other.
 * @throws CodedError `unavailable`, and what `act` throws.
 */
export async function takeMeasure<New extends NewMeasure | null>(
  database: Database,
  act: (tx: Tx) => Promise<New>,
  timeoutMs?: number,
): Promise<Measure | Extract<New, null>> {
  return database.write((db) =>
    db.$transaction(
      async (tx) => {
        const taken = await act(tx)
        return taken === null ? (taken as Extract<New, null>) : addMeasure(tx, taken)
      },
      { ...(timeoutMs !== undefined && { timeout: timeoutMs }) },
    ),
  )
}

/** Adds a measure to the audit log, in the transaction that takes it. Nothing else adds to the log. */
export async function addMeasure(tx: Tx, measure: NewMeasure): Promise<Measure> {
  const { moderator, type, player, match, report, why, until, names } = measure
  const row = await tx.measure.create({
    data: {
      at: new Date(),
      moderatorId: moderator?.id ?? null,
      moderatorName: moderator?.name ?? null,
      type,
      playerId: player ?? null,
      matchId: match ?? null,
      reportId: report ?? null,
      why,
      until: until === undefined ? null : new Date(until),
      nameBefore: names?.before ?? null,
      nameAfter: names?.after ?? null,
    },
  })
  return measureOf(row)
}

/** A page of the audit log, newest first. @throws CodedError `bad-cursor`, `unavailable`. */
export async function listMeasures(
  database: Database,
  { player, limit, cursor }: MeasuresQuery,
): Promise<MeasuresPage> {
  const list = ['measures', player ?? null]
  const before = cursor === undefined ? null : numberFromCursor(cursor, list)
  const found = await database.use((db) =>
    db.measure.findMany({
      where: { ...(player !== undefined && { playerId: player }), ...(before !== null && { number: { lt: before } }) },
      orderBy: { number: 'desc' },
      take: limit + 1,
    }),
  )
  const { rows, next } = pageOf(found, limit, ({ number }) => toCursor([number], list))
  return { measures: rows.map(measureOf), ...(next !== undefined && { next }) }
}

/** Removes the names of a player from the audit log. What was done to the player, by whom and why stays. */
export async function forgetNames(database: Database, player: string): Promise<void> {
  await database.write(async (db) => {
    await db.measure.updateMany({ where: { playerId: player }, data: { nameBefore: null, nameAfter: null } })
    await db.measure.updateMany({ where: { moderatorId: player }, data: { moderatorName: DELETED_NAME } })
  })
}

function measureOf(row: Row): Measure {
  const { number, at, moderatorId, moderatorName, type, playerId, matchId, reportId, why, until } = row
  const { nameBefore: before, nameAfter: after } = row
  return {
    number,
    at: at.getTime(),
    ...(moderatorId !== null && { by: { id: moderatorId, name: moderatorName! } }),
    type: type as MeasureType,
    ...(playerId !== null && { player: playerId }),
    ...(matchId !== null && { match: matchId }),
    ...(reportId !== null && { report: reportId }),
    why,
    ...(until && { until: until.getTime() }),
    ...(before !== null && after !== null && { names: { before, after } }),
  }
}

/** @throws CodedError `bad-cursor`. */
function numberFromCursor(cursor: string, list: unknown): number {
  const [text = '', ...more] = fromCursor(cursor, list)
  if (!/^\d{1,10}$/.test(text) || Number(text) > 2 ** 31 - 1 || more.length > 0) throw new CodedError('bad-cursor')
  return Number(text)
}
