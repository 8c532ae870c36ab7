import { z } from 'zod'
import type { MatchEvent } from '../rules/index.ts'
import { actionSchema } from './actions.ts'
import { chamber, mythology, offerings, seat, space, thingId } from './primitives.ts'
import { activationPriceSchema, priceSchema } from './view.ts'

/*
 * Everything that this version of the server sends as an event, an offer or a decision, as closed unions. The documents
 * for client authors show these. The schemas that messages are checked by are open: a client should expect events and
 * decisions that are newer than itself.
 */

type StepKind = Extract<MatchEvent, { type: 'declined' }>['step']

/** What a player may have to decide. */
export const DECISION_KINDS = [
  'draft',
  'turn',
  'first-player',
  'progress-token',
  'library-choice',
  'espionage',
  'lock-token',
  'destroy-building',
  'revive',
  'construct-last-row',
  'construct-removed',
  'take-building',
  'swap-buildings',
  'take-wonder',
  'destroy-wonder',
  'senate',
  'place',
  'move',
  'remove',
  'move-decree',
  'conspirator',
  'keep-conspiracy',
  'trigger-unprepared',
  'discard-available',
  'place-divinity',
  'choose-mythology',
  'choose-divinity',
  'return-divinities',
  'enki',
  'place-snake',
  'discard-any',
  'deconstruct-wonder',
  'construct-with-discarded',
  'place-minerva',
  'discard-military-token',
  'apply-military-token',
] as const satisfies StepKind[]

/** What happens between decisions, and is only named when it has no effect. */
const AUTOMATIC_STEPS = [
  'begin',
  'library',
  'conspire',
  'shields',
  'take-half-coins',
  'coins-per-cube',
  'turn-up',
  'draw-divinities',
  'reveal-deck-tops',
] as const satisfies StepKind[]

const age = z.union([z.literal(1), z.literal(2), z.literal(3)])
const stepKind = z.enum([...DECISION_KINDS, ...AUTOMATIC_STEPS])
const revealer = z.enum(['gate', 'divine-theater'])
const coinReason = z.enum([
  'discard',
  'building',
  'wonder',
  'token',
  'economy',
  'urbanism',
  'military',
  'decree',
  'conspiracy',
  'divinity',
  'poliorcetics',
])
const result = z.strictObject({
  winner: seat.nullable(),
  by: z.enum(['military', 'science', 'politics', 'civilian', 'tie']),
})
const paid = z.strictObject({ coins: z.int(), stored: z.int() })

