import type { Color, CostRow, Family, Mythology, Resource, ScienceSymbol } from './vocabulary.ts'

/** What a guild counts in the city that has more of it: `coins` once and `vp` at the end for each `per` counted. */
export interface Guild {
  count: readonly Color[] | 'constructed-wonders' | 'coins'
  coins: number
  vp: number
  per: number
}

/** A building card as printed (base.md §1.1 to §1.4, pantheon.md §1.5). */
export interface BuildingRow {
  id: string
  name: string
  color: Color
  cost: CostRow
  /** Units of each resource that it always produces. */
  produces?: Partial<Record<Resource, number>>
  /** It produces one unit of the owner's choice out of this family. */
  producesOneOf?: Family
  /** Resources that its owner buys at 1 coin each. */
  fixedPrice?: readonly Resource[]
  /** Coins gained once, at its construction. */
  coins?: number
  /** Coins gained once, at its construction, per own card of a colour or per own constructed wonder. */
  coinsPer?: { what: Color | 'constructed-wonder'; amount: number }
  shields?: number
  science?: ScienceSymbol
  guild?: Guild
  vp?: number
  /** The chain symbol that it carries, and the chain symbol that makes it free. */
  givesChain?: string
  freeWith?: string
  /** A Grand Temple: a Mythology token of this mythology is the chain symbol that makes it free. */
  freeWithMythology?: Mythology
}

/** base.md §1.1 */
export const AGE_I = [
  { id: 'lumber-yard', name: 'Lumber Yard', color: 'brown', cost: {}, produces: { wood: 1 } },
  { id: 'stone-pit', name: 'Stone Pit', color: 'brown', cost: { coins: 1 }, produces: { stone: 1 } },
  { id: 'clay-pool', name: 'Clay Pool', color: 'brown', cost: {}, produces: { clay: 1 } },
  { id: 'logging-camp', name: 'Logging Camp', color: 'brown', cost: { coins: 1 }, produces: { wood: 1 } },
  { id: 'quarry', name: 'Quarry', color: 'brown', cost: {}, produces: { stone: 1 } },
  { id: 'clay-pit', name: 'Clay Pit', color: 'brown', cost: { coins: 1 }, produces: { clay: 1 } },
  { id: 'glassworks', name: 'Glassworks', color: 'grey', cost: { coins: 1 }, produces: { glass: 1 } },
  { id: 'press', name: 'Press', color: 'grey', cost: { coins: 1 }, produces: { papyrus: 1 } },
  { id: 'stable', name: 'Stable', color: 'red', cost: { wood: 1 }, shields: 1, givesChain: 'horseshoe' },
  { id: 'garrison', name: 'Garrison', color: 'red', cost: { clay: 1 }, shields: 1, givesChain: 'sword' },
  { id: 'palisade', name: 'Palisade', color: 'red', cost: { coins: 2 }, shields: 1, givesChain: 'tower' },
  { id: 'guard-tower', name: 'Guard Tower', color: 'red', cost: {}, shields: 1 },
  { id: 'scriptorium', name: 'Scriptorium', color: 'green', cost: { coins: 2 }, science: 'quill', givesChain: 'book' },
  { id: 'workshop', name: 'Workshop', color: 'green', cost: { papyrus: 1 }, science: 'plumb', vp: 1 },
  { id: 'pharmacist', name: 'Pharmacist', color: 'green', cost: { coins: 2 }, science: 'mortar', givesChain: 'gear' },
  { id: 'apothecary', name: 'Apothecary', color: 'green', cost: { glass: 1 }, science: 'wheel', vp: 1 },
  { id: 'tavern', name: 'Tavern', color: 'yellow', cost: {}, coins: 4, givesChain: 'amphora' },
  { id: 'stone-reserve', name: 'Stone Reserve', color: 'yellow', cost: { coins: 3 }, fixedPrice: ['stone'] },
  { id: 'clay-reserve', name: 'Clay Reserve', color: 'yellow', cost: { coins: 3 }, fixedPrice: ['clay'] },
  { id: 'wood-reserve', name: 'Wood Reserve', color: 'yellow', cost: { coins: 3 }, fixedPrice: ['wood'] },
  { id: 'theater', name: 'Theater', color: 'blue', cost: {}, vp: 3, givesChain: 'mask' },
  { id: 'altar', name: 'Altar', color: 'blue', cost: {}, vp: 3, givesChain: 'moon' },
  { id: 'baths', name: 'Baths', color: 'blue', cost: { stone: 1 }, vp: 3, givesChain: 'drop' },
] as const satisfies readonly BuildingRow[]

