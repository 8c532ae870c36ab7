import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tileOf } from '../../web/src/table/tiles.ts'

const place = fc.record({ width: fc.integer({ min: 100, max: 800 }), height: fc.integer({ min: 60, max: 300 }) })

describe('the tiles of the wonders in a strip', () => {
  it('keep their size while up to four come, and from the fifth to the sixth', () => {
    fc.assert(
      fc.property(place, ({ width, height }) => {
        const sizes = Array.from({ length: 6 }, (_, index) => tileOf(index + 1, width, height))
        expect(new Set(sizes.slice(0, 4).map((size) => JSON.stringify(size))).size).toBe(1)
        expect(sizes[4]).toEqual(sizes[5])
        expect(sizes[4]!.width).toBe(sizes[3]!.width)
        expect(sizes[4]!.height).toBeLessThan(sizes[3]!.height)
      }),
    )
  })

  it('fit into their place, however many there are', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 8 }), ({ width, height }, wonders) => {
        const tile = tileOf(wonders, width, height)!
        const columns = Math.floor(width / tile.width)
        const rows = Math.floor(height / tile.height)
        expect(columns * rows).toBeGreaterThanOrEqual(wonders)
      }),
    )
  })

  it('have no size before their place is known', () => {
    expect(tileOf(4, 0, 0)).toBeUndefined()
  })
})
