import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import { catalogue, deal } from '../../src/rules/index.ts'
import type { SentCatalogue } from '../../web/src/lib/catalogue.ts'
import { indexCatalogue } from '../../web/src/lib/catalogue.ts'
import { recompute } from '../../web/src/lib/fairness.ts'
import { firstBroken, logHashes } from '../../web/src/lib/log-hashes.ts'
import { logVectors } from '../support/log-vectors.ts'

const seeds = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })

it('the page computes the same deal as the rules, from the catalogue and the published algorithm alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      seeds,
      fc.constantFrom(...GAME_KIND_IDS),
      fc.constantFrom('draft' as const, 'first-game' as const),
      async (seed, kind, wonders) => {
        const options = matchOptions(kind, { ...DEFAULT_GAME_OPTIONS, wonders })
        const sent = JSON.parse(JSON.stringify(catalogue(options))) as SentCatalogue
        const computed = await recompute(seed, indexCatalogue(sent), wonders)
        const dealt = deal(seed, options)
        expect(computed.boardTokens).toEqual(dealt.boardTokens)
        expect(computed.structures).toEqual({ 1: dealt.ages[1].slots, 2: dealt.ages[2].slots, 3: dealt.ages[3].slots })
        if (wonders === 'draft') expect(computed.wonders).toEqual([dealt.firstWonders, dealt.secondWonders])
      },
    ),
    { numRuns: 40 },
  )
})

describe.each(logVectors)('a log with known hashes: $name', ({ record, hashes }) => {
  it('has these hashes on the page, which finds it whole', async () => {
    const computed = await logHashes(record)
    expect(computed).toEqual(hashes)
    expect(firstBroken(record, computed)).toBeNull()
  })

  it('is not whole on the page where an entry was changed, or lost its hash', async () => {
    for (const [index, entry] of record.entries.entries()) {
      const entries = record.entries.with(index, { ...entry, at: entry.at + 1 })
      const changed = { ...record, entries }
      const isHashed = record.logHash !== undefined
      const { version } = entry
      const next = record.entries.slice(index + 1).find(({ previousHash }) => previousHash !== undefined)
      const expected = !isHashed ? null : next ? next.version - 1 : record.entries.length
      expect([version, firstBroken(changed, await logHashes(changed))]).toEqual([version, expected])
      if (record.header.format === undefined || entry.previousHash === undefined) continue
      const { at, body } = entry
      const stripped = { ...record, entries: record.entries.with(index, { version, at, body }) }
      expect(firstBroken(stripped, hashes)).toBe(version - 1)
    }
  })
})
