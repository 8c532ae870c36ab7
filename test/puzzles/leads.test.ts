/** Which decisions of an analysis may become puzzles. */
import { expect, it } from 'vitest'
import { leadsIn, LEAST_LEAD } from '../../src/puzzles/leads.ts'
import type { Action } from '../../src/rules/index.ts'
import { judgement } from './support.ts'

const [ONE, OTHER]: Action[] = [
  { type: 'discard-card', slot: 1 },
  { type: 'discard-card', slot: 2 },
]
const at = (version: number, lead: number) => judgement(version, [ONE!, OTHER!], lead)
const versions = (...all: Parameters<typeof leadsIn>[0]): number[] => leadsIn(all).map(({ version }) => version)

it('those whose best action leads by 15 points at least, the two greatest leads first', () => {
  expect(versions(at(1, 0.14), at(2, LEAST_LEAD), at(3, 0.2))).toEqual([3, 2])
  expect(versions(at(1, 0.3), at(2, 0.2), at(3, 0.4), at(4, 0.3))).toEqual([3, 1])
  expect(versions(at(1, 0.149))).toEqual([])
})

it('the best action is the one that was chosen, or another', () => {
  const chosen = { ...at(5, 0), action: ONE!, after: 0.9, alternatives: [{ action: OTHER!, chance: 0.7 }] }
  expect(leadsIn([at(4, 0.3), chosen])).toEqual([
    { version: 4, best: ONE, lead: expect.closeTo(0.3) as number },
    { version: 5, best: ONE, lead: expect.closeTo(0.2) as number },
  ])
})

it('one that was hardly compared with others comes last', () => {
  expect(versions({ ...at(1, 0), alternatives: [] }, at(2, 0.2))).toEqual([2, 1])
})
