import type { Building, Catalogue } from '../../lib/catalogue.ts'
import { indexCatalogue } from '../../lib/catalogue.ts'

// The structure that the first page deals: always the same cards of Age II, as they are printed.

/** What is printed on them, as the catalogue of the server says it. */
export const DEALT: readonly Building[] = [
  {
    id: 'caravansery',
    name: 'Caravansery',
    color: 'yellow',
    back: 'II',
    cost: { coins: 2, glass: 1, papyrus: 1 },
    producesOneOf: 'raw',
  },
  {
    id: 'temple',
    name: 'Temple',
    color: 'blue',
    back: 'II',
    cost: { wood: 1, papyrus: 1 },
    vp: 4,
    givesChain: 'sun',
    freeWith: 'moon',
  },
  {
    id: 'laboratory',
    name: 'Laboratory',
    color: 'green',
    back: 'II',
    cost: { wood: 1, glass: 2 },
    science: 'plumb',
    vp: 1,
    givesChain: 'lamp',
  },
  { id: 'walls', name: 'Walls', color: 'red', back: 'II', cost: { stone: 2 }, shields: 2 },
  {
    id: 'statue',
    name: 'Statue',
    color: 'blue',
    back: 'II',
    cost: { clay: 2 },
    vp: 4,
    givesChain: 'column',
    freeWith: 'mask',
  },
  { id: 'brewery', name: 'Brewery', color: 'yellow', back: 'II', cost: {}, coins: 6, givesChain: 'barrel' },
  {
    id: 'parade-ground',
    name: 'Parade Ground',
    color: 'red',
    back: 'II',
    cost: { clay: 2, glass: 1 },
    shields: 2,
    givesChain: 'helmet',
  },
]

/** Where a card of the deal comes to lie. Without an id it lies face down. */
interface Dealt {
  id?: string
  /** Of its left upper corner, in widths of a card. */
  x: number
  y: number
  /** Degrees: the last ones are still on their way. */
  turned?: number
}

/** The far row first. */
export const DEAL: readonly Dealt[] = [
  { id: 'caravansery', x: 0, y: 0 },
  { id: 'temple', x: 1.085, y: 0 },
  { id: 'laboratory', x: 2.17, y: 0 },
  { id: 'walls', x: 3.255, y: 0 },
  { x: 0.5425, y: 0.81 },
  { x: 1.6275, y: 0.81 },
  { x: 2.7125, y: 0.81 },
  { id: 'statue', x: 1.085, y: 1.62 },
  { id: 'brewery', x: 2.24, y: 1.52, turned: 8 },
  { id: 'parade-ground', x: 3.18, y: 2.78, turned: 17 },
  { x: 3.98, y: 3.45, turned: 32 },
]

/** How much room it takes, with the cards that are still on their way, in widths of a card. */
export const ROOM = { width: 5.3, height: 5.05 }

/** A box with these cards alone. */
export const BOX: Catalogue = indexCatalogue({
  buildings: [...DEALT],
  wonders: [],
  progressTokens: [],
  militaryTokens: [],
  senators: [],
  decrees: [],
  conspiracies: [],
  chambers: [],
  layouts: { 1: [], 2: [], 3: [] },
  trackVp: [],
})
