import { expect, it, vi } from 'vitest'
import type { Heap } from '../../src/spare-memory.ts'
import { ownHeap, SpareMemory } from '../../src/spare-memory.ts'

const MB = 1024 * 1024

it('what was garbage is given back', async () => {
  const heap = ownHeap()
  let garbage: object[] | null = Array.from({ length: 2_000_000 }, (_, index) => ({ index }))
  const before = heap.taken()
  expect(garbage.length).toBeGreaterThan(0)
  garbage = null
  await heap.giveBack()
  expect(heap.taken()).toBeLessThan(before - 20 * MB)
})

it('it is given back once the process is quiet, and again only when it has taken more', async () => {
  let [worked, taken] = [0.5, 300 * MB]
  const giveBack = vi.fn(async () => void (taken = 100 * MB))
  const heap: Heap = { worked: () => worked, taken: () => taken, giveBack }
  const spare = new SpareMemory(heap)
  try {
    await spare.look()
    expect(giveBack).not.toHaveBeenCalled()
    worked = 0.01
    await spare.look()
    expect(giveBack).toHaveBeenCalledTimes(1)
    taken = 110 * MB
    await spare.look()
    expect(giveBack).toHaveBeenCalledTimes(1)
    taken = 200 * MB
    await spare.look()
    expect(giveBack).toHaveBeenCalledTimes(2)
  } finally {
    spare.close()
  }
})
