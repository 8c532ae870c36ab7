import { describe, expect, it } from 'vitest'
import { arrangementOf } from '../../web/src/lib/arrangement.ts'
import { wedgesOf } from '../../web/src/lib/senate-ring.ts'

describe('the arrangement of a table', () => {
  it.each([
    [1920, 1080, 'wide'],
    [1366, 768, 'wide'],
    [1024, 768, 'wide'],
    [820, 1180, 'tall'],
    [768, 1024, 'tall'],
    [430, 932, 'phone'],
    [390, 844, 'phone'],
    [360, 640, 'phone'],
    [844, 390, 'sideways'],
    [640, 360, 'sideways'],
    // A window of 1366 × 768 at 200 %.
    [683, 384, 'sideways'],
    [900, 700, 'sideways'],
  ])('follows the shape of the window: %s × %s', (width, height, arrangement) => {
    expect(arrangementOf(width, height)).toBe(arrangement)
  })
})

describe('the wedges of the Senate', () => {
  it('go from left to right, with their decrees and cubes inside', () => {
    const [width, height] = [348, 124]
    const wedges = wedgesOf(width, height)
    expect(wedges).toHaveLength(6)
    for (const [index, { decree, cubes }] of wedges.entries()) {
      for (const { x, y } of [decree, cubes]) {
        expect([x > 0, x < width, y > 0, y < height]).toEqual([true, true, true, true])
      }
      if (index > 0) expect(decree.x).toBeGreaterThan(wedges[index - 1]!.decree.x)
    }
  })
})
