import type { Json, JsonObject } from './json.ts'
import { isObject, referenceTo } from './json.ts'

/**
 * Makes a component of each object and each enumeration inside of other components, because generators would number what
 * has no name. The value of a field is named by the component and the field, and the member of a union by the value by
 * which it is told apart and the union.
 */
export class Separation {
  readonly components: Record<string, Json> = {}
  readonly #ending: string

  /** @param ending at the end of the names of all components. */
  constructor(ending = '') {
    this.#ending = ending
  }

  /**
   * Adds a component, and those that come out of it.
   * @throws Error if one of this name is there, or if what is in a list, a map or a union cannot be named.
   */
  add(name: string, schema: Json): void {
    if (name + this.#ending in this.components) throw new Error(`two schemas have the name ${name}`)
    this.components[name + this.#ending] = null
    this.components[name + this.#ending] = this.#inside(schema, name)
  }

  /** A schema without others inside: a reference, if it becomes a component of this name. @throws Error like `add` */
  separate(name: string, schema: Json): Json {
    if (!needsName(schema)) return this.#inside(schema, name)
    this.add(name, schema)
    return referenceTo(name + this.#ending)
  }

  #inside(schema: Json, name: string): Json {
    if (!isObject(schema)) return schema
    const changed = { ...schema }
    if ('properties' in schema) {
      const fields = fieldsOf(schema).map(([field, value]) => [field, this.separate(name + nameFrom(field), value)])
      changed.properties = Object.fromEntries(fields) as JsonObject
    }
    for (const place of ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf']) {
      if (!(place in schema)) continue
      const members = [schema[place]!].flat().map((member) => this.#member(member, name))
      changed[place] = Array.isArray(schema[place]) ? members : members[0]!
    }
    return changed
  }

  #member(schema: Json, name: string): Json {
    if (!needsName(schema)) return this.#inside(schema, name)
    const told = valueOf(schema)
    if (!told) throw new Error(`a schema in ${name} needs a name: ${JSON.stringify(schema)}`)
    return this.separate(nameFrom(told[1]) + name, schema)
  }
}

/** `coins-gained` as `CoinsGained`. */
export const nameFrom = (value: string): string =>
  value.replace(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase())

const needsName = (schema: Json): schema is JsonObject =>
  isObject(schema) && ('properties' in schema || 'enum' in schema)

const fieldsOf = ({ properties }: JsonObject): [field: string, schema: Json][] =>
  isObject(properties) ? Object.entries(properties) : []

/** The field by which a member of a union is told apart, and its value; null if there is none. */
export function valueOf(member: Json): [field: string, value: string] | null {
  for (const [field, schema] of isObject(member) ? fieldsOf(member) : []) {
    if (isObject(schema) && typeof schema.const === 'string') return [field, schema.const]
  }
  return null
}
