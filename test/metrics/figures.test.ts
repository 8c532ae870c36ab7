import { expect, it } from 'vitest'
import { Figures, Names } from '../../src/metrics/index.ts'

it('a text that the server has not named at its start becomes no value of a label', () => {
  const routes = new Names(['none'])
  routes.add('/v1/matches/:id')
  expect(['/v1/matches/:id', 'none', '/v1/matches/Ada', '__proto__'].map((route) => routes.of(route))).toEqual([
    '/v1/matches/:id',
    'none',
    'other',
    'other',
  ])
})

it('what has no row in the table of labels does not compile', async () => {
  const figures = new Figures()
  const player: string = 'Ada'
  figures.count('curia_games_stored_total', { kind: 'base' })
  // @ts-expect-error: the value of the label is not in the table.
  figures.count('curia_games_stored_total', { kind: 'chess' })
  // @ts-expect-error: a text from outside may be any value.
  const unknown = (): void => figures.count('curia_games_stored_total', { kind: player })
  // @ts-expect-error: a value for each label is needed.
  const missing = (): void => figures.count('curia_games_stored_total')
  // @ts-expect-error: a label that no list has closed takes only names.
  const unnamed = (): void => figures.count('curia_limit_refusals_total', { limit: player })
  // @ts-expect-error: the metric has no row.
  const undeclared = (): void => figures.count('curia_visits_total')
  expect([unknown, missing, unnamed].map((count) => count())).toHaveLength(3)
  expect(undeclared).toThrow(TypeError)
  expect(await figures.text()).toContain('curia_games_stored_total{kind="base"} 1')
})
