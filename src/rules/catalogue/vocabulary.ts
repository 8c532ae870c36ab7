/** The vocabulary of the rows of the catalogue. */

/** In a fixed order, which breaks ties between equally expensive resources. */
export const RESOURCES = ['wood', 'clay', 'stone', 'glass', 'papyrus'] as const
export type Resource = (typeof RESOURCES)[number]

/** Raw materials and manufactured goods. A choice producer produces one unit of one family. */
export type Family = 'raw' | 'manufactured'
export const FAMILIES: Readonly<Record<Family, readonly Resource[]>> = {
  raw: ['wood', 'clay', 'stone'],
  manufactured: ['glass', 'papyrus'],
}

export const COLORS = ['brown', 'grey', 'blue', 'green', 'yellow', 'red', 'purple'] as const
export type Color = (typeof COLORS)[number]

/** base.md §1.7. Six different ones win. */
export const SCIENCE_SYMBOLS = ['quill', 'mortar', 'wheel', 'plumb', 'armillary-sphere', 'sundial', 'scales'] as const
export type ScienceSymbol = (typeof SCIENCE_SYMBOLS)[number]

/** A printed cost: coins, and units of resources. */
export type CostRow = Partial<Record<Resource | 'coins', number>>

/** What the back of a card shows. */
export type Back = 'I' | 'II' | 'III' | 'guild' | 'temple' | 'senator'

/** A chamber of the Senate, as printed. */
export type Chamber = 1 | 2 | 3 | 4 | 5 | 6
export type Section = 'left' | 'center' | 'right'

/** The five mythologies of the divinities (pantheon.md §1.2). */
export const MYTHOLOGIES = ['mesopotamian', 'phoenician', 'greek', 'egyptian', 'roman'] as const
export type Mythology = (typeof MYTHOLOGIES)[number]

/** A space of the Pantheon, counted from the capital of the first player (pantheon.md §1.4). */
export type Space = 1 | 2 | 3 | 4 | 5 | 6
