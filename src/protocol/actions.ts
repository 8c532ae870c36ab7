import { z } from 'zod'
import type { Action } from '../rules/index.ts'
import { chamber, seat, slot, thingId } from './primitives.ts'

/** Shapes only: whether an action is legal is for the rules to say. */
export const actionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('draft-wonder'), wonder: thingId }),
  z.strictObject({ type: z.literal('construct-building'), slot }),
  z.strictObject({ type: z.literal('discard-card'), slot }),
  z.strictObject({ type: z.literal('construct-wonder'), slot, wonder: thingId }),
  z.strictObject({ type: z.literal('recruit-senator'), slot }),
  z.strictObject({ type: z.literal('prepare-conspiracy'), slot, conspiracy: thingId }),
  z.strictObject({ type: z.literal('trigger-conspiracy'), conspiracy: thingId }),
  z.strictObject({ type: z.literal('choose-progress-token'), token: thingId }),
  z.strictObject({ type: z.literal('choose-first-player'), seat }),
  z.strictObject({ type: z.literal('choose-building'), building: thingId }),
  z.strictObject({ type: z.literal('place-influence'), chamber }),
  z.strictObject({ type: z.literal('remove-influence'), chamber }),
  z.strictObject({ type: z.literal('move-influence'), from: chamber, to: chamber }),
  z.strictObject({ type: z.literal('conspire') }),
  z.strictObject({ type: z.literal('keep-conspiracy'), conspiracy: thingId, other: z.enum(['top', 'bottom']) }),
  z.strictObject({ type: z.literal('choose-wonder'), wonder: thingId }),
  z.strictObject({ type: z.literal('choose-available-card'), slot }),
  z.strictObject({ type: z.literal('lock-progress-token'), token: thingId }),
  z.strictObject({ type: z.literal('move-decree'), from: chamber, to: chamber }),
  z.strictObject({ type: z.literal('swap-buildings'), take: thingId, give: thingId }),
  z.strictObject({ type: z.literal('decline') }),
])

/** A parsed action. Its ids are any text of the right shape; the rules refuse what is not offered. */
export const asAction = (parsed: z.infer<typeof actionSchema>): Action => parsed as Action
