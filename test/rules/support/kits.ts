/** What is in each box, as published: described positions are filled up with it. */
import type { BuildingId, Deal, TokenId, WonderId } from '../../../src/rules/index.ts'
import { AGORA, BASE, PANTHEON } from './data.ts'

export interface Kit {
  pantheon: boolean
  buildings: readonly BuildingId[]
  /** Three of these are dealt to Age III. */
  purple: readonly BuildingId[]
  wonders: readonly WonderId[]
  tokens: readonly TokenId[]
  /** The draws of a described position that do not follow from where its cards lie. */
  draws: (tokens: { box: readonly TokenId[] }) => Partial<Deal>
}

const ids = <Id extends string>(...tables: readonly (readonly { id: Id }[])[]): Id[] =>
  tables.flat().map(({ id }) => id)
const purpleOf = (cards: readonly { id: BuildingId; color: string }[]): BuildingId[] =>
  cards.flatMap(({ id, color }) => (color === 'purple' ? [id] : []))

/** An order of all tokens: first those in the box. */
export const boxFirst = (box: readonly TokenId[], all: readonly TokenId[]): TokenId[] => [
  ...box,
  ...all.filter((token) => !box.includes(token)),
]

const older =
  (tokens: readonly TokenId[]): Kit['draws'] =>
  ({ box }) => ({ libraryOrder: boxFirst(box, tokens) })

const BASE_TOKENS = ids(BASE.progressTokens)
const AGORA_TOKENS = ids(BASE.progressTokens, AGORA.progressTokens)

export const BASE_KIT: Kit = {
  pantheon: false,
  buildings: ids(BASE.cards),
  purple: purpleOf(BASE.cards),
  wonders: ids(BASE.wonders),
  tokens: BASE_TOKENS,
  draws: older(BASE_TOKENS),
}

export const AGORA_KIT: Kit = {
  ...BASE_KIT,
  wonders: ids(BASE.wonders, AGORA.wonders),
  tokens: AGORA_TOKENS,
  draws: older(AGORA_TOKENS),
}

/** What Pantheon adds to a kit. Its draws are described with the position. */
export const withPantheon = (kit: Kit, draws: Kit['draws']): Kit => ({
  pantheon: true,
  buildings: [...kit.buildings.filter((id) => !kit.purple.includes(id)), ...ids(PANTHEON.grandTemples)],
  purple: ids(PANTHEON.grandTemples),
  wonders: [...kit.wonders, ...ids(PANTHEON.wonders)],
  tokens: [...kit.tokens, ...ids(PANTHEON.progressTokens)],
  draws,
})
