/** Where a database is, and how to connect to it: DATABASE_URL. */
export interface DatabaseAddress {
  /** For the driver: the address with those parameters alone that the driver is to know. */
  connectionString: string
  /** The schema that holds the tables; undefined: the first one in the search path of the user. */
  schema: string | undefined
  /** How many connections there may be at the same time; undefined: as many as the driver has by default. */
  connections: number | undefined
  /** The names of the parameters that have no effect. */
  ignored: string[]
}

/** What the driver obeys as it stands. It would also take its other options from the address, such as its sockets. */
const OF_DRIVER: ReadonlySet<string> = new Set([
  'host',
  'port',
  'user',
  'password',
  'application_name',
  'fallback_application_name',
  'options',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'sslcert',
  'sslkey',
  'sslrootcert',
  'sslnegotiation',
  'uselibpqcompat',
])
/** What holds anyway: no connection keeps a statement that it has prepared. */
const FULFILLED: ReadonlySet<string> = new Set(['pgbouncer', 'statement_cache_size'])
const SSL_MODES: readonly string[] = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
/** The driver has another name for what `sslmode` says, with these values. */
const SSL: Readonly<Record<string, string>> = {
  '0': 'disable',
  false: 'disable',
  '1': 'verify-full',
  true: 'verify-full',
  'no-verify': 'no-verify',
}
const MOST_CONNECTIONS = 1000
/** Postgres shortens longer names, and Prisma does not quote these characters. */
const MOST_NAME_BYTES = 63
const NAME = /^[^"\p{Cc}]+$/u

/**
 * Reads an address. Each parameter that it has is obeyed, or named among the ignored ones.
 * @throws Error that says what is wrong, without a value that may be secret
 */
export function parseDatabaseAddress(text: string): DatabaseAddress {
  if (!URL.canParse(text) || !['postgres:', 'postgresql:'].includes(new URL(text).protocol)) {
    throw new Error('expected a URL that begins with postgres:// or postgresql://')
  }
  const url = new URL(text)
  const given = [...url.searchParams]
  const address: DatabaseAddress = { connectionString: '', schema: undefined, connections: undefined, ignored: [] }
  url.search = ''
  for (const [name, value] of given) {
    if (name === 'schema') address.schema = schemaOf(value)
    else if (name === 'connection_limit') address.connections = connectionsOf(value)
    else if (name === 'sslmode') url.searchParams.set('sslmode', oneOf(name, SSL_MODES, value))
    else if (name === 'ssl') url.searchParams.set('sslmode', SSL[oneOf(name, Object.keys(SSL), value)]!)
    else if (OF_DRIVER.has(name)) url.searchParams.set(name, value)
    else if (!FULFILLED.has(name)) address.ignored.push(name)
  }
  // The driver takes these modes for `verify-full`, and would write on each start that they will once mean less.
  const isStrict = url.searchParams.get('uselibpqcompat') !== 'true'
  if (isStrict && ['prefer', 'require', 'verify-ca'].includes(url.searchParams.get('sslmode') ?? '')) {
    url.searchParams.set('sslmode', 'verify-full')
  }
  // The driver would look for a file of this name: libpq has it for the authorities that the system knows.
  if (url.searchParams.get('sslrootcert') === 'system') url.searchParams.delete('sslrootcert')
  return { ...address, connectionString: url.href }
}

function schemaOf(value: string): string {
  if (NAME.test(value) && Buffer.byteLength(value) <= MOST_NAME_BYTES) return value
  throw new Error(`schema: expected the name of a schema, of at most ${MOST_NAME_BYTES} bytes and without "`)
}

function connectionsOf(value: string): number {
  const count = /^\d{1,4}$/.test(value) ? Number(value) : 0
  if (count >= 1 && count <= MOST_CONNECTIONS) return count
  throw new Error(`connection_limit: expected a whole number from 1 to ${MOST_CONNECTIONS}`)
}

function oneOf(name: string, values: readonly string[], value: string): string {
  if (values.includes(value)) return value
  throw new Error(`${name}: expected ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`)
}
