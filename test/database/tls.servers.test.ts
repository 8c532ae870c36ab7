/** Which connections with TLS are accepted, by the parameters of DATABASE_URL. docs/operations.md has the table. */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import { builtServer } from '../support/build.ts'
import type { Certificates } from '../support/certificates.ts'
import { makeCertificates } from '../support/certificates.ts'
import { quiet } from '../support/history.ts'
import type { Postgres } from '../support/postgres.ts'
import { startPostgres } from '../support/postgres.ts'

let certificates: Certificates
let server: Postgres
beforeAll(async () => {
  certificates = makeCertificates('localhost')
  server = await startPostgres({ tls: certificates })
})
afterAll(async () => {
  await server.destroy()
  certificates.remove()
})

type Host = 'localhost' | '127.0.0.1'
const addressOf = (host: Host, query: string): string =>
  `${server.url.replace('127.0.0.1', host)}?${query.replace('CA', encodeURIComponent(certificates.authority))}`

/** How a connection is protected, or why there is none. */
async function outcome(databaseUrl: string): Promise<string> {
  const opening = openDatabase({ databaseUrl }, quiet)
  const database = await opening.catch((error: unknown) => (error as Error).message)
  if (typeof database === 'string') return database
  try {
    const [row] = await database.use(
      (db) => db.$queryRaw<{ ssl: boolean }[]>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`,
    )
    return row!.ssl ? 'with TLS' : 'without TLS'
  } finally {
    await database.close()
  }
}

const UNKNOWN = /self-signed certificate|unable to (get|verify)/
const OTHER_NAME = /does not match certificate's altnames/

describe('A server with a certificate for localhost, of an authority of its own', () => {
  it.each<[query: string, localhost: string | RegExp, address: string | RegExp]>([
    ['', 'without TLS', 'without TLS'],
    ['sslmode=disable', 'without TLS', 'without TLS'],
    ...['prefer', 'require', 'verify-ca', 'verify-full'].flatMap(
      (mode): [string, string | RegExp, string | RegExp][] => [
        [`sslmode=${mode}`, UNKNOWN, UNKNOWN],
        [`sslmode=${mode}&sslrootcert=CA`, 'with TLS', OTHER_NAME],
      ],
    ),
    ['ssl=true', UNKNOWN, UNKNOWN],
    ['sslrootcert=CA', 'with TLS', OTHER_NAME],
    ['sslmode=no-verify', 'with TLS', 'with TLS'],
    ['uselibpqcompat=true&sslmode=require', 'with TLS', 'with TLS'],
    ['uselibpqcompat=true&sslmode=require&sslrootcert=CA', 'with TLS', 'with TLS'],
    ['uselibpqcompat=true&sslmode=verify-ca&sslrootcert=CA', 'with TLS', 'with TLS'],
    ['uselibpqcompat=true&sslmode=verify-full&sslrootcert=CA', 'with TLS', OTHER_NAME],
    ['sslmode=require&sslrootcert=system', UNKNOWN, UNKNOWN],
    ['sslmode=require&sslrootcert=%2Fnot%2Fthere.pem', /\/not\/there\.pem/, /\/not\/there\.pem/],
  ])('(%j) is connected to by its name %s, and by its address %s', async (query, localhost, address) => {
    expect(await outcome(addressOf('localhost', query))).toMatch(localhost)
    expect(await outcome(addressOf('127.0.0.1', query))).toMatch(address)
  })

  it('is known to a process with its authority in NODE_EXTRA_CA_CERTS, and to no other', async () => {
    const command = join(dirname(await builtServer()), 'account.js')
    const said = (extra: Record<string, string>): string => {
      const env = { PATH: process.env.PATH, DATABASE_URL: addressOf('localhost', 'sslmode=require'), ...extra }
      return spawnSync(process.execPath, [command, 'nobody', '--moderator'], { env, cwd: '/', encoding: 'utf8' }).stderr
    }
    expect(said({ NODE_EXTRA_CA_CERTS: certificates.authority })).toContain('no account has the name nobody')
    expect(said({})).toMatch(UNKNOWN)
  })
})

it('A server without TLS is refused by every mode that asks for it', async () => {
  const plain = await startPostgres()
  try {
    for (const mode of ['prefer', 'require', 'verify-full', 'no-verify']) {
      expect(await outcome(`${plain.url}?sslmode=${mode}`)).toContain('The server does not support SSL connections')
    }
  } finally {
    await plain.destroy()
  }
})
