import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import { catalogue, deal } from '../../src/rules/index.ts'
import { indexCatalogue } from '../../web/src/lib/catalogue.ts'
import type { SentCatalogue } from '../../web/src/lib/catalogue.ts'
import { recompute } from '../../web/src/lib/fairness.ts'

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
