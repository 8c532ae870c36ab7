import { CodedError } from '../protocol/index.ts'
import { refusalIn } from './refusal.ts'

/** The kinds of Prisma and the codes of the system for a database that does not answer, or not now. */
const OUTAGES: ReadonlySet<string> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
])
/**
 * SQLSTATEs: connection lost (but not a violation of the protocol), out of resources, intervention of an operator (which a
 * statement timeout counts as), errors of the system, conflict, read-only (a standby), lock timeout.
 */
const SQLSTATES = /^(08(?!P01)...|53...|57...|58...|40...|25006|55P03)$/
/** The errors of the drivers for a lost connection have no code. */
const WORDS =
  /connection (terminated|timeout|error)|timeout exceeded|not queryable|pglite is clos|the thread (has ended|is closed)/i

/** The fields of Prisma's errors that are read here. */
interface PrismaError {
  code?: unknown
  meta?: { driverAdapterError?: { cause?: { kind?: unknown; originalCode?: unknown } } }
}

/** Whether an error means that the database does not answer, and not that the query is wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || refusalIn(error)) return false
  const { code, meta } = error as PrismaError
  const { kind, originalCode } = meta?.driverAdapterError?.cause ?? {}
  const codes = [code, kind, originalCode].filter((one) => typeof one === 'string')
  return codes.some((one) => OUTAGES.has(one) || SQLSTATES.test(one)) || WORDS.test(error.message)
}

/**
 * Does some work with the database.
 * @throws CodedError `unavailable` while it does not answer; DatabaseRefusal; else what the work throws
 */
export async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOutage(error)) throw refusalIn(error) ?? error
    const outage = new CodedError('unavailable')
    outage.cause = error
    throw outage
  }
}

/** Whether a row could not be written because another one has the same unique key. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (error as PrismaError).code === 'P2002'

/** Whether a row could not be written because the row that it belongs to does not exist. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && (error as PrismaError).code === 'P2003'

export const isUnavailable = (error: unknown): boolean => error instanceof CodedError && error.code === 'unavailable'
