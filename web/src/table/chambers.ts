import type { Seat } from '@curia/client'
import type { Pick } from '../lib/board.ts'
import type { Table } from '../lib/table.svelte.ts'

// What the Senate shows, however it is drawn.

/** A chamber as it is printed and as it is now. */
export interface ChamberNow {
  chamber: number
  section: string
  vp: number
  decrees: { id?: string }[]
  cubes: Readonly<Record<Seat, number>>
  controller: Seat | undefined
}

/** All chambers from left to right. */
export const chambersOf = ({ board, catalogue }: Table): ChamberNow[] =>
  catalogue.chambers.flatMap(({ chamber, section, vp }) => {
    const now = board?.senate?.[String(chamber)]
    return now
      ? [{ chamber, section, vp, cubes: now.cubes, controller: now.controller, decrees: Object.values(now.decrees) }]
      : []
  })

/** What is picked by a chamber itself, and by what lies there to be moved away. */
export const picksOfChamber = (chamber: number): Pick[] => [
  { field: 'chamber', value: chamber },
  { field: 'to', value: chamber },
]
export const picksOfStart = (chamber: number): Pick[] => [{ field: 'from', value: chamber }]

/** What is moved from chamber to chamber now. */
export const movedNow = ({ board }: Table): 'decree' | 'cubes' =>
  board?.decision?.kind === 'move-decree' ? 'decree' : 'cubes'
