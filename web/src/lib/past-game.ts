import { loadCatalogue } from './catalogue.ts'
import { curia } from './client.ts'
import { History } from './history.svelte.ts'
import { Table } from './table.svelte.ts'

/** A finished game on a table, as spectators saw it, with its positions. */
export interface PastGame {
  table: Table
  history: History
  /** What was done, by version: equal texts are equal deeds. */
  deeds: readonly string[]
}

/** @throws CuriaError */
export async function pastGame(id: string): Promise<PastGame> {
  const { rest } = curia
  const game = await rest.get('/v1/games/{id}', { params: { id } })
  const position = (version: number) =>
    rest.get('/v1/games/{id}/positions/{version}', { params: { id, version }, query: { viewer: 'spectator' } })
  const [replay, end, opening] = await Promise.all([
    rest.get('/v1/games/{id}/replay', { params: { id } }),
    position(game.versions),
    position(1),
  ])
  const table = new Table(await loadCatalogue(rest, end.snapshot.kind), end, null)
  table.addSteps(replay.steps)
  table.firstAge = opening.snapshot.board?.age ?? 0
  const history = new History(rest, table, id)
  history.viewer = 'spectator'
  history.first = 1
  const entries = replay.complete ? replay.record.entries : []
  const deeds = entries.map(({ body }) => (body.type === 'act' ? JSON.stringify([body.seat, body.action]) : body.type))
  return { table, history, deeds }
}

/** The version before which two games are the same: from there they part. Null: they never do. */
export function partingOf(one: PastGame, other: PastGame): number | null {
  const at = one.deeds.findIndex((deed, index) => deed !== other.deeds[index])
  if (at !== -1) return at
  return one.deeds.length === other.deeds.length ? null : one.deeds.length
}
