import { z } from 'zod'
import { DEFAULT_GAME_KIND, gameKindSchema } from './kinds.ts'
import { count, mythology, slot, space, thingId } from './primitives.ts'

const thing = { id: thingId, name: z.string() }
const cost = z.record(z.string(), count).describe('Coins, and units of resources')

const place = z
  .strictObject({
    row: count.describe('Row 0 is the farthest from the players'),
    column: count.describe('In steps of half a card'),
    dealtFaceUp: z.boolean(),
    coveredBy: z.array(slot).describe('The slots whose cards lie on top of this card'),
  })
  .meta({ id: 'LayoutPlace' })
const layout = z.array(place).describe('By slot')

const pantheonSchema = z
  .strictObject({
    mythologies: z.array(
      z.looseObject({ id: mythology, name: z.string(), color: z.string() }).meta({ id: 'CatalogueMythology' }),
    ),
    divinities: z.array(z.looseObject({ ...thing, mythology }).meta({ id: 'CatalogueDivinity' })),
    gate: z.looseObject(thing),
    spaces: z.array(
      z
        .strictObject({ space, costs: z.array(count).describe('Coins to activate a card there, by seat') })
        .meta({ id: 'CatalogueSpace' }),
    ),
    mythologyTokens: z.array(z.strictObject({ id: thingId, mythology }).meta({ id: 'CatalogueMythologyToken' })),
    offeringTokens: z.array(
      z.strictObject({ id: thingId, discount: count.describe('Coins') }).meta({ id: 'CatalogueOfferingToken' }),
    ),
    tokenSlots: z
      .strictObject({ 1: z.array(slot), 2: z.array(slot), 3: z.array(slot) })
      .describe('By age, the slots that carry tokens'),
    templeVp: z.array(count).describe('Points of a city by its number of Grand Temples'),
  })
  .meta({ id: 'CataloguePantheon' })

export const catalogueQuerySchema = z.strictObject({ kind: gameKindSchema.default(DEFAULT_GAME_KIND) })

/**
 * What is in the box of a kind of game, by the ids that views and events use. Besides the fields listed here, each
 * thing has the fields that are printed on it.
 */
export const catalogueSchema = z
  .strictObject({
    buildings: z.array(
      z.looseObject({ ...thing, color: z.string(), back: z.string(), cost }).meta({ id: 'CatalogueBuilding' }),
    ),
    wonders: z.array(z.looseObject({ ...thing, cost }).meta({ id: 'CatalogueWonder' })),
    progressTokens: z.array(z.looseObject(thing).meta({ id: 'CatalogueProgressToken' })),
    militaryTokens: z.array(z.looseObject({ id: thingId }).meta({ id: 'CatalogueMilitaryToken' })),
    senators: z.array(
      z.looseObject({ id: thingId, type: z.string(), section: z.string().optional() }).meta({ id: 'CatalogueSenator' }),
    ),
    decrees: z.array(z.looseObject(thing).meta({ id: 'CatalogueDecree' })),
    conspiracies: z.array(z.looseObject(thing).meta({ id: 'CatalogueConspiracy' })),
    chambers: z.array(z.looseObject({}).meta({ id: 'CatalogueChamber' })),
    layouts: z.strictObject({ 1: layout, 2: layout, 3: layout }).describe('By age'),
    trackVp: z
      .array(count)
      .describe('Points of the player whom the conflict pawn favours, by its distance from the centre'),
    pantheon: pantheonSchema.optional().describe('Present with Pantheon'),
  })
  .meta({ id: 'Catalogue' })
