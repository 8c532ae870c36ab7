import { z } from 'zod'
import { DEFAULT_GAME_KIND, gameKindSchema } from './kinds.ts'
import { mythology, slot, space, thingId } from './primitives.ts'

const thing = { id: thingId, name: z.string() }
const cost = z.record(z.string(), z.int()).describe('Coins, and units of resources')

const place = z.strictObject({
  row: z.int().describe('Row 0 is the farthest from the players'),
  column: z.int().describe('In steps of half a card'),
  dealtFaceUp: z.boolean(),
  coveredBy: z.array(slot).describe('The slots whose cards lie on top of this card'),
})
const layout = z.array(place).describe('By slot')

const pantheonSchema = z.strictObject({
  mythologies: z.array(z.looseObject({ id: mythology, name: z.string(), color: z.string() })),
  divinities: z.array(z.looseObject({ ...thing, mythology })),
  gate: z.looseObject(thing),
  spaces: z.array(
    z.strictObject({ space, costs: z.array(z.int()).describe('Coins to activate a card there, by seat') }),
  ),
  mythologyTokens: z.array(z.strictObject({ id: thingId, mythology })),
  offeringTokens: z.array(z.strictObject({ id: thingId, discount: z.int().describe('Coins') })),
  tokenSlots: z
    .strictObject({ 1: z.array(slot), 2: z.array(slot), 3: z.array(slot) })
    .describe('By age, the slots that carry tokens'),
  templeVp: z.array(z.int()).describe('Points of a city by its number of Grand Temples'),
})

export const catalogueQuerySchema = z.strictObject({ kind: gameKindSchema.default(DEFAULT_GAME_KIND) })

/**
 * What is in the box of a kind of game, by the ids that views and events use. Besides the fields listed here, each
 * thing has the fields that are printed on it.
 */
export const catalogueSchema = z.strictObject({
  buildings: z.array(z.looseObject({ ...thing, color: z.string(), back: z.string(), cost })),
  wonders: z.array(z.looseObject({ ...thing, cost })),
  progressTokens: z.array(z.looseObject(thing)),
  militaryTokens: z.array(z.looseObject({ id: thingId })),
  senators: z.array(z.looseObject({ id: thingId, type: z.string(), section: z.string().optional() })),
  decrees: z.array(z.looseObject(thing)),
  conspiracies: z.array(z.looseObject(thing)),
  chambers: z.array(z.looseObject({})),
  layouts: z.strictObject({ 1: layout, 2: layout, 3: layout }).describe('By age'),
  trackVp: z
    .array(z.int())
    .describe('Points of the player whom the conflict pawn favours, by its distance from the centre'),
  pantheon: pantheonSchema.optional().describe('Present with Pantheon'),
})
