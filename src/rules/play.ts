import type { StepRow } from './catalogue/steps.ts'
import type { Cause } from './cause.ts'
import type { MatchEvent } from './events.ts'
import type { Seat } from './seat.ts'
import type { City, MatchState, Pantheon, PantheonCity, Step } from './state.ts'

/**
 * An action that is being resolved: the state that becomes the next one, and the events so far. The play owns `state`,
 * its two cities, its senate and what Pantheon adds, and may assign to their fields. Lists are values: a change
 * replaces them.
 */
export interface Play {
  readonly state: MatchState
  readonly events: MatchEvent[]
  /** Whether the prices in the events have all of their parts. */
  readonly isExplained: boolean
}

/** Names the fields, because a spread of so many takes several times as long. */
const copyOf = (state: MatchState): MatchState => ({
  options: state.options,
  deal: state.deal,
  age: state.age,
  toAct: state.toAct,
  turnOf: state.turnOf,
  structure: state.structure,
  faceUp: state.faceUp,
  cities: [copyOfCity(state.cities[0]), copyOfCity(state.cities[1])],
  pawn: state.pawn,
  militaryTokens: state.militaryTokens,
  boardTokens: state.boardTokens,
  boxTokens: state.boxTokens,
  discardPile: state.discardPile,
  draft: state.draft,
  picks: state.picks,
  senate: state.senate && { cubes: state.senate.cubes, decrees: state.senate.decrees },
  pantheon: state.pantheon && copyOfPantheon(state.pantheon),
  conspiracyDeck: state.conspiracyDeck,
  extraTurn: state.extraTurn,
  mayTrigger: state.mayTrigger,
  stack: state.stack,
  result: state.result,
})

const copyOfCity = (city: City): City => ({
  coins: city.coins,
  buildings: city.buildings,
  wonders: city.wonders,
  tokens: city.tokens,
  senators: city.senators,
  conspiracies: city.conspiracies,
  reserve: city.reserve,
  pantheon: city.pantheon && copyOfPantheonCity(city.pantheon),
})

const copyOfPantheon = ({ spaces, decks, enki, minerva, slotTokens, draws }: Pantheon): Pantheon => ({
  spaces,
  decks,
  enki,
  minerva,
  slotTokens,
  draws,
})

const copyOfPantheonCity = (city: PantheonCity): PantheonCity => ({
  divinities: city.divinities,
  mythologyTokens: city.mythologyTokens,
  offeringTokens: city.offeringTokens,
  storedCoins: city.storedCoins,
  snake: city.snake,
})

/** Begins to resolve an action. The given state is not changed. */
export function openPlay(state: MatchState, isExplained: boolean): Play {
  const next = copyOf(state)
  return { state: next, events: [], isExplained }
}

/** Pushes steps so that the first one given is resolved first. */
export function push({ state }: Play, ...steps: readonly Step[]): void {
  for (let next = steps.length - 1; next >= 0; next--) state.stack = [...state.stack, steps[next]!]
}

/** The steps of a row of the catalogue, which may have none, for the seat that resolves them. */
export const stepsOf = (rows: readonly StepRow[] | undefined, seat: Seat, cause: Cause): Step[] =>
  rows?.map((row) => ({ ...row, seat, cause })) ?? []

export const withoutItem = <T>(items: readonly T[], item: T): T[] => {
  const index = items.indexOf(item)
  return items.filter((_, i) => i !== index)
}
