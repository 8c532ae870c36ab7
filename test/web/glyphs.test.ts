import { describe, expect, it } from 'vitest'
import { DEFAULT_GAME_OPTIONS, matchOptions } from '../../src/protocol/index.ts'
import { catalogue } from '../../src/rules/index.ts'
import type { Glyph } from '../../web/src/lib/glyphs.ts'
import { glyphsOfDecree, spanOf } from '../../web/src/lib/glyphs.ts'

describe('the width of symbols in a row', () => {
  it('counts what is written next to a colour, as on decrees', () => {
    const { decrees } = catalogue(matchOptions('agora', DEFAULT_GAME_OPTIONS))
    const written = decrees
      .flatMap((decree) => glyphsOfDecree(decree as Parameters<typeof glyphsOfDecree>[0]))
      .filter((glyph) => glyph.kind === 'swatch' && glyph.text !== undefined)
    expect(written.length).toBeGreaterThan(0)
    for (const glyph of written) {
      const bare = { ...glyph, text: undefined } as unknown as Glyph
      expect(spanOf([glyph])).toBeGreaterThan(spanOf([bare]) + 0.5)
    }
  })
})