/** base.md §1.2 */
export const AGE_II = [
  { id: 'sawmill', name: 'Sawmill', color: 'brown', cost: { coins: 2 }, produces: { wood: 2 } },
  { id: 'shelf-quarry', name: 'Shelf Quarry', color: 'brown', cost: { coins: 2 }, produces: { stone: 2 } },
  { id: 'brickyard', name: 'Brickyard', color: 'brown', cost: { coins: 2 }, produces: { clay: 2 } },
  { id: 'glass-blower', name: 'Glass-Blower', color: 'grey', cost: {}, produces: { glass: 1 } },
  { id: 'drying-room', name: 'Drying Room', color: 'grey', cost: {}, produces: { papyrus: 1 } },
  {
    id: 'horse-breeders', name: 'Horse Breeders', color: 'red',
    cost: { wood: 1, clay: 1 }, shields: 1, freeWith: 'horseshoe',
  },
  { id: 'barracks', name: 'Barracks', color: 'red', cost: { coins: 3 }, shields: 1, freeWith: 'sword' },
  { id: 'walls', name: 'Walls', color: 'red', cost: { stone: 2 }, shields: 2 },
  {
    id: 'archery-range', name: 'Archery Range', color: 'red',
    cost: { wood: 1, stone: 1, papyrus: 1 }, shields: 2, givesChain: 'target',
  },
  {
    id: 'parade-ground', name: 'Parade Ground', color: 'red',
    cost: { clay: 2, glass: 1 }, shields: 2, givesChain: 'helmet',
  },
  {
    id: 'school', name: 'School', color: 'green',
    cost: { wood: 1, papyrus: 2 }, science: 'wheel', vp: 1, givesChain: 'lyre',
  },
  {
    id: 'laboratory', name: 'Laboratory', color: 'green',
    cost: { wood: 1, glass: 2 }, science: 'plumb', vp: 1, givesChain: 'lamp',
  },
  {
    id: 'dispensary', name: 'Dispensary', color: 'green',
    cost: { clay: 2, stone: 1 }, science: 'mortar', vp: 2, freeWith: 'gear',
  },
  {
    id: 'library', name: 'Library', color: 'green',
    cost: { wood: 1, stone: 1, glass: 1 }, science: 'quill', vp: 2, freeWith: 'book',
  },
  { id: 'brewery', name: 'Brewery', color: 'yellow', cost: {}, coins: 6, givesChain: 'barrel' },
  { id: 'forum', name: 'Forum', color: 'yellow', cost: { coins: 3, clay: 1 }, producesOneOf: 'manufactured' },
  {
    id: 'caravansery', name: 'Caravansery', color: 'yellow',
    cost: { coins: 2, glass: 1, papyrus: 1 }, producesOneOf: 'raw',
  },
  { id: 'customs-house', name: 'Customs House', color: 'yellow', cost: { coins: 4 }, fixedPrice: ['glass', 'papyrus'] },
  {
    id: 'temple', name: 'Temple', color: 'blue',
    cost: { wood: 1, papyrus: 1 }, vp: 4, givesChain: 'sun', freeWith: 'moon',
  },
  { id: 'statue', name: 'Statue', color: 'blue', cost: { clay: 2 }, vp: 4, givesChain: 'column', freeWith: 'mask' },
  { id: 'courthouse', name: 'Courthouse', color: 'blue', cost: { wood: 2, glass: 1 }, vp: 5 },
  { id: 'aqueduct', name: 'Aqueduct', color: 'blue', cost: { stone: 3 }, vp: 5, freeWith: 'drop' },
  { id: 'rostrum', name: 'Rostrum', color: 'blue', cost: { wood: 1, stone: 1 }, vp: 4, givesChain: 'portico' },
] as const satisfies readonly BuildingRow[]

