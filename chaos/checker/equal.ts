import { isDeepStrictEqual } from 'node:util'

/** Whether two values are the same JSON. */
export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other))

const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** An object without some of its fields. */
export const without = (value: object, ...fields: string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)))

/** The fields of two objects that are not the same. */
export function differences(one: object, other: object): string {
  const [left, right] = [one, other] as Record<string, unknown>[]
  const fields = new Set([...Object.keys(left!), ...Object.keys(right!)])
  return [...fields].filter((field) => !isSame(left![field], right![field])).join(', ')
}
