import { expect, it } from 'vitest'
import { decilesOf, scaleOf, worstOf } from '../../scripts/bots/calibration/deciles.ts'

it('deciles have the means of their positions, and the worst one counts if it has enough of them', () => {
  const sure = Array.from({ length: 60 }, () => ({ predicted: 1, actual: 0.9 }))
  const few = Array.from({ length: 3 }, () => ({ predicted: 0.25, actual: 1 }))
  const even = Array.from({ length: 80 }, (_, each) => ({ predicted: 0.4, actual: each % 2 }))
  const deciles = decilesOf([...sure, ...few, ...even])
  expect(deciles.map(({ decile, positions }) => [decile, positions])).toEqual([
    [2, 3],
    [4, 80],
    [9, 60],
  ])
  expect(deciles[1]!.actual).toBe(0.5)
  expect(deciles[2]!.predicted).toBe(1)
  expect(worstOf(deciles, 50)).toBeCloseTo(0.1)
  expect(worstOf(deciles, 1)).toBeCloseTo(0.75)
  expect(worstOf([], 50)).toBe(0)
})

it('predictions that are not sure enough are found to be so', () => {
  const predictions = Array.from({ length: 1_000 }, (_, each) => ({ predicted: 0.6, actual: each % 10 < 8 ? 1 : 0 }))
  expect(scaleOf(predictions.map((each) => ({ ...each, predicted: 0.7 })))).toBeCloseTo(
    Math.log(0.8 / 0.2) / Math.log(0.7 / 0.3),
    1,
  )
  expect(scaleOf(predictions)).toBe(2)
})
