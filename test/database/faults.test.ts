import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOutage } from '../../src/database/faults.ts'

/** An error as Prisma wraps one of Postgres. */
const withState = (originalCode: string): Error =>
  Object.assign(new Error('a query failed'), {
    code: 'P2010',
    meta: { driverAdapterError: { cause: { originalCode } } },
  })

const rest = fc.stringMatching(/^[0-9A-Z]{3}$/)

describe('an error of Postgres', () => {
  it('of a class for lost connections, resources, operators or the system is an outage, whatever its number', () => {
    fc.assert(
      fc.property(fc.constantFrom('08', '53', '57', '58'), rest, (kind, number) => {
        fc.pre(kind + number !== '08P01')
        expect(isOutage(withState(kind + number))).toBe(true)
      }),
    )
  })

  it.each([
    ['40001', 'a conflict of transactions'],
    ['40P01', 'a deadlock'],
    ['25006', 'a write to a standby'],
    ['55P03', 'a lock that was not free in time'],
    ['57014', 'a statement that took too long'],
  ])('%s, %s, is an outage', (state) => {
    expect(isOutage(withState(state))).toBe(true)
  })

  it.each([
    ['08P01', 'a violation of the protocol'],
    ['22001', 'a text that is too long'],
    ['23505', 'a key that is there already'],
    ['42P01', 'a table that does not exist'],
  ])('%s, %s, is a fault', (state) => {
    expect(isOutage(withState(state))).toBe(false)
  })
})
