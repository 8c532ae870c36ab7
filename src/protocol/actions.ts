import { z } from 'zod'
import type { ActionInput } from '../rules/index.ts'
import { exactly } from './exactly.ts'
import { grows } from './grows.ts'
import { chamber, deckEnd, mythology, offerings, position, seat, slot, space, thingId } from './primitives.ts'

/** What a field of an action holds, by its name. Ids are any text of the right shape. */
const fields = {
  slot,
  wonder: thingId,
  conspiracy: thingId,
  token: thingId,
  seat,
  building: thingId,
  chamber,
  from: chamber,
  to: chamber,
  other: deckEnd,
  take: thingId,
  give: thingId,
  divinity: thingId,
  space,
  offerings,
  mythology,
  card: thingId,
  position,
}
type Fields = typeof fields
type Field = keyof Fields

/** The schema of a type of action with these fields. */
const action = <Type extends string, F extends Field = never>(type: Type, ...names: F[]) =>
  z.strictObject({
    type: z.literal(type),
    ...(Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, F>),
  })

/** An action by its shape, which is that of the rules. Only the rules tell whether it is legal. */
export const actionSchema = exactly<ActionInput>()(
  z.discriminatedUnion('type', [
    action('draft-wonder', 'wonder'),
    action('construct-building', 'slot'),
    action('discard-card', 'slot'),
    action('construct-wonder', 'slot', 'wonder'),
    action('recruit-senator', 'slot'),
    action('prepare-conspiracy', 'slot', 'conspiracy'),
    action('trigger-conspiracy', 'conspiracy'),
    action('choose-progress-token', 'token'),
    action('choose-first-player', 'seat'),
    action('choose-building', 'building'),
    action('place-influence', 'chamber'),
    action('remove-influence', 'chamber'),
    action('move-influence', 'from', 'to'),
    action('conspire'),
    action('keep-conspiracy', 'conspiracy', 'other'),
    action('choose-wonder', 'wonder'),
    action('choose-available-card', 'slot'),
    action('lock-progress-token', 'token'),
    action('move-decree', 'from', 'to'),
    action('swap-buildings', 'take', 'give'),
    action('decline'),
    action('activate-divinity', 'space', 'offerings'),
    action('place-divinity', 'divinity', 'space'),
    action('choose-mythology', 'mythology'),
    action('choose-divinity', 'divinity'),
    action('return-divinity', 'divinity'),
    action('construct-wonder-from-discard', 'card', 'wonder'),
    action('place-minerva', 'position'),
    action('choose-military-token', 'seat', 'token'),
  ]),
).meta(grows('Action'))

/** Several legal actions in one: for each field of the action, the values to pick from. */
export const offerSchema = z
  .strictObject({
    type: z.enum(actionSchema.options.map(({ shape }) => shape.type.value)),
    ...(Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, z.array<z.ZodType>(field).readonly().optional()]),
    ) as { [F in Field]: z.ZodOptional<z.ZodReadonly<z.ZodArray<Fields[F]>>> }),
  })
  .describe('Several legal actions in one: every way to pick one value for each field is an action')
  .meta(grows('Offer'))
