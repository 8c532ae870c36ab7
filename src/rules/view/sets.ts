/** A set of ids as a map, which JSON Merge Patch can change in place. */
export const setOf = <Id extends string>(ids: readonly Id[]): Record<Id, true> =>
  Object.fromEntries(ids.map((id) => [id, true])) as Record<Id, true>
