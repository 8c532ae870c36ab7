import { z } from 'zod'
import type { ActivationPrice, MatchView, PantheonView, Price, Score } from '../rules/index.ts'
import { offerSchema } from './actions.ts'
import { decisionKindSchema } from './decisions.ts'
import { exactly } from './exactly.ts'
import { grows } from './grows.ts'
import { count, mythology, offerings, oneOf, position, seat, thingId } from './primitives.ts'

/** A schema for each field of a type of the rules, also for those that can be absent. */
type Fields<Type> = Record<keyof Type, z.ZodType>

const marks = z.record(thingId, z.literal(true)).meta({ id: 'Marks' })
export const resource = z.enum(['wood', 'clay', 'stone', 'glass', 'papyrus']).meta({ id: 'Resource' })
const units = z.partialRecord(resource, count)
/** What the rules end a match by. */
export const resultKind = z.enum(['military', 'science', 'politics', 'civilian', 'tie']).meta(grows('ResultKind'))
const back = z.enum(['I', 'II', 'III', 'guild', 'temple', 'senator']).meta({ id: 'CardBack' })

const boughtSchema = z
  .strictObject({ units: count, each: count.describe('Coins for one unit') })
  .meta({ id: 'BoughtUnits' })

export const priceSchema = z
  .strictObject({
    total: count.describe('All coins to pay'),
    trade: count.describe('The coins that buy resources; part of the total'),
    chained: z.boolean().describe('Free because of a chain symbol'),
    produced: units.optional(),
    chosen: units.optional(),
    discounted: units.optional(),
    bought: z.partialRecord(resource, boughtSchema).optional(),
    chain: thingId.optional(),
    chainToken: thingId.optional().describe('The Mythology token that makes a Grand Temple free'),
    coinsIgnored: z.boolean().optional(),
    engineering: z.literal(true).optional().describe('Constructed for the coins of Engineering'),
  } satisfies Fields<Price>)
  .meta({ id: 'Price' })

/** What it costs to activate a card of the Pantheon. All numbers are coins. */
export const activationPriceSchema = exactly<ActivationPrice>()(
  z.strictObject({
    base: count.describe('The cost of the space'),
    gate: z.literal(true).optional().describe('The cost is doubled'),
    sanctuary: count.optional().describe('What the Sanctuary takes off'),
    offerings: count.describe('What the spent Offering tokens take off'),
    total: count.describe('All coins to pay'),
  } satisfies Fields<ActivationPrice>),
).meta({ id: 'ActivationPrice' })

/** More than any city can have. */
const points = count.min(0).max(999)

export const scoreSchema = exactly<Score>()(
  z.strictObject({
    blue: points,
    green: points,
    yellow: points,
    guilds: points,
    wonders: points,
    progress: points,
    coins: points,
    military: points.max(10),
    senate: points,
    temples: points,
    divinities: points,
    total: points,
  } satisfies Fields<Score>),
).meta({ id: 'Score' })
export const scoresSchema = z.strictObject({ 0: scoreSchema, 1: scoreSchema }).meta({ id: 'Scores' })

const marksBySeat = z.strictObject({ 0: marks, 1: marks }).meta({ id: 'MarksBySeat' })
const countsBySeat = z.strictObject({ 0: count, 1: count }).meta({ id: 'CountsBySeat' })

const cityWonderSchema = z.strictObject({ under: back.optional() }).meta({ id: 'CityWonder' })

const cityConspiracySchema = z
  .strictObject({
    id: thingId.optional(),
    state: z.enum(['unprepared', 'prepared', 'triggered']).meta({ id: 'ConspiracyState' }),
    under: back.optional(),
    locked: z.strictObject({ token: thingId.optional() }).meta({ id: 'LockedToken' }).optional(),
  })
  .meta({ id: 'CityConspiracy' })

const citySchema = z
  .strictObject({
    coins: count,
    buildings: z.record(thingId, z.string()).describe('The colour of each building'),
    wonders: z.record(thingId, cityWonderSchema).describe('A wonder is constructed if a card is under it'),
    tokens: marks,
    senators: marks.optional(),
    conspiracies: z.record(z.string(), cityConspiracySchema).optional(),
    reserve: count.optional(),
    divinities: marks.optional(),
    mythologyTokens: marks.optional(),
    offeringTokens: marks.optional(),
    storedCoins: count.optional().describe('Coins on Astarte'),
    snake: thingId.optional().describe('The green card of the opponent under the Snake token of this player'),
  } satisfies Fields<MatchView['cities'][0]>)
  .meta({ id: 'City' })

const chamberSchema = z
  .strictObject({
    cubes: countsBySeat,
    controller: seat.optional(),
    decrees: z.record(z.string(), z.strictObject({ id: thingId.optional() }).meta({ id: 'ChamberDecree' })),
  })
  .meta({ id: 'Chamber' })

const slotSchema = z
  .strictObject({
    back,
    card: thingId.optional(),
    accessible: z.literal(true).optional(),
    token: z
      .union([
        z.strictObject({ mythology }).meta({ id: 'MythologyTokenInSlot' }),
        z.strictObject({ offering: count.describe('Its discount in coins') }).meta({ id: 'OfferingTokenInSlot' }),
      ])
      .meta({ id: 'SlotToken' })
      .optional(),
  } satisfies Fields<MatchView['structure'][string]>)
  .meta({ id: 'Slot' })

const pantheonSchema = z
  .strictObject({
    spaces: z.record(
      z.string(),
      z
        .strictObject({
          mythology: mythology.optional(),
          card: thingId.optional(),
          costs: countsBySeat.describe('Coins to activate it, by seat'),
        })
        .meta({ id: 'PantheonSpace' }),
    ),
    decks: z.record(mythology, count),
    enki: marks,
    minerva: position.optional().describe('A space of the military track'),
    revealed: marks,
  } satisfies Fields<PantheonView>)
  .meta({ id: 'Pantheon' })

const decisionSchema = z
  .strictObject({
    kind: decisionKindSchema,
    left: count.optional(),
    tokens: marks.optional(),
    drawn: z.array(thingId).optional(),
    mythology: mythology.optional(),
  } satisfies Fields<NonNullable<MatchView['decision']>>)
  .meta({ id: 'Decision' })

/** What one viewer may know of the board: the shape of `MatchView` in the rules. */
export const boardSchema = z
  .strictObject({
    age: oneOf([0, 1, 2, 3], 'BoardAge').describe('0 during the draft'),
    toAct: seat.optional(),
    turnOf: seat,
    decision: decisionSchema.optional(),
    structure: z.record(z.string(), slotSchema),
    cities: z.strictObject({ 0: citySchema, 1: citySchema }),
    pawn: position,
    militaryTokens: marksBySeat,
    boardTokens: marks,
    discardPile: marks,
    draft: marks.optional(),
    senate: z.record(z.string(), chamberSchema).optional(),
    conspiracyDeck: count.optional(),
    pantheon: pantheonSchema.optional(),
    legal: z.array(offerSchema).optional(),
    prices: z
      .strictObject({
        slots: z.record(z.string(), priceSchema).optional(),
        wonders: z.record(thingId, priceSchema).optional(),
        divinities: z.record(z.string(), z.partialRecord(offerings, activationPriceSchema)).optional(),
      } satisfies Fields<NonNullable<MatchView['prices']>>)
      .meta({ id: 'Prices' })
      .optional(),
    result: z.strictObject({ by: resultKind, winner: seat.optional() }).meta({ id: 'BoardResult' }).optional(),
    scores: scoresSchema.optional(),
  } satisfies Fields<MatchView>)
  .meta({ id: 'Board' })
