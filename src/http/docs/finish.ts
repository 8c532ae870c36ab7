import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { COMPLETE } from './components.ts'
import type { Json, JsonObject } from './json.ts'
import { componentOf, isObject, mapObjects, objectsIn, omit, pick, referenceTo } from './json.ts'
import { closed, opened } from './open.ts'
import { Separation, valueOf } from './separate.ts'

type Components = Record<string, Json>

/** What clients send and what they receive are generated separately; the former has this at the end of its name. */
export const INPUT = 'Input'

/**
 * Finishes the components of a document: events and offers become unions of all that there are, what clients receive may
 * have more fields, each component has one name, and only those are left that something refers to.
 * @param rest what refers to components.
 * @throws Error if a schema has no name and needs one, or two have the same.
 */
export function finish<Rest extends Json>(rest: Rest, given: Components): { rest: Rest; components: Components } {
  const whole: Components = { ...given }
  for (const [name, schema] of Object.entries(COMPLETE)) whole[name] = { ...jsonOf(schema), grows: true }
  const [sent, answered] = [new Separation(INPUT), new Separation()]
  for (const name of reachable(rest, whole)) {
    if (name.endsWith(INPUT)) sent.add(name.slice(0, -INPUT.length), tidy(whole[name]!))
    else answered.add(name, received(whole[name]!))
  }
  const all = { ...closed(sent.components), ...opened(answered.components) }
  const names = namesOf(all)
  const renamed = (value: Json): Json =>
    mapObjects(value, (object) => {
      const component = componentOf(object)
      return component === null ? object : { ...object, ...referenceTo(names.get(component) ?? component) }
    })
  const named = Object.entries(all).map(([name, schema]) => [names.get(name) ?? name, renamed(schema)] as const)
  const sorted = named.sort(([a], [b]) => (a < b ? -1 : 1))
  // Generators take a title before any name that they find themselves.
  const components = Object.fromEntries(sorted.map(([title, schema]) => [title, { title, ...(schema as JsonObject) }]))
  return { rest: renamed(rest) as Rest, components: mapObjects(components, discriminated(components)) as Components }
}

/** A union of components that one field tells apart says so. */
const discriminated =
  (components: Components) =>
  (schema: JsonObject): JsonObject => {
    const { anyOf, oneOf = anyOf, ...others } = schema
    if (!Array.isArray(oneOf)) return schema
    const members = oneOf.map((member) => {
      const component = isObject(member) ? componentOf(member) : null
      const [field, value] = (component !== null && valueOf(components[component]!)) || []
      return { reference: member, field, value }
    })
    const [{ field: propertyName } = {}] = members
    if (propertyName === undefined || members.some(({ field }) => field !== propertyName)) return schema
    const mapping = members.map(({ value, reference }) => [value!, (reference as JsonObject).$ref!] as const)
    return { ...others, oneOf, discriminator: { propertyName, mapping: Object.fromEntries(mapping) } }
  }

/** A schema as JSON. What is a component itself is referred to. */
function jsonOf(schema: z.ZodType): JsonObject {
  const json = omit(z.toJSONSchema(schema) as JsonObject, '$schema', '$defs')
  const DEFINITION = '#/$defs/'
  return mapObjects(json, (object) => {
    const { $ref } = object
    return typeof $ref === 'string' && $ref.startsWith(DEFINITION) ? referenceTo($ref.slice(DEFINITION.length)) : object
  }) as JsonObject
}

/** By name of a component of what clients send, the name that it gets: a second one, if it is received differently. */
function namesOf(components: Components): Map<string, string> {
  const inputs = Object.keys(components).filter((name) => name.endsWith(INPUT))
  const plain = (schema: Json): Json =>
    mapObjects(schema, (object) => {
      const component = componentOf(object)
      return component?.endsWith(INPUT) ? referenceTo(component.slice(0, -INPUT.length)) : object
    })
  const different = new Set(
    inputs.filter((input) => {
      const twin = components[input.slice(0, -INPUT.length)]
      return twin !== undefined && !isDeepStrictEqual(plain(components[input]!), twin)
    }),
  )
  return new Map(
    inputs.map((input) => {
      const name = input.slice(0, -INPUT.length)
      // What refers to something that differs differs, too.
      const parts = name in components ? [input, ...reachable(components[input]!, components)] : []
      if (!parts.some((part) => different.has(part))) return [input, name]
      const isKnown = isDeepStrictEqual(components[input], components[`Known${name}`])
      return [input, isKnown ? `Known${name}` : `${name}Request`]
    }),
  )
}

/**
 * A map whose keys are all required has them as properties, an only value is a constant, and a reference has nothing but
 * words next to it.
 */
const tidy = (value: Json): Json =>
  mapObjects(value, (object) => {
    const { required, properties, additionalProperties, propertyNames, allOf } = object
    if (Array.isArray(allOf) && allOf.length === 1)
      return tidy({ ...omit(object, 'allOf'), ...(allOf[0] as JsonObject) })
    if (componentOf(object) !== null) return pick(object, '$ref', 'description', 'default')
    if (Array.isArray(object.enum) && object.enum.length === 1)
      return { ...omit(object, 'enum'), const: object.enum[0]! }
    if (!Array.isArray(required) || properties !== undefined || !isObject(propertyNames)) return object
    const named = Object.fromEntries((required as string[]).map((name) => [name, additionalProperties ?? true]))
    return { type: 'object', properties: named, required, additionalProperties: false }
  })

/** A schema of what a client receives: it may grow, so a client ignores fields that it does not know. */
const received = (schema: Json): Json =>
  mapObjects(tidy(schema), (object) =>
    object.additionalProperties === false ? omit(object, 'additionalProperties') : object,
  )

/** The components that something refers to, by way of others too. */
function reachable(from: Json, components: Components): Set<string> {
  const found = new Set<string>()
  const visit = (value: Json): void => {
    for (const object of objectsIn(value)) {
      const component = componentOf(object)
      if (component === null || found.has(component)) continue
      found.add(component)
      visit(components[component] ?? null)
    }
  }
  visit(from)
  return found
}
