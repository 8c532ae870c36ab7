import { expect, it } from 'vitest'
import { recoveryIn } from '../../chaos/recovery.ts'
import type { Line } from '../../chaos/swarm/lines.ts'

/** A player asks for a move at one moment, and it is acknowledged at another. */
const move = (ask: number, asked: number, acknowledged: number): Line[] => [
  { what: 'wished', ask, at: asked, match: 'm', version: ask, wish: { type: 'resign', seat: 0 } },
  { what: 'acknowledged', ask, at: acknowledged, match: 'm', version: ask + 1 },
]

const ADA = [...move(1, 10, 20), ...move(2, 95, 105), ...move(3, 110, 150)]
const BEN = [...move(1, 120, 130)]
const EVE = [...move(1, 200, 240), ...move(2, 250, 260)]

it('a swarm has recovered when every pair has made a move that it asked for after the disturbance', () => {
  expect(recoveryIn([ADA, BEN, EVE, []], 100)).toEqual({ first: 30, all: 140 })
})

it('a swarm has not recovered while a pair has not moved again', () => {
  expect(recoveryIn([ADA, BEN, EVE, []], 220)).toBeNull()
})
