import { describe, expect, it } from 'vitest'
import type { Board } from '../../web/src/lib/board.ts'
import { groupOfDraft, picksOfDraft } from '../../web/src/lib/draft.ts'

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
/** Who takes each wonder: the rulebook's order. */
const TAKERS = [0, 1, 1, 0, 1, 0, 0, 1]

/** A board after so many picks, of which each took the first wonder of its group that was left. */
function after(picks: number): Board {
  const wonders: [Record<string, object>, Record<string, object>] = [{}, {}]
  IDS.slice(0, picks).forEach((id, index) => (wonders[TAKERS[index] as 0 | 1][id] = {}))
  const end = picks < 4 ? 4 : 8
  const draft = Object.fromEntries(IDS.slice(picks, end).map((id) => [id, true]))
  return { draft, cities: { 0: { wonders: wonders[0] }, 1: { wonders: wonders[1] } } } as unknown as Board
}

describe('the order of picks', () => {
  it.each(Array.from({ length: 8 }, (_, index) => index))(
    'shows what was taken, and whose choice it is after %s',
    (made) => {
      const picks = picksOfDraft(after(made))
      expect(picks.map(({ seat }) => seat)).toEqual(TAKERS)
      expect(picks.map(({ wonder }) => wonder)).toEqual(IDS.map((id, index) => (index < made ? id : undefined)))
      expect(picks.findIndex(({ isNow }) => isNow)).toBe(made)
      expect(picks.flatMap(({ isLast }, index) => (isLast ? [index] : []))).toEqual([3, 7])
    },
  )

  it('keeps the places of a group until all four are gone', () => {
    for (const made of [0, 1, 2, 3]) expect(groupOfDraft(after(made))).toEqual(['a', 'b', 'c', 'd'])
    for (const made of [4, 5, 6, 7]) expect(groupOfDraft(after(made))).toEqual(['e', 'f', 'g', 'h'])
  })
})
