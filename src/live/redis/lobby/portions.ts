/** Players that one script lists or renews: it must be short. */
export const PORTION = 200

/** The portions of a list of players. */
export const portionsOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / PORTION) }, (_, index) =>
    items.slice(index * PORTION, (index + 1) * PORTION),
  )

/** Each two that follow each other. */
export const couplesOf = <T>(items: readonly T[]): [T, T][] =>
  items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1]!] as [T, T]] : []))
