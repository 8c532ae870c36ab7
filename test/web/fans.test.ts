import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fansOf } from '../../web/src/lib/fans.ts'

const CARD = { width: 44, height: 54 }
const fans = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 7 })
const rooms = fc.record({ width: fc.integer({ min: 120, max: 400 }), height: fc.integer({ min: 54, max: 400 }) })

describe('the fans of a city', () => {
  it('fit into their room as long as a card is not covered too far', () => {
    fc.assert(
      fc.property(fans, rooms, (cards, room) => {
        const { lap, height } = fansOf(cards, room, CARD)
        const isAtMost = lap === Math.floor(CARD.width * 0.62)
        expect(height <= room.height || isAtMost).toBe(true)
      }),
    )
  })

  it('overlap no more than they have to', () => {
    fc.assert(
      fc.property(fans, rooms, (cards, room) => {
        const { lap } = fansOf(cards, room, CARD)
        const wide = fansOf(cards, { ...room, height: 10_000 }, CARD)
        expect(lap).toBeGreaterThanOrEqual(wide.lap)
        expect(wide.lap).toBe(3)
      }),
    )
  })

  it('need no more rows in a wider room', () => {
    fc.assert(
      fc.property(fans, rooms, (cards, room) => {
        const wider = fansOf(cards, { ...room, width: room.width + 50, height: 10_000 }, CARD)
        expect(wider.rows).toBeLessThanOrEqual(fansOf(cards, { ...room, height: 10_000 }, CARD).rows)
      }),
    )
  })
})
