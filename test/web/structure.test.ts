import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import { catalogue } from '../../src/rules/index.ts'
import { layOut } from '../../web/src/lib/structure.ts'

const AGES = [1, 2, 3] as const
const structures = GAME_KIND_IDS.flatMap((kind) => {
  const { layouts } = catalogue(matchOptions(kind, DEFAULT_GAME_OPTIONS))
  return AGES.map((age) => ({ kind, age, places: layouts[age] }))
})

/** What is left for the structure at the sizes of screens that the page is made for. */
const FIELDS = [
  [760, 372],
  [584, 372],
  [540, 372],
  [1340, 544],
  [1120, 544],
  [344, 314],
  [344, 280],
  [344, 246],
  [372, 268],
] as const

describe('the structure', () => {
  const fields = fc.oneof(
    fc.constantFrom(...FIELDS),
    fc.tuple(fc.integer({ min: 344, max: 2000 }), fc.integer({ min: 246, max: 1200 })),
  )
  const cases = fc.tuple(fc.constantFrom(...structures), fields)

  it('lies within its field, whatever the size of the field', () => {
    fc.assert(
      fc.property(cases, ([{ places }, [width, height]]) => {
        const layout = layOut(places, width, height)
        for (const { x, y } of layout.boxes) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.01)
          expect(x + layout.width).toBeLessThanOrEqual(width + 0.01)
          expect(y + layout.height).toBeLessThanOrEqual(height + 0.01)
        }
      }),
    )
  })

  it('has cards that can be hit and read', () => {
    fc.assert(
      fc.property(cases, ([{ places }, [width, height]]) => {
        const layout = layOut(places, width, height)
        // 32 pixels, when rounded, are enough for a band and a row of costs.
        expect(layout.width).toBeGreaterThanOrEqual(44)
        expect(layout.crown).toBeGreaterThanOrEqual(31.5)
      }),
    )
  })

  it('shows the crown of every card, and the whole of every card that nothing covers', () => {
    fc.assert(
      fc.property(cases, ([{ places }, [width, height]]) => {
        const layout = layOut(places, width, height)
        places.forEach((place, slot) => {
          places.forEach((other, above) => {
            if (slot === above || other.row < place.row) return
            const [a, b] = [layout.boxes[slot]!, layout.boxes[above]!]
            const overlaps = Math.abs(a.x - b.x) < layout.width - 0.01 && b.y - a.y < layout.height - 0.01
            if (!overlaps) return
            // A card two rows on may lie over the foot of another one, as long as that is covered anyway.
            if (other.row === place.row + 1) expect(place.coveredBy).toContain(above)
            expect(b.y - a.y).toBeGreaterThanOrEqual(layout.crown - 0.01)
          })
        })
      }),
    )
  })
})
