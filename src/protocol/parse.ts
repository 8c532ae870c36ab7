import { z } from 'zod'
import { CodedError } from './errors.ts'

const MOST_ISSUES = 5
const LONGEST_MESSAGE = 200

/** The place of a fault as a JSON pointer, for example `/action/slot`; empty for the message as a whole. */
const pointerTo = (path: readonly PropertyKey[]): string => path.map((part) => `/${String(part)}`).join('')

/** Whether a value is an object as JSON has them: no list, and nothing binary. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A message of a client without the fields that are null and can be left out: many libraries send these. */
export function withoutNulls(schema: z.core.$ZodType, value: unknown): unknown {
  if (!isObject(value)) return value
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return withoutNulls(schema.def.innerType, value)
  }
  if (schema instanceof z.ZodPrefault) return withoutNulls(schema.def.innerType, value)
  if (schema instanceof z.ZodUnion)
    return schema.options.reduce<unknown>((rest, each) => withoutNulls(each, rest), value)
  if (!(schema instanceof z.ZodObject)) return value
  const fields = new Map(Object.entries<z.core.$ZodType>(schema.shape))
  const kept = Object.entries(value).filter(([name, field]) => {
    return field !== null || fields.get(name)?._zod.optin === undefined
  })
  return Object.fromEntries(
    kept.map(([name, field]) => [name, fields.has(name) ? withoutNulls(fields.get(name)!, field) : field]),
  )
}

/**
 * Checks a message of a client. A field that is null is taken as left out, if it can be left out.
 * @throws CodedError `bad-request`; `details.issues` has the first few faults, as { path, message }.
 */
export function parseRequest<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const strict = schema.safeParse(input)
  const parsed = strict.success ? strict : schema.safeParse(withoutNulls(schema, input))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({
    path: pointerTo(path).slice(0, LONGEST_MESSAGE),
    message: message.slice(0, LONGEST_MESSAGE),
  }))
  throw new CodedError('bad-request', undefined, { issues })
}
