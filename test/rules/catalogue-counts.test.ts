/** The counts and checksums of base.md §1.9, on the engine's own tables. */
import { describe, expect, test } from 'vitest'
import type { BuildingRow } from '../../src/rules/catalogue/buildings.ts'
import { AGE_DECKS, BUILDINGS, GUILD_DECK, WONDERS } from '../../src/rules/catalogue/index.ts'
import type { Resource } from '../../src/rules/catalogue/vocabulary.ts'
import { FAMILIES } from '../../src/rules/catalogue/vocabulary.ts'
import { BASE } from './support/data.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

describe('the catalogue adds up', () => {
  const decks = [...Object.values(AGE_DECKS), GUILD_DECK].map((ids) => ids.map((id) => BUILDINGS[id]))
  const perDeck = (count: (row: BuildingRow) => number): number[] => decks.map((rows) => sum(rows.map(count)))
  const ofColor = (color: BuildingRow['color']) => perDeck((row) => (row.color === color ? 1 : 0))
  const pointsOf = (color: BuildingRow['color']) => perDeck((row) => (row.color === color ? (row.vp ?? 0) : 0))
  const wonders = BASE.wonders.map(({ id }) => WONDERS[id])

  test('cards by colour', () => {
    expect({
      brown: ofColor('brown'),
      grey: ofColor('grey'),
      blue: ofColor('blue'),
      green: ofColor('green'),
      yellow: ofColor('yellow'),
      red: ofColor('red'),
      purple: ofColor('purple'),
    }).toEqual({
      brown: [6, 3, 0, 0],
      grey: [2, 2, 0, 0],
      blue: [3, 5, 6, 0],
      green: [4, 4, 4, 0],
      yellow: [4, 4, 5, 0],
      red: [4, 5, 5, 0],
      purple: [0, 0, 0, 7],
    })
  })

  test('points, shields and coins', () => {
    expect([pointsOf('blue'), pointsOf('green'), pointsOf('yellow')]).toEqual([
      [9, 22, 36, 0],
      [2, 6, 10, 0],
      [0, 0, 15, 0],
    ])
    expect(perDeck((row) => row.shields ?? 0)).toEqual([4, 8, 12, 0])
    expect(sum(wonders.map((row) => row.shields ?? 0))).toBe(4)
    expect(sum(wonders.map((row) => row.vp ?? 0))).toBe(42)
    expect(perDeck((row) => row.cost.coins ?? 0)).toEqual([20, 18, 8, 0])
  })

  test('resources produced and asked for', () => {
    const produced = (resource: Resource): number[] =>
      perDeck((row) => (row.color === 'brown' || row.color === 'grey' ? (row.produces?.[resource] ?? 0) : 0))
    for (const resource of FAMILIES.raw) expect(produced(resource)).toEqual([2, 2, 0, 0])
    for (const resource of FAMILIES.manufactured) expect(produced(resource)).toEqual([1, 1, 0, 0])
    const asked = (resource: Resource): number => sum(wonders.map((row) => row.cost[resource] ?? 0))
    expect([asked('wood'), asked('clay'), asked('stone'), asked('glass'), asked('papyrus')]).toEqual([
      11, 10, 12, 9, 10,
    ])
  })
})
