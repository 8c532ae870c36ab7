import { z } from 'zod'
import type { ActivationPrice, MatchView, PantheonView, Price, Score } from '../rules/index.ts'
import { offerSchema } from './actions.ts'
import { exactly } from './exactly.ts'
import { mythology, offerings, seat, thingId } from './primitives.ts'

/** A schema for each field of a type of the rules, also for those that can be absent. */
type Fields<Type> = Record<keyof Type, z.ZodType>

const marks = z.record(thingId, z.literal(true))
const resource = z.enum(['wood', 'clay', 'stone', 'glass', 'papyrus'])
const units = z.partialRecord(resource, z.int())
const back = z.enum(['I', 'II', 'III', 'guild', 'temple', 'senator'])

export const priceSchema = z.strictObject({
  total: z.int().describe('All coins to pay'),
  trade: z.int().describe('The coins that buy resources; part of the total'),
  chained: z.boolean().describe('Free because of a chain symbol'),
  produced: units.optional(),
  chosen: units.optional(),
  discounted: units.optional(),
  bought: z.partialRecord(resource, z.strictObject({ units: z.int(), each: z.int() })).optional(),
  chain: thingId.optional(),
  chainToken: thingId.optional().describe('The Mythology token that makes a Grand Temple free'),
  coinsIgnored: z.boolean().optional(),
  engineering: z.literal(true).optional().describe('Constructed for the coins of Engineering'),
} satisfies Fields<Price>)

/** What it costs to activate a card of the Pantheon. All numbers are coins. */
export const activationPriceSchema = exactly<ActivationPrice>()(
  z.strictObject({
    base: z.int().describe('The cost of the space'),
    gate: z.literal(true).optional().describe('The cost is doubled'),
    sanctuary: z.int().optional().describe('What the Sanctuary takes off'),
    offerings: z.int().describe('What the spent Offering tokens take off'),
    total: z.int().describe('All coins to pay'),
  } satisfies Fields<ActivationPrice>),
)

export const scoreSchema = exactly<Score>()(
  z.strictObject({
    blue: z.int(),
    green: z.int(),
    yellow: z.int(),
    guilds: z.int(),
    wonders: z.int(),
    progress: z.int(),
    coins: z.int(),
    military: z.int(),
    senate: z.int(),
    temples: z.int(),
    divinities: z.int(),
    total: z.int(),
  } satisfies Fields<Score>),
)
export const scoresSchema = z.strictObject({ 0: scoreSchema, 1: scoreSchema })

const citySchema = z.strictObject({
  coins: z.int(),
  buildings: z.record(thingId, z.string()).describe('The colour of each building'),
  wonders: z
    .record(thingId, z.strictObject({ under: back.optional() }))
    .describe('A wonder is constructed if a card is under it'),
  tokens: marks,
  senators: marks.optional(),
  conspiracies: z
    .record(
      z.string(),
      z.strictObject({
        id: thingId.optional(),
        state: z.enum(['unprepared', 'prepared', 'triggered']),
        under: back.optional(),
        locked: z.strictObject({ token: thingId.optional() }).optional(),
      }),
    )
    .optional(),
  reserve: z.int().optional(),
  divinities: marks.optional(),
  mythologyTokens: marks.optional(),
  offeringTokens: marks.optional(),
  storedCoins: z.int().optional().describe('Coins on Astarte'),
  snake: thingId.optional().describe('The green card of the opponent under the Snake token of this player'),
} satisfies Fields<MatchView['cities'][0]>)

const chamberSchema = z.strictObject({
  cubes: z.strictObject({ 0: z.int(), 1: z.int() }),
  controller: seat.optional(),
  decrees: z.record(z.string(), z.strictObject({ id: thingId.optional() })),
})

const slotSchema = z.strictObject({
  back,
  card: thingId.optional(),
  accessible: z.literal(true).optional(),
  token: z
    .union([z.strictObject({ mythology }), z.strictObject({ offering: z.int().describe('Its discount in coins') })])
    .optional(),
} satisfies Fields<MatchView['structure'][string]>)

const pantheonSchema = z.strictObject({
  spaces: z.record(
    z.string(),
    z.strictObject({
      mythology: mythology.optional(),
      card: thingId.optional(),
      costs: z.strictObject({ 0: z.int(), 1: z.int() }).describe('Coins to activate it, by seat'),
    }),
  ),
  decks: z.record(mythology, z.int()),
  enki: marks,
  minerva: z.int().optional().describe('A space of the military track'),
  revealed: marks,
} satisfies Fields<PantheonView>)

/** What one viewer may know of the board: the shape of `MatchView` in the rules. */
export const boardSchema = z.strictObject({
  age: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  toAct: seat.optional(),
  turnOf: seat,
  decision: z
    .strictObject({
      kind: z.string(),
      left: z.int().optional(),
      tokens: marks.optional(),
      drawn: z.array(thingId).optional(),
      mythology: mythology.optional(),
    } satisfies Fields<NonNullable<MatchView['decision']>>)
    .optional(),
  structure: z.record(z.string(), slotSchema),
  cities: z.strictObject({ 0: citySchema, 1: citySchema }),
  pawn: z.int(),
  militaryTokens: z.strictObject({ 0: marks, 1: marks }),
  boardTokens: marks,
  discardPile: marks,
  draft: marks.optional(),
  senate: z.record(z.string(), chamberSchema).optional(),
  conspiracyDeck: z.int().optional(),
  pantheon: pantheonSchema.optional(),
  legal: z.array(offerSchema).optional(),
  prices: z
    .strictObject({
      slots: z.record(z.string(), priceSchema).optional(),
      wonders: z.record(thingId, priceSchema).optional(),
      divinities: z.record(z.string(), z.partialRecord(offerings, activationPriceSchema)).optional(),
    } satisfies Fields<NonNullable<MatchView['prices']>>)
    .optional(),
  result: z
    .strictObject({ by: z.enum(['military', 'science', 'politics', 'civilian', 'tie']), winner: seat.optional() })
    .optional(),
  scores: scoresSchema.optional(),
} satisfies Fields<MatchView>)
