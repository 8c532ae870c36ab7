import { describe, expect, it } from 'vitest'
import type { TimeControlId } from '../../src/protocol/index.ts'
import { TIME_CONTROLS, timeControlIdSchema } from '../../src/protocol/index.ts'
import type { Clocks } from '../../src/record/index.ts'
import { foldable, foldRecord } from '../../src/record/index.ts'
import { logVectors } from '../support/log-vectors.ts'
import { read } from '../support/markdown.ts'

/** What a time control was when it was added: its times, and the clocks at the end of some recorded games with it. */
interface Known {
  control: object
  clocks: Record<string, Pick<Clocks, 'remaining' | 'spent'> | null>
}

// Stored games name their time control and fold by it. So lines are added to this file, and none is ever changed.
const known = JSON.parse(read('test/record/time-controls.json')) as Record<TimeControlId, Known>

/** The clocks at the end of a recorded game, if it had been played with another time control. */
function clocksAtEnd(name: string, clock: TimeControlId): Known['clocks'][string] {
  const { header, ...record } = foldable(logVectors.find((vector) => vector.name === name)!.record)
  const { clocks } = foldRecord({ ...record, header: { ...header, terms: { ...header.terms!, clock } } })
  return clocks && { remaining: clocks.remaining, spent: clocks.spent }
}

describe('The time controls', () => {
  it('are those that are known: a new one gets a line, and no line goes', () => {
    expect(Object.keys(known)).toEqual(timeControlIdSchema.options)
  })
})

describe.each(Object.entries(known) as [TimeControlId, Known][])('The time control %s', (id, { control, clocks }) => {
  it('has the times with which it was added', () => {
    expect(TIME_CONTROLS[id]).toEqual(control)
  })

  it('folds recorded games to the clocks that they have always had', () => {
    const names = Object.keys(clocks)
    expect(names).not.toEqual([])
    expect(Object.fromEntries(names.map((name) => [name, clocksAtEnd(name, id)]))).toEqual(clocks)
  })
})
