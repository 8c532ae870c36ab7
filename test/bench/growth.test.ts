import { expect, it } from 'vitest'
import { fit } from '../../bench/growth/fit.ts'
import { svgOf } from '../../bench/growth/plot.ts'

it('The exponent of a growth is found, also from points that are not exactly on its line', () => {
  const exact = fit([1, 10, 100].map((x) => ({ x, y: 3 * x ** 1.5 })))
  expect(exact.exponent).toBeCloseTo(1.5)
  expect(exact.factor).toBeCloseTo(3)
  expect(fit([10, 100, 1000].map((x) => ({ x, y: 7 }))).exponent).toBeCloseTo(0)
  const near = fit([1, 2, 4, 8, 16].map((x, n) => ({ x, y: x * (n % 2 ? 1.1 : 0.9) })))
  expect(near.exponent).toBeGreaterThan(0.9)
  expect(near.exponent).toBeLessThan(1.1)
})

it('A plot shows each point of each series between its axes, with the exponents', () => {
  const svg = svgOf({
    title: 'Costs & sizes',
    x: 'size',
    y: 'ms',
    series: [
      {
        name: 'one',
        points: [
          { x: 10, y: 1 },
          { x: 1000, y: 100 },
        ],
      },
      {
        name: 'two',
        points: [
          { x: 10, y: 2 },
          { x: 100, y: 2 },
          { x: 1000, y: 2 },
        ],
      },
    ],
  })
  const circles = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)])
  expect(circles).toHaveLength(5)
  for (const [x, y] of circles) {
    expect(x).toBeGreaterThan(70)
    expect(x).toBeLessThan(620)
    expect(y).toBeGreaterThan(50)
    expect(y).toBeLessThan(345)
  }
  expect(svg).toContain('one: exponent 1.00')
  expect(svg).toContain('two: exponent 0.00')
  expect(svg).toContain('Costs &amp; sizes')
})
