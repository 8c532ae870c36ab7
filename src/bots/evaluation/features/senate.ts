import type { MatchState, Seat, Step } from '../../../rules/index.ts'
import { CONSPIRACY_CARDS, DECREE_CARDS, remembered } from '../../../rules/index.ts'
import { addAll } from './held.ts'
import { AT, indexOf, SECTIONS } from './names.ts'

type City = MatchState['cities'][0]
type Senate = NonNullable<MatchState['senate']>

/** A victory by politics is near for a seat that needs fewer cubes for it. */
const NEAR = 5

/** The features of each decree that a seat controls, and of each that lies face up while nobody controls it. */
const DECREE_AT = new Map<string, { held: number; free: number }>(
  Object.keys(DECREE_CARDS).map((id) => [id, { held: indexOf('decree', id), free: indexOf('decree-free', id) }]),
)
const CONSPIRACY_AT = new Map<string, { unprepared: number; prepared: number }>(
  Object.keys(CONSPIRACY_CARDS).map((id) => [
    id,
    { unprepared: indexOf('conspiracy', id), prepared: indexOf('prepared', id) },
  ]),
)
const SENATE_LEFT = SECTIONS.map((section) => indexOf('senate-left', section))
const [EXTRA_NEXT, TURN_NEXT, TRIGGER_NEXT, PREPARED] = [
  AT['extra-next'],
  AT['turn-next'],
  AT['trigger-next'],
  AT.prepared,
]

/** Features are pairs of an index and a number, one after the other. */
type Adds = readonly number[]

/** What the chambers are to the features of each seat. */
const chambersOf = remembered((cubes: Senate['cubes'], decrees: Senate['decrees']): readonly [Adds, Adds] => [
  chambersFor(0, cubes, decrees),
  chambersFor(1, cubes, decrees),
])

function chambersFor(seat: Seat, cubes: Senate['cubes'], decrees: Senate['decrees']): Adds {
  const adds: number[] = []
  let chambers = 0
  let placed = 0
  let needs = 0
  for (const [chamber, each] of cubes.entries()) {
    const lead = each[seat] - each[seat === 0 ? 1 : 0]
    placed += each[seat]
    if (lead > 0) chambers++
    else needs += 1 - lead
    for (const { id, faceUp } of decrees[chamber]!) {
      if (lead > 0) adds.push(DECREE_AT.get(id)!.held, 1)
      else if (lead === 0 && faceUp) adds.push(DECREE_AT.get(id)!.free, 1)
    }
  }
  adds.push(AT.cubes, placed, AT.chambers, chambers)
  if (chambers >= 4) adds.push(AT['chambers-4'], 1)
  if (chambers >= 5) adds.push(AT['chambers-5'], 1)
  adds.push(AT['politics-needs'], needs)
  if (needs < NEAR) adds.push(AT['politics-near'], NEAR - needs)
  return adds
}

/** What the senators of a city are to its features. */
const senatorsOf = remembered((senators: City['senators']): Adds => {
  const politicians = senators.filter((id) => id.startsWith('politician')).length
  return [AT.politicians, politicians, AT.conspirators, senators.length - politicians]
})

/** What the conspiracies of a city that are not triggered are to its features. */
const conspiraciesOf = remembered((conspiracies: City['conspiracies']): Adds =>
  conspiracies.flatMap(({ id, state }) => {
    if (state === 'triggered') return []
    return [state === 'prepared' ? AT.prepared : AT.conspiracies, 1, CONSPIRACY_AT.get(id)![state], 1]
  }),
)

/** Adds what a seat has in the Senate, its senators and conspiracies, and what it has left to do. */
export function addSenate(row: Float64Array, state: MatchState, seat: Seat): void {
  const { cubes, decrees } = state.senate!
  const { conspiracies, senators } = state.cities[seat]
  addAll(row, chambersOf(cubes, decrees)[seat])
  addAll(row, senatorsOf(senators))
  addAll(row, conspiraciesOf(conspiracies))
  addSteps(row, state, seat)
}

/** After the conspiracies, because only a prepared one can be triggered. */
function addSteps(row: Float64Array, { stack, turnOf, extraTurn, mayTrigger }: MatchState, seat: Seat): void {
  let isOpen = false
  for (const step of stack) {
    if (step.kind === 'turn') isOpen = true
    // No seat decides these.
    else if (step.kind === 'begin' || step.kind === 'turn-up') continue
    else if (step.seat === seat) row[leftOf(step)]! += step.kind === 'senate' ? step.left : 1
  }
  if (extraTurn && turnOf === seat) row[EXTRA_NEXT] = 1
  // A turn that is no longer open is followed by another one.
  if ((turnOf === seat) !== (isOpen || extraTurn)) return
  row[TURN_NEXT] = 1
  if (row[PREPARED]! > 0 && (!isOpen || mayTrigger)) row[TRIGGER_NEXT] = 1
}

/** The feature of a step that a seat has left to do. */
function leftOf(step: Step): number {
  switch (step.kind) {
    case 'senate':
      return SENATE_LEFT[SECTIONS.indexOf(step.section)]!
    case 'place':
      return AT['place-left']
    case 'move':
      return AT['move-left']
    case 'remove':
      return AT['remove-left']
    case 'conspirator':
    case 'conspire':
    case 'keep-conspiracy':
      return AT['conspirator-left']
    default:
      return AT['steps-left']
  }
}
