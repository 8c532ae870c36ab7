import type { DecreeId } from '../catalogue/index.ts'
import { DECREE_CARDS } from '../catalogue/index.ts'
import type { Chamber } from '../catalogue/vocabulary.ts'
import { controllerOf } from '../city.ts'
import type { Play } from '../play.ts'
import { push } from '../play.ts'
import type { Seat } from '../seat.ts'
import { other } from '../seat.ts'
import type { LaidDecree, Step } from '../state.ts'
import { pushPawn } from './military.ts'

/** Places a cube of a seat from its reserve in a chamber (agora.md §4.3). */
export function placeCube(play: Play, seat: Seat, chamber: Chamber): void {
  play.state.cities[seat].reserve -= 1
  play.events.push({ type: 'influence-placed', seat, chamber })
  push(play, ...addCubes(play, seat, chamber, 1))
}

/** Moves a cube of a seat to another chamber; the source is evaluated first (agora.md §4.4). */
export function moveCube(play: Play, seat: Seat, from: Chamber, to: Chamber): void {
  play.events.push({ type: 'influence-moved', seat, from, to })
  push(play, ...addCubes(play, seat, from, -1), ...addCubes(play, seat, to, 1))
}

/** Returns a cube of the opponent to its owner's reserve. */
export function removeCube(play: Play, seat: Seat, chamber: Chamber): void {
  const owner = other(seat)
  play.state.cities[owner].reserve += 1
  play.events.push({ type: 'influence-removed', seat, owner, chamber })
  push(play, ...addCubes(play, owner, chamber, -1))
}

/** Moves a decree below the decree of another chamber (agora.md §4.5). */
export function moveDecree(play: Play, seat: Seat, from: Chamber, to: Chamber): void {
  const { state, events } = play
  const senate = state.senate!
  const [moved, ...left] = senate.decrees[from - 1]!
  const loser = controllerOf(state, from - 1)
  const gainer = controllerOf(state, to - 1)
  senate.decrees = senate.decrees.with(from - 1, left).with(to - 1, [...senate.decrees[to - 1]!, moved!])
  events.push({ type: 'decree-moved', seat, from, to, ...(moved!.faceUp && { decree: moved!.id }) })
  if (gainer !== null) reveal(play, to)
  if (loser !== gainer) push(play, ...shiftShields(play, [moved!], loser, gainer))
}

/** Changes the cubes of a seat in a chamber and applies a change of control. Returns the steps that follow. */
function addCubes(play: Play, seat: Seat, chamber: Chamber, cubes: 1 | -1): Step[] {
  const { state, events } = play
  const senate = state.senate!
  const index = chamber - 1
  const before = controllerOf(state, index)
  const [first, second] = senate.cubes[index]!
  senate.cubes = senate.cubes.with(index, seat === 0 ? [first + cubes, second] : [first, second + cubes])
  const after = controllerOf(state, index)
  if (before === after) return []
  events.push({ type: 'control-changed', chamber, controller: after })
  if (after !== null) reveal(play, chamber)
  return shiftShields(play, senate.decrees[index]!, before, after)
}

/** Turns up the decrees of a chamber that is controlled. */
function reveal({ state, events }: Play, chamber: Chamber): void {
  const senate = state.senate!
  const laid = senate.decrees[chamber - 1]!
  for (const { id, faceUp } of laid) if (!faceUp) events.push({ type: 'decree-revealed', chamber, decree: id })
  senate.decrees = senate.decrees.with(
    chamber - 1,
    laid.map(({ id }) => ({ id, faceUp: true })),
  )
}

/** The pushes of decrees that pass from one controller to another: first the loss, then the gain (agora.md §4.6). */
function shiftShields(play: Play, decrees: readonly LaidDecree[], loser: Seat | null, gainer: Seat | null): Step[] {
  const shields = decrees.reduce((sum, { id }) => sum + shieldsOf(id), 0)
  const steps: Step[] = []
  if (loser !== null) steps.push(...pushPawn(play, other(loser), shields))
  if (gainer !== null) steps.push(...pushPawn(play, gainer, shields))
  return steps
}

const shieldsOf = (id: DecreeId): number => DECREE_CARDS[id].shields ?? 0
