/** JSON of a view: nothing in it is null. */
type Json = Readonly<Record<string, unknown>>

const isMap = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The JSON Merge Patch (RFC 7396) that turns one value into the other, where undefined means that a value is absent.
 * Undefined: they are equal. Values that are the same object are equal without a look inside.
 */
export function mergePatch(before: unknown, after: unknown): unknown {
  if (before === after) return undefined
  if (after === undefined) return null
  if (!isMap(before) || !isMap(after)) return isEqual(before, after) ? undefined : after
  let patch: Record<string, unknown> | undefined
  for (const key in before) {
    const change = mergePatch(before[key], after[key])
    if (change !== undefined) (patch ??= {})[key] = change
  }
  for (const key in after) if (before[key] === undefined && after[key] !== undefined) (patch ??= {})[key] = after[key]
  return patch
}

/** Lists have no patches: another list replaces the whole. */
function isEqual(one: unknown, other: unknown): boolean {
  if (isMap(one) && isMap(other)) return mergePatch(one, other) === undefined
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
}
