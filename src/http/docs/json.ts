/** Any JSON, and objects of it. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy in which each object is what `change` returns for it. Parts come before the whole. */
export function mapObjects(value: Json, change: (object: JsonObject) => Json): Json {
  if (Array.isArray(value)) return value.map((part) => mapObjects(part, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapObjects(part, change)])))
}

/** All objects of a value, the whole included. */
export function* objectsIn(value: Json): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null) return
  if (isObject(value)) yield value
  for (const part of Object.values(value)) yield* objectsIn(part)
}

/** The object without some of its fields. */
export const omit = (object: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/** The object with no fields but these. */
export const pick = (object: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))

const PREFIX = '#/components/schemas/'

/** The component that a reference names; null for an object that is no reference. */
export const componentOf = ({ $ref }: JsonObject): string | null =>
  typeof $ref === 'string' && $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : null

export const referenceTo = (component: string): JsonObject => ({ $ref: `${PREFIX}${component}` })
