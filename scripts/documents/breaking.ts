/** What a change of the documents does to clients that were made for the documents before. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

/** Sent by clients, who must still be understood; or received by them, who must still understand. */
type Direction = 'sent' | 'received'

/** Fields whose values never become more, so that a client may list them. */
const COMPLETE: readonly string[] = ['status', 'seat', 'you', 'toAct', 'age', 'ok']
const METHODS: readonly string[] = ['get', 'post', 'put', 'delete']

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value))
const textsOf = (value: Json | undefined): string[] => listOf(value).map(textOf)

/** Compares schemas of two documents, and collects what breaks, by where it is. */
class Comparison {
  readonly found: string[] = []
  readonly #before: JsonObject
  readonly #after: JsonObject
  readonly #compared = new Set<string>()

  constructor(before: JsonObject, after: JsonObject) {
    this.#before = before
    this.#after = after
  }

  report(where: string, what: string): void {
    this.found.push(`${where}: ${what}`)
  }

  schema(direction: Direction, one: Json | undefined, other: Json | undefined, where: string): void {
    if (one === undefined) return
    if (other === undefined) return this.report(where, 'is gone')
    const references = [objectOf(one).$ref, objectOf(other).$ref].map((reference) => reference && textOf(reference))
    if (references.some((reference) => reference !== undefined)) {
      // A schema contains itself, and is the same wherever it is referred to.
      const pair = `${direction} ${references.join(' ')}`
      if (this.#compared.has(pair)) return
      this.#compared.add(pair)
    }
    const [before, after] = [plain(this.#before, one), plain(this.#after, other)]
    if ('members' in before || 'members' in after) {
      return this.#union(direction, listOf(before.members ?? [before]), listOf(after.members ?? [after]), where)
    }
    this.#values(direction, before, after, where)
    this.#bounds(direction, before, after, where)
    this.#fields(direction, before, after, where)
    if (isObject(before.items)) this.schema(direction, before.items, after.items, `${where}[]`)
    if (isObject(before.additionalProperties) && isObject(after.additionalProperties)) {
      this.schema(direction, before.additionalProperties, after.additionalProperties, `${where}.*`)
    }
  }

  #union(direction: Direction, members: Json[], counterparts: Json[], where: string): void {
    const named = (each: Json[], document: JsonObject) =>
      new Map(each.map((member, index) => [nameOf(member, document) ?? String(index), member]))
    const after = named(counterparts, this.#after)
    for (const [name, member] of named(members, this.#before)) {
      this.schema(direction, member, after.get(name), `${where}<${name}>`)
    }
  }

  /** Types, and values of an enumeration. */
  #values(direction: Direction, before: JsonObject, after: JsonObject, where: string): void {
    const [types, newTypes] = [typesOf(before), typesOf(after)]
    const [wide, narrow] = direction === 'sent' ? [newTypes, types] : [types, newTypes]
    const fits = (type: string): boolean => wide.includes(type) || (type === 'integer' && wide.includes('number'))
    if (wide.length > 0 && !narrow.every(fits))
      this.report(where, `is ${newTypes.join(' or ')}, and was ${types.join(' or ')}`)
    const [values, newValues] = [valuesOf(before), valuesOf(after)]
    if (!values) return
    for (const value of values) {
      if (newValues && !newValues.includes(value)) this.report(where, `${JSON.stringify(value)} is gone`)
    }
    const isComplete = COMPLETE.includes(where.split('.').at(-1)!)
    if (direction === 'received' && isComplete && (!newValues || newValues.some((value) => !values.includes(value)))) {
      this.report(where, 'has values that an older client does not expect')
    }
  }

  #bounds(direction: Direction, before: JsonObject, after: JsonObject, where: string): void {
    for (const [bound, side] of Object.entries({
      minimum: 1,
      minLength: 1,
      minItems: 1,
      maximum: -1,
      maxLength: -1,
      maxItems: -1,
    })) {
      const [was, is] = [before[bound], after[bound]].map((value) =>
        typeof value === 'number' ? value * side : -Infinity,
      ) as [number, number]
      if (direction === 'sent' ? is > was : is < was)
        this.report(where, `${bound} is ${textOf(after[bound])}, and was ${textOf(before[bound])}`)
    }
    if (direction === 'sent' && after.pattern !== undefined && after.pattern !== before.pattern) {
      this.report(where, 'has another pattern')
    }
  }

  #fields(direction: Direction, before: JsonObject, after: JsonObject, where: string): void {
    const [fields, newFields] = [objectOf(before.properties), objectOf(after.properties)]
    const [needed, newNeeded] = [textsOf(before.required), textsOf(after.required)]
    for (const [field, schema] of Object.entries(fields)) {
      if (field in newFields) this.schema(direction, schema, newFields[field], `${where}.${field}`)
      else if (direction === 'received' || after.additionalProperties === false)
        this.report(`${where}.${field}`, 'is gone')
    }
    if (direction === 'sent') {
      for (const field of newNeeded) if (!needed.includes(field)) this.report(`${where}.${field}`, 'is needed')
    } else {
      for (const field of needed) {
        if (!newNeeded.includes(field) && field in newFields) this.report(`${where}.${field}`, 'may be missing')
      }
    }
  }
}

function resolve(document: JsonObject, schema: Json): JsonObject {
  const object = objectOf(schema)
  if (typeof object.$ref !== 'string') return object
  const target = object.$ref
    .slice(2)
    .split('/')
    .reduce<Json | undefined>((at, key) => objectOf(at)[key.replaceAll('~1', '/')], document)
  return resolve(document, target ?? {})
}

const typesOf = ({ type = [] }: JsonObject): string[] => (Array.isArray(type) ? type.map(textOf) : [textOf(type)])

/**
 * A schema without references and unions in unions: a union has `members`. Members with values become one enumeration,
 * whose values are only `known` if there may be others.
 */
function plain(document: JsonObject, schema: Json): JsonObject {
  const { anyOf, oneOf = anyOf, allOf, ...object } = resolve(document, schema)
  const [only, ...more] = listOf(allOf)
  if (only !== undefined && more.length === 0) return { ...plain(document, only), ...object }
  if (!Array.isArray(oneOf)) return { ...whole(object), ...(allOf !== undefined && { members: allOf }) }
  const all = oneOf.flatMap((each): JsonObject[] => {
    const member = plain(document, each)
    return Array.isArray(member.members) ? (member.members as JsonObject[]) : [member]
  })
  const members = ['string', 'number', 'boolean'].reduce(joined, all)
  return members.length === 1 ? { ...object, ...members[0] } : { ...object, members }
}

/** The members of a union, with one in place of all of this type. */
function joined(members: JsonObject[], type: string): JsonObject[] {
  const isOf = (member: JsonObject): boolean =>
    typesOf(member).every((each) => each.replace('integer', 'number') === type)
  const [alike, others] = [members.filter(isOf), members.filter((member) => !isOf(member))]
  if (alike.length < 2) return members
  const values = alike.flatMap((member) => valuesOf(member) ?? [])
  return [...others, whole({ type, ...(values.length > 0 && { [alike.every(valuesOf) ? 'enum' : 'known']: values }) })]
}

/** A number all of whose values are whole is an integer, whatever it is called. */
const whole = (schema: JsonObject): JsonObject =>
  valuesOf(schema)?.every(Number.isInteger) ? { ...schema, type: 'integer' } : schema

/** The values of an enumeration; undefined for a schema that has none. */
const valuesOf = ({ enum: values, known = values, const: value }: JsonObject): Json[] | undefined =>
  Array.isArray(known) ? known : value === undefined ? undefined : [value]

/** What a member of a union is told apart by: its only value, that of its `type` or `status`, or its type. */
function nameOf(member: Json, document: JsonObject): string | undefined {
  const schema = plain(document, member)
  const properties = objectOf(schema.properties)
  for (const field of ['type', 'status', 'ok']) {
    const [value, ...others] = valuesOf(plain(document, properties[field] ?? {})) ?? []
    if (value !== undefined && others.length === 0) return `${field} ${JSON.stringify(value)}`
  }
  const required = textsOf(schema.required)
  if (schema.type === 'object' && required.length > 0) return required.join()
  return typeof schema.type === 'string' ? schema.type : undefined
}

/** The schema of a body or an answer. */
const contentOf = (value: Json | undefined): Json | undefined => {
  const [content] = Object.values(objectOf(objectOf(value).content))
  return objectOf(content).schema
}

/** What of a change of the OpenAPI document breaks older clients. */
export function breakingRoutes(before: JsonObject, after: JsonObject): string[] {
  const comparison = new Comparison(before, after)
  for (const [path, methods] of Object.entries(objectOf(before.paths))) {
    for (const [method, operation] of Object.entries(objectOf(methods)).filter(([name]) => METHODS.includes(name))) {
      const where = `${method.toUpperCase()} ${path}`
      const [was, is] = [objectOf(operation), objectOf(objectOf(objectOf(after.paths)[path])[method])]
      if (Object.keys(is).length === 0) {
        comparison.report(where, 'is gone')
        continue
      }
      if (was.operationId !== is.operationId) comparison.report(where, `is named ${textOf(is.operationId)}`)
      parameters(comparison, was, is, where)
      const [body, newBody] = [contentOf(was.requestBody), contentOf(is.requestBody)]
      if (body !== undefined) comparison.schema('sent', body, newBody, `${where} body`)
      else if (objectOf(is.requestBody).required === true) comparison.report(where, 'needs a body')
      for (const [status, answer] of Object.entries(objectOf(was.responses))) {
        const answers = objectOf(is.responses)
        if (status.startsWith('2') && !(status in answers)) comparison.report(where, `no longer answers ${status}`)
        if (status.startsWith('2'))
          comparison.schema('received', contentOf(answer), contentOf(answers[status]), `${where} ${status}`)
      }
    }
  }
  return comparison.found
}

function parameters(comparison: Comparison, was: JsonObject, is: JsonObject, where: string): void {
  const [before, after] = [was, is].map(
    (operation) => new Map(listOf(operation.parameters).map((each) => [objectOf(each).name as string, objectOf(each)])),
  ) as [Map<string, JsonObject>, Map<string, JsonObject>]
  for (const [name, { schema }] of before)
    comparison.schema('sent', schema, after.get(name)?.schema, `${where} ?${name}`)
  for (const [name, { required }] of after) {
    if (required === true && before.get(name)?.required !== true) comparison.report(`${where} ?${name}`, 'is needed')
  }
}

/** What of a change of the AsyncAPI document breaks older clients. */
export function breakingEvents(before: JsonObject, after: JsonObject): string[] {
  const comparison = new Comparison(before, after)
  const messagesOf = (document: JsonObject): JsonObject =>
    objectOf(objectOf(Object.values(objectOf(document.channels))[0]).messages)
  const [messages, newMessages] = [messagesOf(before), messagesOf(after)]
  for (const [id, operation] of Object.entries(objectOf(before.operations))) {
    const { title, action } = objectOf(operation)
    if (!(id in objectOf(after.operations))) {
      comparison.report(textOf(title), 'is gone')
      continue
    }
    const compare = (direction: Direction, message: string, where: string): void =>
      comparison.schema(
        direction,
        resolve(before, messages[message] ?? {}).payload,
        resolve(after, newMessages[message] ?? {}).payload,
        where,
      )
    compare(action === 'receive' ? 'sent' : 'received', id, textOf(title))
    if (action === 'receive') compare('received', `${id}Reply`, `${textOf(title)} answer`)
  }
  return comparison.found
}
