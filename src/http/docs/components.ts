import { z } from 'zod'
import * as protocol from '../../protocol/index.ts'

/** The registry that has the names and descriptions of all schemas. */
export const SCHEMAS = z.globalRegistry

/** The schemas that are open where messages are checked, and list all that there is in the documents. */
export const COMPLETE: Readonly<Record<string, z.ZodType>> = {
  Event: protocol.closedEventSchema,
  Offer: protocol.closedOfferSchema,
}
