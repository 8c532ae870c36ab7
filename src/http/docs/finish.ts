import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { DECISION_KINDS } from '../../protocol/index.ts'
import { CLOSED, REQUEST_NAMES } from './components.ts'
import type { Json, JsonObject } from './json.ts'
import { componentOf, isObject, mapObjects, objectsIn, omit, referenceTo } from './json.ts'

type Components = Record<string, Json>

/** What clients send and what they receive are generated separately; the former has this at the end of its name. */
const INPUT = 'Input'

/**
 * Finishes the components of a document: events, offers and decisions become unions of all that there are, what clients
 * receive may have more fields, each component has one name, and only those are left that something refers to.
 * @param rest what refers to components. What clients receive in it is open already.
 * @throws Error if a component needs a second name that nobody gave it.
 */
export function finish<Rest extends Json>(rest: Rest, given: Components): { rest: Rest; components: Components } {
  const all = Object.fromEntries(
    Object.entries(close(given)).map(([name, schema]) => [
      name,
      name.endsWith(INPUT) ? tidy(schema) : received(schema),
    ]),
  )
  const wanted = reachable(rest, all)
  const closed = Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)))
  const names = namesOf(closed)
  const renamed = (value: Json): Json =>
    mapObjects(value, (object) => {
      const component = componentOf(object)
      return component === null ? object : { ...object, ...referenceTo(names.get(component) ?? component) }
    })
  const components = Object.fromEntries(
    Object.entries(closed).map(([name, schema]) => [names.get(name) ?? name, renamed(schema)]),
  )
  const finished = renamed(rest) as Rest
  const used = reachable(finished, components)
  const kept = Object.entries(components).filter(([name]) => used.has(name))
  return { rest: finished, components: Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

function close(components: Components): Components {
  const closed = { ...components }
  for (const [name, schema] of Object.entries(CLOSED)) {
    for (const each of [name, `${name}${INPUT}`]) if (each in closed) closed[each] = jsonOf(schema)
  }
  for (const board of ['Board', `Board${INPUT}`]) {
    const properties = isObject(closed[board]) ? closed[board].properties : undefined
    const decision = isObject(properties) ? properties.decision : undefined
    if (isObject(decision) && isObject(decision.properties)) {
      decision.properties.kind = { type: 'string', enum: [...DECISION_KINDS] }
    }
  }
  return closed
}

/** A schema as JSON. What is a component itself is referred to. */
function jsonOf(schema: z.ZodType): Json {
  const json = omit(z.toJSONSchema(schema) as JsonObject, '$schema', '$defs')
  const DEFINITION = '#/$defs/'
  return mapObjects(json, (object) => {
    const { $ref } = object
    return typeof $ref === 'string' && $ref.startsWith(DEFINITION) ? referenceTo($ref.slice(DEFINITION.length)) : object
  })
}

/** By name of a component of what clients send, the name that it gets. */
function namesOf(components: Components): Map<string, string> {
  const names = new Map<string, string>()
  const inputs = Object.keys(components).filter((name) => name.endsWith(INPUT))
  const plain = (schema: Json): Json =>
    mapObjects(schema, (object) => {
      const component = componentOf(object)
      return component?.endsWith(INPUT) ? referenceTo(component.slice(0, -INPUT.length)) : object
    })
  for (const input of inputs) {
    const name = input.slice(0, -INPUT.length)
    const received = components[name]
    const isFree = received === undefined || isDeepStrictEqual(plain(components[input]!), received)
    const given = isFree ? name : REQUEST_NAMES[name]
    if (given === undefined) throw new Error(`${name} is sent and received differently, and needs a second name`)
    names.set(input, given)
  }
  return names
}

/** A map whose keys are all required has them as properties. */
const tidy = (value: Json): Json =>
  mapObjects(value, (object) => {
    const { required, properties, additionalProperties, propertyNames } = object
    if (!Array.isArray(required) || properties !== undefined || !isObject(propertyNames)) return object
    const named = Object.fromEntries((required as string[]).map((name) => [name, additionalProperties ?? true]))
    return { type: 'object', properties: named, required, additionalProperties: false }
  })

/** A schema of what a client receives: it may grow, so a client ignores fields that it does not know. */
export const received = (schema: Json): Json =>
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
