/** A database that the server cannot use as it is. The message is for the operator, and says what to change. */
export class DatabaseRefusal extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseRefusal'
  }
}

/**
 * What a database, or a pool in front of it, says of something that it will never do, and what that means. PgBouncer has
 * one code for all that it says, also for an outage.
 */
const REFUSALS: readonly (readonly [said: RegExp, meaning: (found: string) => string])[] = [
  [
    /transaction blocks not allowed in statement pooling mode/i,
    () =>
      'There are no transactions behind the pool at DATABASE_URL: it pools statements. ' +
      'Set its pool_mode to transaction or session.',
  ],
  [
    /(?:no such database: |database "(?=[^"]*" does not exist))([^"\s]+)/i,
    (name) => `The database ${name} of DATABASE_URL does not exist.`,
  ],
  [
    /(?:password|SASL) authentication failed|no such user/i,
    () => 'The user or the password of DATABASE_URL is refused.',
  ],
  [
    /unsupported startup parameter(?: in options)?: (\w+)/i,
    (name) =>
      `The pool at DATABASE_URL does not pass on the setting ${name} of a connection. ` +
      `Let it track this setting, or leave it out of DATABASE_URL and set it for the user of the database ` +
      `(ALTER ROLE ... SET ...).`,
  ],
]

/** The fields of Prisma's errors that are read here. */
interface PrismaError {
  meta?: { driverAdapterError?: { cause?: { originalMessage?: unknown } } }
}

/** What an error means that no later attempt can mend; null if it is not known to be one of these. */
export function refusalIn(error: unknown): DatabaseRefusal | null {
  if (error instanceof DatabaseRefusal) return error
  if (!(error instanceof Error)) return null
  const said = `${error.message} ${String((error as PrismaError).meta?.driverAdapterError?.cause?.originalMessage)}`
  for (const [pattern, meaning] of REFUSALS) {
    const [found, name] = pattern.exec(said) ?? []
    if (found !== undefined) return new DatabaseRefusal(meaning(name ?? ''), error)
  }
  return null
}
