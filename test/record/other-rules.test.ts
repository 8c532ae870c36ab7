import { describe, expect, it } from 'vitest'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord, gameOf, wholeReplay } from '../../src/record/index.ts'
import { FOLDED_VERSIONS } from '../../src/rules/index.ts'
import { randomRecord } from '../support/random-record.ts'

const dealtBy = (record: MatchRecord, rules: string): MatchRecord => ({
  ...record,
  header: { ...record.header, rules },
})

describe('a log that was dealt by other rules', () => {
  const record = randomRecord()

  it('is not folded, whether its entries are legal here or not', () => {
    for (const rules of ['0', '', '1.0', `${FOLDED_VERSIONS[0]} `]) {
      const refusal = { name: 'CodedError', code: 'other-rules', details: { rules } }
      for (const read of [foldRecord, gameOf, wholeReplay]) {
        expect(() => read(dealtBy(record, rules))).toThrow(expect.objectContaining(refusal))
      }
      expect(() => foldRecord(dealtBy({ ...record, entries: [] }, rules))).toThrow(expect.objectContaining(refusal))
    }
  })

  it('is folded if these rules fold it as it was played', () => {
    for (const rules of FOLDED_VERSIONS) {
      expect(foldRecord(dealtBy(record, rules)).outcome).toEqual(foldRecord(record).outcome)
    }
  })
})
