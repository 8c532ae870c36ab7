/** A map from some keys. A plain loop: views are made for every move. */
export function mapOf<Key extends string | number, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  const map = {} as Record<Key, Value>
  for (const key of keys) map[key] = valueOf(key)
  return map
}

/** A set of ids as a map, which JSON Merge Patch can change in place. */
export function setOf<Id extends string>(ids: readonly Id[]): Record<Id, true> {
  const set = {} as Record<Id, true>
  for (const id of ids) set[id] = true
  return set
}
