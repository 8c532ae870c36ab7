/** The parts that have something in them. */
export const filled = <Parts extends Record<string, object>>(parts: Parts): Partial<Parts> =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0)) as Partial<Parts>
