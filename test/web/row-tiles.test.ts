import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_GAME_OPTIONS, matchOptions } from '../../src/protocol/index.ts'
import { catalogue } from '../../src/rules/index.ts'
import { glyphsOf, spanOf } from '../../web/src/lib/glyphs.ts'
import { linesOf, ROW_GAP, ROW_HEIGHT, rowOf } from '../../web/src/table/row-tiles.ts'
import { BORDERS } from '../../web/src/table/tiles.ts'

const wonders = catalogue(matchOptions('agora-pantheon', DEFAULT_GAME_OPTIONS)).wonders.map(glyphsOf)
/** Four are drafted, and a conspiracy and a divinity can take one each. */
const MOST = 6
/** Of the row on a phone that is 360 pixels wide. */
const LEAST_WIDTH = 338

const cities = fc.record({
  row: fc.shuffledSubarray(wonders, { minLength: 1, maxLength: MOST }),
  width: fc.integer({ min: LEAST_WIDTH, max: 600 }),
})

describe('the wonders in a row of a phone', () => {
  it('have symbols of at least 12 pixels, built or not, however many there are', () => {
    fc.assert(
      fc.property(cities, fc.boolean(), ({ row, width }, built) => {
        const sizes = rowOf(row, width)
        const readable = row.map((glyphs, index) => linesOf(glyphs, sizes[index]!, built).size >= 12 - 0.05)
        expect(readable).not.toContain(false)
      }),
    )
  })

  it('fill the row, and no more', () => {
    fc.assert(
      fc.property(cities, ({ row, width }) => {
        const sizes = rowOf(row, width)
        const sum = sizes.reduce((all, tile) => all + tile.width + BORDERS, (row.length - 1) * ROW_GAP)
        expect(sum).toBeCloseTo(width)
      }),
    )
  })

  it('show every symbol, in the order in which they are printed, within the tile', () => {
    fc.assert(
      fc.property(cities, fc.boolean(), ({ row, width }, built) => {
        const sizes = rowOf(row, width)
        for (const [index, glyphs] of row.entries()) {
          const { lines, size } = linesOf(glyphs, sizes[index]!, built)
          expect(lines.flat()).toEqual(glyphs)
          expect(lines.length * size).toBeLessThan(ROW_HEIGHT)
          for (const line of lines) expect(spanOf(line) * size).toBeLessThan(sizes[index]!.width)
        }
      }),
    )
  })
})
