import type { Json, JsonObject } from './json.ts'
import { mapObjects, omit, referenceTo } from './json.ts'

/** The mark of `grows` in src/protocol. */
const MARK = 'grows'

/**
 * The components of what clients receive, of which those that may grow are open: a text or an object that is not known
 * today is valid. What is known has a component of its own.
 */
export const opened = (components: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(components).flatMap(([name, schema]) => open(name, schema as JsonObject)))

function open(name: string, { [MARK]: isOpen, ...known }: JsonObject): [name: string, schema: JsonObject][] {
  if (!isOpen) return [[name, known]]
  const [knownName, laterName] = [`Known${name}`, `Later${name}`]
  const withOther = (other: JsonObject): JsonObject => ({
    ...(known.description !== undefined && { description: known.description }),
    anyOf: [referenceTo(knownName), other],
  })
  if ('enum' in known) {
    return [
      [knownName, known],
      [name, withOther({ type: 'string', description: 'A later version may have more' })],
    ]
  }
  const later = { description: 'One of a later version', type: 'object', properties: { type: { type: 'string' } } }
  return [
    [knownName, known],
    [laterName, { ...later, required: ['type'] }],
    [name, withOther(referenceTo(laterName))],
  ]
}

/** The components of what clients send: they are closed. */
export const closed = (components: Readonly<Record<string, Json>>): Record<string, Json> =>
  mapObjects(components, (schema) => omit(schema, MARK)) as Record<string, Json>
