/**
 * JSON Merge Patch (RFC 7396) and replacement, without changing anything in place: a value that someone holds stays as
 * it is, and every part that is the same before and after is the same object. So a page can compare parts by identity.
 */

/** What a patch makes of a value. Neither of them is changed. */
export function applyPatch<Value>(value: Value, patch: unknown): Value {
  return merge(value, patch) as Value
}

function merge(value: unknown, patch: unknown): unknown {
  // A list is replaced as a whole; what is equal in it stays.
  if (!isObject(patch)) return share(value, patch)
  const before = isObject(value) ? value : {}
  let after = before
  for (const [key, change] of Object.entries(patch)) {
    const known = Object.hasOwn(before, key)
    if (change === null) {
      if (known) after = without(after, key)
      continue
    }
    const next = merge(known ? before[key] : undefined, change)
    if (!known || next !== before[key]) after = { ...after, [key]: next }
  }
  return after
}

/** `next`, made of the parts of `previous` wherever they are equal; `previous` itself if nothing differs. */
export function replaceShared<Value>(previous: Value | null | undefined, next: Value): Value {
  return share(previous, next) as Value
}

function share(previous: unknown, next: unknown): unknown {
  if (Array.isArray(previous) && Array.isArray(next)) {
    const shared = next.map((item, index) => share(previous[index], item))
    return shared.length === previous.length && shared.every((item, index) => item === previous[index])
      ? previous
      : shared
  }
  if (!isObject(previous) || !isObject(next)) return next
  const shared = Object.fromEntries(
    Object.entries(next).map(([key, item]) => [
      key,
      share(Object.hasOwn(previous, key) ? previous[key] : undefined, item),
    ]),
  )
  const keys = Object.keys(shared)
  const same =
    keys.length === Object.keys(previous).length &&
    keys.every((key) => Object.hasOwn(previous, key) && shared[key] === previous[key])
  return same ? previous : shared
}

function without(value: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}

/** Whether a value is an object of JSON, and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
