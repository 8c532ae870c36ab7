import { describe, expect, it } from 'vitest'
import { parseDatabaseAddress } from '../../src/database/index.ts'

const BASE = 'postgresql://curia:secret@db.example:5433/games'
const read = (query: string) => parseDatabaseAddress(`${BASE}?${query}`)
/** What the driver is given. */
const passedOn = (query: string): Record<string, string> => {
  const url = new URL(read(query).connectionString)
  expect(url.href.split('?')[0]).toBe(BASE)
  return Object.fromEntries(url.searchParams)
}

describe('The address of a database', () => {
  it('without parameters is what the driver gets', () => {
    expect(parseDatabaseAddress(BASE)).toEqual({
      connectionString: BASE,
      schema: undefined,
      connections: undefined,
      ignored: [],
    })
  })

  it('names the schema and the number of connections', () => {
    expect(read('schema=my%20games&connection_limit=7')).toMatchObject({
      schema: 'my games',
      connections: 7,
      ignored: [],
    })
    expect(passedOn('schema=games&connection_limit=7')).toEqual({})
  })

  it('gives the driver what it obeys', () => {
    const query =
      'application_name=curia&options=-c%20work_mem%3D8MB&sslrootcert=%2Fetc%2Fca.pem&statement_timeout=9000'
    expect(passedOn(query)).toEqual({
      application_name: 'curia',
      options: '-c work_mem=8MB',
      sslrootcert: '/etc/ca.pem',
      statement_timeout: '9000',
    })
    expect(read(query).ignored).toEqual([])
    expect(passedOn('host=%2Frun%2Fpostgresql')).toEqual({ host: '/run/postgresql' })
  })

  it.each([
    ['sslmode=disable', 'disable'],
    ['sslmode=no-verify', 'no-verify'],
    ['sslmode=prefer', 'verify-full'],
    ['sslmode=require', 'verify-full'],
    ['sslmode=verify-ca', 'verify-full'],
    ['sslmode=verify-full', 'verify-full'],
    ['sslmode=require&uselibpqcompat=true', 'require'],
    ['ssl=true', 'verify-full'],
    ['ssl=1', 'verify-full'],
    ['ssl=false', 'disable'],
    ['ssl=0', 'disable'],
    ['ssl=no-verify', 'no-verify'],
  ])('with %s has the mode %s', (query, mode) => {
    expect(passedOn(query)).toMatchObject({ sslmode: mode })
  })

  it('may name the authorities that Node knows', () => {
    expect(passedOn('sslmode=verify-full&sslrootcert=system')).toEqual({ sslmode: 'verify-full' })
  })

  it('names what has no effect, and gives nothing of it to the driver', () => {
    const query =
      'pool_timeout=2&connect_timeout=9&query_timeout=1&stream=x&Client=x&max=1&sslaccept=strict&shema=games'
    expect(passedOn(query)).toEqual({})
    expect(read(query).ignored).toEqual([
      'pool_timeout',
      'connect_timeout',
      'query_timeout',
      'stream',
      'Client',
      'max',
      'sslaccept',
      'shema',
    ])
  })

  it('may say that a pool is behind it: nothing has to be done for that', () => {
    expect(read('pgbouncer=true&statement_cache_size=0')).toMatchObject({ connectionString: BASE, ignored: [] })
  })

  it.each([
    ['schema=', 'schema: expected the name'],
    [`schema=${'é'.repeat(32)}`, 'of at most 63 bytes'],
    ['schema=a%22b', 'schema: expected the name'],
    ['connection_limit=0', 'connection_limit: expected a whole number from 1 to 1000'],
    ['connection_limit=many', 'connection_limit: expected'],
    ['connection_limit=1001', 'connection_limit: expected'],
    ['sslmode=allow', 'sslmode: expected disable, prefer, require, verify-ca, verify-full or no-verify'],
    ['sslmode=', 'sslmode: expected'],
    ['ssl=yes', 'ssl: expected 0, 1, false, true or no-verify'],
  ])('with %s is refused in words', (query, words) => {
    expect(() => read(query)).toThrow(words)
  })

  it.each(['mysql://db/curia', 'db.example/curia', ''])('%j is refused without being repeated', (text) => {
    expect(() => parseDatabaseAddress(text)).toThrow('expected a URL that begins with postgres:// or postgresql://')
  })
})
