import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryText, headerText, parseEntry, parseHeader } from '../../src/live/redis/log.ts'
import { expand, shorten } from '../../src/live/redis/shorthand.ts'
import { acting, newActionId, newHeader } from './contract/harness.ts'

/** Text that looks like JSON, quotes and control characters among it. */
const parts = ['{"actionId":"', '","body":{', '}}}', '"}}}', '"', '\\', '\u0001', '\u0010', '\n', '"slot":', 'a']
const odd = fc.array(fc.constantFrom(...parts)).map((some) => JSON.stringify({ actionId: some.join(''), some }))

describe('the shorthand of logs', () => {
  it('gives back what was shortened', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), odd), (json) => {
        expect(expand(shorten(json))).toBe(json)
        expect(JSON.parse(expand(shorten(json)))).toEqual(JSON.parse(json))
      }),
    )
  })

  it('makes an entry much shorter', () => {
    const { body } = acting('match', 1)
    const json = JSON.stringify({ actionId: newActionId(), body })
    expect(json.length).toBeGreaterThan(90)
    expect(shorten(json).length).toBeLessThan(30)
  })

  it('does not read a code that it does not know', () => {
    expect(() => expand('\u001f')).toThrow('later version')
  })
})

describe('an element of a log', () => {
  it('is an entry, with its time', () => {
    const { body } = acting('match', 1)
    const actionId = newActionId()
    const at = 1763809015123
    const hashed = { actionId, previousHash: 'h'.repeat(43), body }
    expect(parseEntry(6, `${at} - ${entryText(hashed)}`)).toEqual({ version: 6, at, ...hashed })
    // The hash costs its length and 10 bytes more.
    expect(entryText(hashed).length).toBe(entryText({ actionId, body }).length + 53)
    expect(parseEntry(7, `${at} - ${entryText({ actionId, body })}`)).toEqual({ version: 7, at, actionId, body })
    expect(parseEntry(8, `${at} 600000 ${entryText({ body })}`)).toEqual({ version: 8, at, body })
    const downtime = { type: 'downtime', ms: 4000 }
    expect(parseEntry(9, `${at} -5 {"body":{"type":"downtime","ms":4000}}`)).toEqual({ version: 9, at, body: downtime })
  })

  it('is the header, with the time of its creation', () => {
    const header = newHeader()
    expect(parseHeader(`1763809015123 - ${headerText(header)}`)).toEqual({ header, createdAt: 1763809015123 })
  })
})
