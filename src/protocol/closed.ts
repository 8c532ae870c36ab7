import { z } from 'zod'
import type { MatchEvent } from '../rules/index.ts'
import { actionSchema } from './actions.ts'
import { AUTOMATIC_STEPS, DECISION_KINDS } from './decisions.ts'
import { grows } from './grows.ts'
import {
  age,
  chamber,
  count,
  deckEnd,
  mythology,
  offerings,
  position,
  seat,
  slot,
  space,
  thingId,
} from './primitives.ts'
import { activationPriceSchema, priceSchema, resultKind } from './view.ts'

/*
 * Everything that this version of the server sends as an event, an offer or a decision, as closed unions. The documents
 * for client authors show these. The schemas that messages are checked by are open: a client should expect events and
 * decisions that are newer than itself.
 */

const stepKind = z.enum([...DECISION_KINDS, ...AUTOMATIC_STEPS]).meta(grows('StepKind'))
const revealer = z.enum(['gate', 'divine-theater']).meta(grows('Revealer'))
const coinReason = z
  .enum([
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
  .meta(grows('CoinReason'))
const result = z.strictObject({ winner: seat.nullable(), by: resultKind }).meta({ id: 'MatchEndedResult' })
const paid = z.strictObject({ coins: count, stored: count }).meta({ id: 'Paid' })
const cardSource = z.enum(['structure', 'discard', 'box']).meta(grows('CardSource'))
const tokenSource = z.enum(['board', 'box', 'enki', 'opponent']).meta(grows('TokenSource'))

/** By type, the fields of the events of the rules. Those that are secret to some viewers are optional. */
const RULES_EVENTS = {
  'wonder-drafted': { seat, wonder: thingId },
  'wonders-revealed': { wonders: z.array(thingId) },
  'age-began': { age },
  'first-player-chosen': { by: seat, seat },
  'turn-began': { seat, extra: z.boolean() },
  'card-revealed': { slot, card: thingId },
  'building-constructed': {
    seat,
    building: thingId,
    slot: slot.optional(),
    from: cardSource,
    price: priceSchema,
    stored: count.optional(),
  },
  'card-discarded': { seat, slot, card: thingId },
  'wonder-constructed': {
    seat,
    wonder: thingId,
    slot: slot.optional(),
    from: z.literal('discard').optional(),
    card: thingId,
    price: priceSchema,
    stored: count.optional(),
  },
  'wonder-removed': { seat, wonder: thingId },
  'coins-gained': { seat, coins: count, reason: coinReason },
  'coins-lost': { seat, coins: count, reason: coinReason },
  'pawn-moved': { seat, from: position, to: position },
  'military-token-taken': { seat, token: thingId, side: seat.optional() },
  'progress-token-taken': { seat, token: thingId, from: tokenSource },
  'library-drawn': { seat, count, tokens: z.array(thingId).optional() },
  'building-destroyed': { seat, building: thingId },
  'step-skipped': { seat, step: stepKind },
  declined: { seat, step: stepKind },
  'age-ended': { age },
  'match-ended': { result },
  'senator-recruited': {
    seat,
    card: thingId,
    slot: slot.optional(),
    from: cardSource.exclude(['box']).meta(grows('SenatorSource')),
    coins: count,
    stored: count.optional(),
  },
  'influence-placed': { seat, chamber },
  'influence-moved': { seat, from: chamber, to: chamber },
  'influence-removed': { seat, owner: seat, chamber },
  'control-changed': { chamber, controller: seat.nullable() },
  'decree-revealed': { chamber, decree: thingId },
  'decree-moved': { seat, from: chamber, to: chamber, decree: thingId.optional() },
  'conspiracies-drawn': { seat, count, drawn: z.array(thingId).optional() },
  'conspiracy-kept': {
    seat,
    count,
    kept: z.array(thingId).optional(),
    other: deckEnd.optional(),
  },
  'conspiracy-prepared': { seat, index: count, slot, card: thingId, conspiracy: thingId.optional() },
  'conspiracy-triggered': { seat, index: count, conspiracy: thingId },
  'building-taken': { seat, building: thingId },
  'buildings-swapped': { seat, taken: thingId, given: thingId },
  'wonder-taken': { seat, wonder: thingId },
  'wonder-destroyed': { seat, wonder: thingId, card: thingId },
  'progress-token-locked': { seat, from: tokenSource, token: thingId.optional() },
  'mythology-token-taken': { seat, slot, mythology },
  'offering-token-taken': { seat, slot, discount: count },
  'token-discarded': { seat, slot, token: thingId },
  'divinities-drawn': { seat, mythology, count, drawn: z.array(thingId).optional() },
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
  'coins-stored': { seat, coins: count },
  'snake-placed': { seat, building: thingId },
  'snake-removed': { seat, building: thingId },
  'minerva-placed': { seat, position },
  'minerva-removed': { seat, position },
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
  'time-given-back': { ms: count.describe('ms') },
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
