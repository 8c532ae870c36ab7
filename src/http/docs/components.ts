import { readFileSync } from 'node:fs'
import { z } from 'zod'
import * as protocol from '../../protocol/index.ts'

/** The registry that has the names, the descriptions and the examples of all schemas. */
export const SCHEMAS = z.globalRegistry

/** By name of a schema, the examples of the pages of the protocol: `npm run docs:tables` writes them. */
const EXAMPLES = JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as Record<
  string,
  object[]
>
for (const [name, examples] of Object.entries(EXAMPLES)) {
  const schema = (protocol as unknown as Record<string, z.ZodType>)[`${name}Schema`]!
  SCHEMAS.add(schema, { ...SCHEMAS.get(schema), examples })
}

/** The schemas that are open where messages are checked, and list all that there is in the documents. */
export const COMPLETE: Readonly<Record<string, z.ZodType>> = {
  Event: protocol.closedEventSchema,
  Offer: protocol.closedOfferSchema,
}
