import { boxOf } from './catalogue/index.ts'
import type { Layout } from './catalogue/layouts.ts'
import { remembered } from './remembered.ts'
import type { Age, MatchState } from './state.ts'

/** A place of the structure. */
export interface Slot {
  row: number
  /** In half-card steps. */
  column: number
  dealtFaceUp: boolean
  /** The slots whose cards lie on top of it. */
  coveredBy: readonly number[]
}

/** The slots of a layout, row by row from the far end (base.md §3). */
function slotsOf({ rows }: Layout): Slot[] {
  const places = rows.flatMap((columns, row) => columns.map((column) => ({ row, column })))
  return places.map(({ row, column }) => ({
    row,
    column,
    dealtFaceUp: row % 2 === 0,
    coveredBy: places.flatMap((above, slot) =>
      above.row === row + 1 && Math.abs(above.column - column) === 1 ? [slot] : [],
    ),
  }))
}

const computed = new Map<Layout, readonly Slot[]>()

/** The slots of an age's structure. */
export function layoutOf(options: MatchState['options'], age: Age): readonly Slot[] {
  const layout = boxOf(options).layouts[age]
  const known = computed.get(layout)
  if (known) return known
  const slots = slotsOf(layout)
  computed.set(layout, slots)
  return slots
}

/** What says which cards of the structure lie on which. */
type Laid = Pick<MatchState, 'options' | 'age' | 'structure'>

const NO_SLOTS: readonly Slot[] = []
const currentLayout = (state: Laid): readonly Slot[] =>
  state.age === 0 ? NO_SLOTS : layoutOf(state.options, state.age)

/** Whether a slot still holds a card that no other card covers. */
export function isAccessible(state: Laid, slot: number): boolean {
  const place = currentLayout(state)[slot]
  return place !== undefined && state.structure[slot] !== null && isUncovered(state.structure, place)
}

const accessibleIn = remembered((structure: Laid['structure'], layout: readonly Slot[]): readonly number[] => {
  const accessible: number[] = []
  for (let slot = 0; slot < layout.length; slot++) {
    if (structure[slot] !== null && isUncovered(structure, layout[slot]!)) accessible.push(slot)
  }
  return accessible
})

/** The slots with accessible cards, in ascending order. */
export const accessibleSlots = (state: Laid): readonly number[] => accessibleIn(state.structure, currentLayout(state))

/** The slots that hold a card, covered or not, in ascending order. */
export const slotsWithCards = ({ structure }: MatchState): number[] =>
  structure.flatMap((card, slot) => (card === null ? [] : [slot]))

/** The slots of the last row (the row that is uncovered last) that still hold a card (agora.md §5.10). */
export const lastRowSlots = (state: MatchState): number[] =>
  currentLayout(state).flatMap((place, slot) => (place.row === 0 && state.structure[slot] !== null ? [slot] : []))

/** Whether the structure still holds a card. */
export function hasCards({ structure }: MatchState): boolean {
  for (const card of structure) if (card !== null) return true
  return false
}

function isUncovered(structure: Laid['structure'], { coveredBy }: Slot): boolean {
  for (const slot of coveredBy) if (structure[slot] !== null) return false
  return true
}
