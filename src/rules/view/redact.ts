import type { MatchEvent } from '../events.ts'
import type { Viewer } from '../seat.ts'

type EventOf<T extends MatchEvent['type']> = Extract<MatchEvent, { type: T }>

/** Who may know a field of an event: everyone, or the seat of the event alone. */
type Audience = 'all' | 'own'

/** Of an event without a seat everything is public. */
type AudiencesOf<E> = {
  [Field in Exclude<keyof E, 'type'>]-?: E extends { seat: unknown } ? Audience | ((event: E) => Audience) : 'all'
}

/**
 * What is public of each event (base.md §10, agora.md §7, pantheon.md §7): what another player drew, kept, prepared or
 * locked in secret is not. A new event, or a new field, does not compile until its row says who may know it.
 */
const AUDIENCES: { readonly [T in MatchEvent['type']]: AudiencesOf<EventOf<T>> } = {
  'wonder-drafted': { seat: 'all', wonder: 'all' },
  'wonders-revealed': { wonders: 'all' },
  'age-began': { age: 'all' },
  'first-player-chosen': { by: 'all', seat: 'all' },
  'turn-began': { seat: 'all', extra: 'all' },
  'card-revealed': { slot: 'all', card: 'all' },
  'building-constructed': { seat: 'all', building: 'all', slot: 'all', from: 'all', price: 'all', stored: 'all' },
  'card-discarded': { seat: 'all', slot: 'all', card: 'all' },
  'wonder-constructed': {
    seat: 'all',
    wonder: 'all',
    slot: 'all',
    from: 'all',
    card: 'all',
    price: 'all',
    stored: 'all',
  },
  'wonder-removed': { seat: 'all', wonder: 'all' },
  'coins-gained': { seat: 'all', coins: 'all', reason: 'all' },
  'coins-lost': { seat: 'all', coins: 'all', reason: 'all' },
  'pawn-moved': { seat: 'all', from: 'all', to: 'all' },
  'military-token-taken': { seat: 'all', token: 'all', side: 'all' },
  'progress-token-taken': { seat: 'all', token: 'all', from: 'all' },
  'library-drawn': { seat: 'all', count: 'all', tokens: 'own' },
  'building-destroyed': { seat: 'all', building: 'all' },
  'step-skipped': { seat: 'all', step: 'all' },
  declined: { seat: 'all', step: 'all' },
  'age-ended': { age: 'all' },
  'match-ended': { result: 'all' },
  // Agora
  'senator-recruited': { seat: 'all', card: 'all', slot: 'all', from: 'all', coins: 'all', stored: 'all' },
  'influence-placed': { seat: 'all', chamber: 'all' },
  'influence-moved': { seat: 'all', from: 'all', to: 'all' },
  'influence-removed': { seat: 'all', owner: 'all', chamber: 'all' },
  'control-changed': { chamber: 'all', controller: 'all' },
  'decree-revealed': { chamber: 'all', decree: 'all' },
  'decree-moved': { seat: 'all', from: 'all', to: 'all', decree: 'all' },
  'conspiracies-drawn': { seat: 'all', count: 'all', drawn: 'own' },
  'conspiracy-kept': { seat: 'all', count: 'all', kept: 'own', other: 'all' },
  'conspiracy-prepared': { seat: 'all', index: 'all', slot: 'all', card: 'all', conspiracy: 'own' },
  'conspiracy-triggered': { seat: 'all', index: 'all', conspiracy: 'all' },
  'building-taken': { seat: 'all', building: 'all' },
  'buildings-swapped': { seat: 'all', taken: 'all', given: 'all' },
  'wonder-taken': { seat: 'all', wonder: 'all' },
  'wonder-destroyed': { seat: 'all', wonder: 'all', card: 'all' },
  'progress-token-locked': { seat: 'all', from: 'all', token: ({ from }) => (from === 'box' ? 'own' : 'all') },
  // Pantheon
  'mythology-token-taken': { seat: 'all', slot: 'all', mythology: 'all' },
  'offering-token-taken': { seat: 'all', slot: 'all', discount: 'all' },
  'token-discarded': { seat: 'all', slot: 'all', token: 'all' },
  'divinities-drawn': { seat: 'all', mythology: 'all', count: 'all', drawn: 'own' },
  'divinity-placed': { seat: 'all', mythology: 'all', space: 'all', divinity: 'own' },
  'pantheon-revealed': { spaces: 'all', gate: 'all' },
  'enki-revealed': { tokens: 'all' },
  'enki-returned': { tokens: 'all' },
  'divinity-activated': {
    seat: 'all',
    divinity: 'all',
    from: 'all',
    space: 'all',
    price: 'all',
    offerings: 'all',
    paid: 'all',
  },
  'divinities-revealed': { seat: 'all', by: 'all', divinities: 'all' },
  'divinities-returned': { seat: 'all', mythologies: 'all', top: 'own' },
  'coins-stored': { seat: 'all', coins: 'all' },
  'snake-placed': { seat: 'all', building: 'all' },
  'snake-removed': { seat: 'all', building: 'all' },
  'minerva-placed': { seat: 'all', position: 'all' },
  'minerva-removed': { seat: 'all', position: 'all' },
  'military-token-discarded': { seat: 'all', side: 'all', token: 'all' },
  'wonder-undone': { seat: 'all', owner: 'all', wonder: 'all', card: 'all' },
}

/** Events that are not public as a whole. All others are sent as they are: this runs for each event and viewer. */
const WITH_SECRETS: ReadonlySet<string> = new Set(
  Object.entries(AUDIENCES).flatMap(([type, audiences]) =>
    Object.values(audiences).every((audience) => audience === 'all') ? [] : [type],
  ),
)

/**
 * What a viewer may know of an event: its seat may know all of it, and everyone else the fields that are named public.
 * Null would hide the whole event; every event of today is public in part.
 */
export function redact(event: MatchEvent, viewer: Viewer): MatchEvent | null {
  if (!WITH_SECRETS.has(event.type) || ('seat' in event && event.seat === viewer)) return event
  const audiences = AUDIENCES[event.type] as Record<string, Audience | ((event: MatchEvent) => Audience) | undefined>
  const isPublic = (field: string): boolean => {
    const audience = audiences[field]
    return field === 'type' || (typeof audience === 'function' ? audience(event) : audience) === 'all'
  }
  return Object.fromEntries(Object.entries(event).filter(([field]) => isPublic(field))) as MatchEvent
}
