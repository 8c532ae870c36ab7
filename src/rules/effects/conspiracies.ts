import type { CardId, ConspiracyId } from '../catalogue/index.ts'
import { CONSPIRACY_CARDS } from '../catalogue/index.ts'
import type { Play } from '../play.ts'
import { push, stepsOf } from '../play.ts'
import type { Seat } from '../seat.ts'
import type { City, Conspiracy } from '../state.ts'

/** The conspiracies of a city that are in the given state, in order of acquisition. */
export const conspiraciesIn = (city: City, state: Conspiracy['state']): ConspiracyId[] =>
  city.conspiracies.filter((held) => held.state === state).map(({ id }) => id)

/** Adds conspiracies that a seat keeps, face down (agora.md §5.1). */
export function keep(
  { state, events }: Play,
  seat: Seat,
  kept: readonly ConspiracyId[],
  other?: 'top' | 'bottom',
): void {
  const city = state.cities[seat]
  city.conspiracies = [
    ...city.conspiracies,
    ...kept.map((id): Conspiracy => ({ id, state: 'unprepared', under: null, locked: null })),
  ]
  events.push({ type: 'conspiracy-kept', seat, count: kept.length, kept: [...kept], ...(other && { other }) })
}

/** Puts a card, already taken from the structure, under a conspiracy (agora.md §5.3). */
export function prepareConspiracy(play: Play, seat: Seat, conspiracy: ConspiracyId, slot: number, card: CardId): void {
  const index = update(play, seat, conspiracy, { state: 'prepared', under: card })
  play.events.push({ type: 'conspiracy-prepared', seat, index, slot, card, conspiracy })
}

/** Turns a conspiracy up and pushes its steps (agora.md §5.4). */
export function triggerConspiracy(play: Play, seat: Seat, conspiracy: ConspiracyId): void {
  const index = update(play, seat, conspiracy, { state: 'triggered' })
  play.events.push({ type: 'conspiracy-triggered', seat, index, conspiracy })
  push(play, ...stepsOf(CONSPIRACY_CARDS[conspiracy].steps, seat, { kind: 'conspiracy', id: conspiracy }))
}

/** Changes a held conspiracy. Returns its place in order of acquisition. */
function update({ state }: Play, seat: Seat, conspiracy: ConspiracyId, change: Partial<Conspiracy>): number {
  const city = state.cities[seat]
  const index = city.conspiracies.findIndex(({ id }) => id === conspiracy)
  city.conspiracies = city.conspiracies.with(index, { ...city.conspiracies[index]!, ...change })
  return index
}
