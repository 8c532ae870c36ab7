import type { Entry, MatchHeader, MatchRecord } from '../../record/index.ts'
import { latestSeats } from '../seats.ts'
import type { TakenSeat } from '../port.ts'
import { expiryOf, removeIfExpired } from './expiry.ts'
import { newMatch } from './match.ts'
import type { Step } from './step.ts'

/** See `LiveStore.create`. */
export function create(step: Step, header: MatchHeader): { createdAt: number } | { taken: 'id' | 'code' } {
  const { matches } = step.state
  removeIfExpired(step, header.id)
  removeIfExpired(step, matches.withCode(header.code))
  if (matches.get(header.id)) return { taken: 'id' }
  if (matches.withCode(header.code) !== undefined) return { taken: 'code' }
  const expiresAt = expiryOf('waiting', step.now, null, step.options.retention)
  step.change({ is: 'match', match: newMatch(header, step.now, expiresAt) })
  return { createdAt: step.now }
}

/** See `LiveStore.load`. */
export function load(step: Step, id: string): MatchRecord | null {
  const match = step.find(id)
  return match && { header: match.header, createdAt: match.createdAt, entries: match.entries.after(0) }
}

/** See `LiveStore.entriesAfter`. */
export function entriesAfter(step: Step, id: string, version: number): Entry[] | null {
  return step.find(id)?.entries.after(version) ?? null
}

/** See `LiveStore.findByCode`. */
export function findByCode(step: Step, code: string): string | null {
  const id = step.state.matches.withCode(code)
  return id !== undefined && step.find(id) ? id : null
}

/** See `LiveStore.matchesOf`. */
export function matchesOf(step: Step, player: string, limit: number, after?: TakenSeat): TakenSeat[] {
  const seats = [...step.state.matches.seatsOf(player)].filter(({ match }) => step.find(match))
  return latestSeats(seats, limit, after).map((seat) => ({ ...seat }))
}