/** By type, the fields of the events of the rules. Those that are secret to some viewers are optional. */
const RULES_EVENTS = {
  'wonder-drafted': { seat, wonder: thingId },
  'wonders-revealed': { wonders: z.array(thingId) },
  'age-began': { age },
  'first-player-chosen': { by: seat, seat },
  'turn-began': { seat, extra: z.boolean() },
  'card-revealed': { slot: z.int(), card: thingId },
  'building-constructed': {
    seat,
    building: thingId,
    slot: z.int().optional(),
    from: z.enum(['structure', 'discard', 'box']),
    price: priceSchema,
    stored: z.int().optional(),
  },
  'card-discarded': { seat, slot: z.int(), card: thingId },
  'wonder-constructed': {
    seat,
    wonder: thingId,
    slot: z.int().optional(),
    from: z.literal('discard').optional(),
    card: thingId,
    price: priceSchema,
    stored: z.int().optional(),
  },
  'wonder-removed': { seat, wonder: thingId },
  'coins-gained': { seat, coins: z.int(), reason: coinReason },
  'coins-lost': { seat, coins: z.int(), reason: coinReason },
  'pawn-moved': { seat, from: z.int(), to: z.int() },
  'military-token-taken': { seat, token: thingId, side: seat.optional() },
  'progress-token-taken': { seat, token: thingId, from: z.enum(['board', 'box', 'enki']) },
  'library-drawn': { seat, count: z.int(), tokens: z.array(thingId).optional() },
  'building-destroyed': { seat, building: thingId },
  'step-skipped': { seat, step: stepKind },
  declined: { seat, step: stepKind },
  'age-ended': { age },
  'match-ended': { result },
  'senator-recruited': {
    seat,
    card: thingId,
    slot: z.int().optional(),
    from: z.enum(['structure', 'discard']),
    coins: z.int(),
    stored: z.int().optional(),
  },
  'influence-placed': { seat, chamber },
  'influence-moved': { seat, from: chamber, to: chamber },
  'influence-removed': { seat, owner: seat, chamber },
  'control-changed': { chamber, controller: seat.nullable() },
  'decree-revealed': { chamber, decree: thingId },
  'decree-moved': { seat, from: chamber, to: chamber, decree: thingId.optional() },
  'conspiracies-drawn': { seat, count: z.int(), drawn: z.array(thingId).optional() },
  'conspiracy-kept': {
    seat,
    count: z.int(),
    kept: z.array(thingId).optional(),
    other: z.enum(['top', 'bottom']).optional(),
  },
  'conspiracy-prepared': { seat, index: z.int(), slot: z.int(), card: thingId, conspiracy: thingId.optional() },
  'conspiracy-triggered': { seat, index: z.int(), conspiracy: thingId },
  'building-taken': { seat, building: thingId },
  'buildings-swapped': { seat, taken: thingId, given: thingId },
  'wonder-taken': { seat, wonder: thingId },
  'wonder-destroyed': { seat, wonder: thingId, card: thingId },
  'progress-token-locked': { seat, from: z.enum(['board', 'opponent', 'box']), token: thingId.optional() },
  'mythology-token-taken': { seat, slot: z.int(), mythology },
  'offering-token-taken': { seat, slot: z.int(), discount: z.int() },
  'token-discarded': { seat, slot: z.int(), token: thingId },
  'divinities-drawn': { seat, mythology, count: z.int(), drawn: z.array(thingId).optional() },
  'divinity-placed': { seat, mythology, space, divinity: thingId.optional() },
  'pantheon-revealed': { spaces: z.record(z.string(), thingId), gate: space },
  'enki-revealed': { tokens: z.array(thingId) },
  'enki-returned': { tokens: z.array(thingId) },
  'divinity-activated': {
    seat,
    divinity: thingId,
    from: thingId,
    space: space.optional(),
    price: activationPriceSchema.optional(),
    offerings: offerings.optional(),
    paid: paid.optional(),
  },
  'divinities-revealed': { seat, by: revealer, divinities: z.array(thingId) },
  'divinities-returned': { seat, mythologies: z.array(mythology), top: thingId.optional() },
  'coins-stored': { seat, coins: z.int() },
  'snake-placed': { seat, building: thingId },
  'snake-removed': { seat, building: thingId },
  'minerva-placed': { seat, position: z.int() },
  'minerva-removed': { seat, position: z.int() },
  'military-token-discarded': { seat, side: seat, token: thingId },
  'wonder-undone': { seat, owner: seat, wonder: thingId, card: thingId },
} satisfies { [E in MatchEvent as E['type']]: Record<Exclude<keyof E, 'type'>, z.ZodType> }

/** Whether an event of this type is one of the rules, and no notice about the match as a whole. */
export const isRulesEvent = (type: string): boolean => Object.hasOwn(RULES_EVENTS, type)

/** The events outside the rules. */
const NOTICES = {
  resigned: { seat },
  aborted: { seat },
  annulled: {},
  'draw-offered': { seat },
  'draw-accepted': { seat },
  'draw-declined': { seat },
  'time-ran-out': { seat },
  'absence-claimed': { seat },
  'time-given': { seat, ms: z.int().min(1).describe('ms') },
  'time-given-back': { ms: z.int().min(0).describe('ms') },
}

/** Anything that can have happened in a version of a match. */
export const closedEventSchema = z.union(
  Object.entries({ ...RULES_EVENTS, ...NOTICES }).map(([type, fields]) =>
    z.strictObject({ type: z.literal(type), ...fields }),
  ),
)

/** Several legal actions of one type: for each field of the action, the values to pick from. */
export const closedOfferSchema = z.union(
  actionSchema.options.map(({ shape: { type, ...fields } }) =>
    z.strictObject({
      type,
      ...Object.fromEntries(
        Object.entries(fields as Record<string, z.ZodType>).map(([name, field]) => [name, z.array(field).min(1)]),
      ),
    }),
  ),
)
