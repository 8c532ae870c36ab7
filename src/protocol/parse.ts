import { z } from 'zod'
import { CodedError } from './errors.ts'

const MOST_ISSUES = 5
const LONGEST_MESSAGE = 200

/** The place of a fault as a JSON pointer, for example `/action/slot`; empty for the message as a whole. */
const pointerTo = (path: readonly PropertyKey[]): string => path.map((part) => `/${String(part)}`).join('')

/** Whether a value is an object as JSON has them: no list, and nothing binary. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Schemas that say of another one what happens where there is no value. */
const WRAPPERS = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodPrefault]

/** A message of a client without the fields that are null and can be left out: many libraries send these. */
function withoutNulls(schema: z.core.$ZodType, value: unknown): unknown {
  // A body that is left out is null to Fastify.
  if (value === null && schema._zod.optin !== undefined) return undefined
  if (!isObject(value)) return value
  if (WRAPPERS.some((wrapper) => schema instanceof wrapper)) {
    return withoutNulls((schema as z.ZodOptional).def.innerType, value)
  }
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

/** Checks what a client sends, and if it does not fit, once more with each null taken as a field that is left out. */
export function leniently<Result extends { error?: unknown }>(
  schema: z.core.$ZodType,
  input: unknown,
  check: (input: unknown) => Result,
): Result {
  const strict = check(input)
  return strict.error ? check(withoutNulls(schema, input)) : strict
}

/**
 * Checks a message of a client. A field that is null is taken as left out, if it can be left out.
 * @throws CodedError `bad-request`; `details.issues` has the first few faults, as { path, message }.
 */
export function parseRequest<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = leniently(schema, input, (value) => schema.safeParse(value))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({
    path: pointerTo(path).slice(0, LONGEST_MESSAGE),
    message: message.slice(0, LONGEST_MESSAGE),
  }))
  throw new CodedError('bad-request', undefined, { issues })
}
