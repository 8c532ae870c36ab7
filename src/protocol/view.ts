import { z } from 'zod'
import type { Score } from '../rules/index.ts'
import { offerSchema } from './actions.ts'
import { exactly } from './exactly.ts'
import { seat, thingId } from './primitives.ts'

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
  coinsIgnored: z.boolean().optional(),
})

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
    total: z.int(),
  }),
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
})

const chamberSchema = z.strictObject({
  cubes: z.strictObject({ 0: z.int(), 1: z.int() }),
  controller: seat.optional(),
  decrees: z.record(z.string(), z.strictObject({ id: thingId.optional() })),
})

const slotSchema = z.strictObject({ back, card: thingId.optional(), accessible: z.literal(true).optional() })

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
    })
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
  legal: z.array(offerSchema).optional(),
  prices: z
    .strictObject({
      slots: z.record(z.string(), priceSchema).optional(),
      wonders: z.record(thingId, priceSchema).optional(),
    })
    .optional(),
  result: z
    .strictObject({ by: z.enum(['military', 'science', 'politics', 'civilian', 'tie']), winner: seat.optional() })
    .optional(),
  scores: scoresSchema.optional(),
})
