import type { DestinationStream, Logger } from 'pino'
import { pino } from 'pino'

/** Keys whose values are never written, however deep (to four levels) they lie in what is logged. */
const SECRET_KEYS = ['token', 'authorization', 'cookie', 'seed', 'deal', 'tokenSecret', 'password']
const DEPTHS = ['', '*.', '*.*.', '*.*.*.']

/**
 * An error as it is logged: what it is and where it came from. Fields that libraries hang on their errors (the failed
 * command of Redis, the query and its parameters of Postgres) may hold seeds and hidden cards, so they are left out.
 */
function plainError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = (error as { code?: unknown }).code
  return {
    type: error.name,
    message: error.message,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    stack: error.stack,
    ...(error.cause !== undefined && depth < 3 && { cause: plainError(error.cause, depth + 1) }),
  }
}

/** The server's log: JSON lines, without secrets at any level. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: DEPTHS.flatMap((depth) => SECRET_KEYS.map((key) => `${depth}${key}`)), censor: '[secret]' },
    serializers: { err: (error: unknown) => plainError(error) },
  }
  return destination ? pino(options, destination) : pino(options)
}