/** base.md §1.3 */
export const AGE_III = [
  { id: 'circus', name: 'Circus', color: 'red', cost: { clay: 2, stone: 2 }, shields: 2, freeWith: 'helmet' },
  { id: 'arsenal', name: 'Arsenal', color: 'red', cost: { wood: 2, clay: 3 }, shields: 3 },
  {
    id: 'siege-workshop', name: 'Siege Workshop', color: 'red',
    cost: { wood: 3, glass: 1 }, shields: 2, freeWith: 'target',
  },
  {
    id: 'fortifications', name: 'Fortifications', color: 'red',
    cost: { clay: 1, stone: 2, papyrus: 1 }, shields: 2, freeWith: 'tower',
  },
  { id: 'pretorium', name: 'Pretorium', color: 'red', cost: { coins: 8 }, shields: 3 },
  { id: 'academy', name: 'Academy', color: 'green', cost: { wood: 1, stone: 1, glass: 2 }, science: 'sundial', vp: 3 },
  {
    id: 'university', name: 'University', color: 'green',
    cost: { clay: 1, glass: 1, papyrus: 1 }, science: 'armillary-sphere', vp: 2, freeWith: 'lyre',
  },
  { id: 'study', name: 'Study', color: 'green', cost: { wood: 2, glass: 1, papyrus: 1 }, science: 'sundial', vp: 3 },
  {
    id: 'observatory', name: 'Observatory', color: 'green',
    cost: { stone: 1, papyrus: 2 }, science: 'armillary-sphere', vp: 2, freeWith: 'lamp',
  },
  {
    id: 'arena', name: 'Arena', color: 'yellow',
    cost: { wood: 1, clay: 1, stone: 1 }, coinsPer: { what: 'constructed-wonder', amount: 2 }, vp: 3,
    freeWith: 'barrel',
  },
  {
    id: 'chamber-of-commerce', name: 'Chamber of Commerce', color: 'yellow',
    cost: { papyrus: 2 }, coinsPer: { what: 'grey', amount: 3 }, vp: 3,
  },
  {
    id: 'port', name: 'Port', color: 'yellow',
    cost: { wood: 1, glass: 1, papyrus: 1 }, coinsPer: { what: 'brown', amount: 2 }, vp: 3,
  },
  {
    id: 'lighthouse', name: 'Lighthouse', color: 'yellow',
    cost: { clay: 2, glass: 1 }, coinsPer: { what: 'yellow', amount: 1 }, vp: 3, freeWith: 'amphora',
  },
  {
    id: 'armory', name: 'Armory', color: 'yellow',
    cost: { stone: 2, glass: 1 }, coinsPer: { what: 'red', amount: 1 }, vp: 3,
  },
  { id: 'palace', name: 'Palace', color: 'blue', cost: { wood: 1, clay: 1, stone: 1, glass: 2 }, vp: 7 },
  { id: 'gardens', name: 'Gardens', color: 'blue', cost: { wood: 2, clay: 2 }, vp: 6, freeWith: 'column' },
  { id: 'pantheon', name: 'Pantheon', color: 'blue', cost: { wood: 1, clay: 1, papyrus: 2 }, vp: 6, freeWith: 'sun' },
  { id: 'town-hall', name: 'Town Hall', color: 'blue', cost: { wood: 2, stone: 3 }, vp: 7 },
  { id: 'senate', name: 'Senate', color: 'blue', cost: { clay: 2, stone: 1, papyrus: 1 }, vp: 5, freeWith: 'portico' },
  { id: 'obelisk', name: 'Obelisk', color: 'blue', cost: { stone: 2, glass: 1 }, vp: 5 },
] as const satisfies readonly BuildingRow[]

/** base.md §1.4 */
export const GUILDS = [
  {
    id: 'merchants-guild', name: 'Merchants Guild', color: 'purple',
    cost: { wood: 1, clay: 1, glass: 1, papyrus: 1 }, guild: { count: ['yellow'], coins: 1, vp: 1, per: 1 },
  },
  {
    id: 'shipowners-guild', name: 'Shipowners Guild', color: 'purple',
    cost: { clay: 1, stone: 1, glass: 1, papyrus: 1 }, guild: { count: ['brown', 'grey'], coins: 1, vp: 1, per: 1 },
  },
  {
    id: 'builders-guild', name: 'Builders Guild', color: 'purple',
    cost: { wood: 1, clay: 1, stone: 2, glass: 1 }, guild: { count: 'constructed-wonders', coins: 0, vp: 2, per: 1 },
  },
  {
    id: 'magistrates-guild', name: 'Magistrates Guild', color: 'purple',
    cost: { wood: 2, clay: 1, papyrus: 1 }, guild: { count: ['blue'], coins: 1, vp: 1, per: 1 },
  },
  {
    id: 'scientists-guild', name: 'Scientists Guild', color: 'purple',
    cost: { wood: 2, clay: 2 }, guild: { count: ['green'], coins: 1, vp: 1, per: 1 },
  },
  {
    id: 'moneylenders-guild', name: 'Moneylenders Guild', color: 'purple',
    cost: { wood: 2, stone: 2 }, guild: { count: 'coins', coins: 0, vp: 1, per: 3 },
  },
  {
    id: 'tacticians-guild', name: 'Tacticians Guild', color: 'purple',
    cost: { clay: 1, stone: 2, papyrus: 1 }, guild: { count: ['red'], coins: 1, vp: 1, per: 1 },
  },
] as const satisfies readonly BuildingRow[]

/** pantheon.md §1.5 */
export const GRAND_TEMPLES = [
  {
    id: 'mesopotamian-grand-temple', name: 'Mesopotamian Grand Temple', color: 'purple',
    cost: { wood: 3, glass: 1, papyrus: 1 }, freeWithMythology: 'mesopotamian',
  },
  {
    id: 'phoenician-grand-temple', name: 'Phoenician Grand Temple', color: 'purple',
    cost: { wood: 1, stone: 1, glass: 1, papyrus: 2 }, freeWithMythology: 'phoenician',
  },
  {
    id: 'greek-grand-temple', name: 'Greek Grand Temple', color: 'purple',
    cost: { stone: 3, glass: 1, papyrus: 1 }, freeWithMythology: 'greek',
  },
  {
    id: 'egyptian-grand-temple', name: 'Egyptian Grand Temple', color: 'purple',
    cost: { clay: 3, glass: 1, papyrus: 1 }, freeWithMythology: 'egyptian',
  },
  {
    id: 'roman-grand-temple', name: 'Roman Grand Temple', color: 'purple',
    cost: { clay: 1, stone: 1, glass: 2, papyrus: 1 }, freeWithMythology: 'roman',
  },
] as const satisfies readonly BuildingRow[]
