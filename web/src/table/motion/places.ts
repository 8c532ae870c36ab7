import type { MatchEvent } from '../../lib/steps.ts'

// Where things are on the table that is shown, by the attributes that say what lies there.

export const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
export const findAll = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]

export const cityOf = (seat: unknown): HTMLElement | null => find(`[data-seat="${String(seat)}"]`)
export const purseOf = (seat: unknown): HTMLElement | null =>
  cityOf(seat)?.querySelector<HTMLElement>('[data-purse], .coins') ?? cityOf(seat)
export const pile = (): HTMLElement | null => find('[data-region="discard"]')
export const chamberOf = (chamber: unknown): HTMLElement | null =>
  find(`[data-chamber="${String(chamber)}"]`)?.parentElement ?? find('[data-region="senate"]')
export const slotOf = (slot: unknown): HTMLElement | null => find(`[data-slot="${String(slot)}"]`)

const named = (name: string, value: unknown): HTMLElement | null =>
  typeof value === 'string' || typeof value === 'number' ? find(`[data-${name}="${value}"]`) : null

/** Where what an event is about lies before it. */
export function originOf(event: MatchEvent): HTMLElement | null {
  switch (event.type) {
    case 'building-constructed':
    case 'card-discarded':
    case 'wonder-constructed':
    case 'senator-recruited':
    case 'conspiracy-prepared':
    case 'mythology-token-taken':
    case 'offering-token-taken':
      return slotOf(event.slot) ?? pile()
    case 'building-destroyed':
    case 'building-taken':
      return named('building', event.building)
    case 'buildings-swapped':
      return named('building', event.taken)
    case 'wonder-drafted':
    case 'wonder-taken':
      return named('wonder', event.wonder)
    case 'progress-token-taken':
    case 'progress-token-locked':
      return named('token', event.token)
    case 'divinity-activated':
      return named('space', event.space)
    case 'military-token-taken':
    case 'military-token-discarded':
      return named('loot', `${String(event.side ?? event.seat)}:${String(event.token)}`)
    case 'pawn-moved':
      return find('.pawn')
    default:
      return null
  }
}

/** Where it lies afterwards; on tables that do not show that, with its owner. */
export function destinationOf(event: MatchEvent): HTMLElement | null {
  const city = cityOf(event.seat)
  switch (event.type) {
    case 'building-constructed':
    case 'building-taken':
      return named('building', event.building) ?? city
    case 'buildings-swapped':
      return named('building', event.taken) ?? city
    case 'card-discarded':
    case 'building-destroyed':
      return pile()
    case 'wonder-constructed':
    case 'wonder-drafted':
    case 'wonder-taken':
      return named('wonder', event.wonder) ?? city
    case 'senator-recruited':
    case 'conspiracy-prepared':
    case 'mythology-token-taken':
    case 'offering-token-taken':
      return city?.querySelector<HTMLElement>('.more') ?? city
    case 'progress-token-taken':
    case 'progress-token-locked':
      return named('token', event.token) ?? city
    case 'divinity-activated':
      return named('divinity', event.divinity) ?? city
    case 'military-token-taken':
    case 'military-token-discarded':
      return purseOf(event.seat === 0 ? 1 : 0)
    case 'pawn-moved':
      return find('.pawn')
    default:
      return null
  }
}

/** What still marks the place from which something was taken. */
export function formerPlaceOf(event: MatchEvent): HTMLElement | null {
  if (event.type === 'pawn-moved') return find(`[data-at="${String(event.from)}"]`)
  if (typeof event.slot === 'number' && event.type !== 'card-revealed') return find(`[data-left="${event.slot}"]`)
  if (event.from === 'discard') return pile()
  return null
}
