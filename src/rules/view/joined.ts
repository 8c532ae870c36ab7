type Fields = Record<string, unknown>

/**
 * Two parts of one view, or two patches of such parts, as one. Where both have a field, it is an object in both, and is
 * joined in the same way.
 */
export function joined<One extends object, Other extends object>(one: One, other: Other): One & Other {
  const all = { ...one } as Fields
  const added = other as Fields
  for (const field in added) {
    all[field] = field in all ? joined(all[field] as Fields, added[field] as Fields) : added[field]
  }
  return all as One & Other
}
