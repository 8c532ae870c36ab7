import type { Seat } from '@curia/client'
import type { Snippet } from 'svelte'
import type { Table } from '../../lib/table.svelte.ts'

/** How a city is drawn: a column at the side, three lines, a strip of a phone, or a narrow column of a phone. */
export type CityForm = 'column' | 'lines' | 'strip' | 'side'

/** What an arrangement of the table puts in its places. Each fills the place that it is given. */
export interface Parts {
  table: Table
  bar: Snippet
  city: Snippet<[Seat, CityForm]>
  road: Snippet<['high' | 'low']>
  tokens: Snippet<['column' | 'row']>
  /** Nothing without its expansion. */
  senate: Snippet<['ring' | 'cells']>
  pantheon: Snippet<['whole' | 'short']>
  /** The structure, or the draft. */
  centre: Snippet
  /** The age, and what is left of it. */
  age: Snippet
  prompt: Snippet
  tabs: Snippet
}
