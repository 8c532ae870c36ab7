import type { Seat } from '@curia/client'
import type { Board, City, Price } from '../lib/board.ts'
import type { Catalogue } from '../lib/catalogue.ts'
import { t } from '../lib/i18n.svelte.ts'
import { mythologyName } from '../lib/pantheon.ts'
import type { Table } from '../lib/table.svelte.ts'
import {
  backName,
  buildingSentences,
  colorName,
  conspiracySentences,
  costLabel,
  decreeSentence,
  effectSentences,
  nameOf,
  sectionName,
  senatorSentence,
} from '../lib/words.ts'

// The names that screen readers say: first what can be read, then what symbols and colours say: name, price, cost, kind,
// effect, state. Someone who speaks to the page says what they read, so that stands together.

const joined = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(', ')
const withoutStop = (sentences: readonly string[]): string =>
  sentences.map((sentence) => sentence.replace(/[.。]$/, '')).join(', ')

export function priceLabel(price: Price | undefined, coins: number): string | undefined {
  if (!price) return undefined
  if (price.chained && price.total === 0) return t('price.free-by-chain')
  return price.total > coins
    ? t('price.you-lack', { n: price.total, short: price.total - coins })
    : t('price.you-pay', { n: price.total })
}

/** What a card is, costs and does, without its place. */
export function cardLabel(catalogue: Catalogue, id: string, price?: Price, coins = 0): string {
  const building = catalogue.buildings.get(id)
  const senator = catalogue.senators.get(id)
  const name = nameOf(catalogue, 'card', id)
  if (!building) return joined([name, priceLabel(price, coins), senator && withoutStop([senatorSentence(senator)])])
  const costsNothing = Object.keys(building.cost).length === 0 && price?.total === 0 && !price.chained
  return joined([
    name,
    costsNothing ? t('price.free') : priceLabel(price, coins),
    costLabel(building.cost),
    colorName(building.color),
    withoutStop(buildingSentences(catalogue, building)),
  ])
}

export function slotLabel(table: Table, slot: number, price: Price | undefined, coins: number): string {
  const { board, catalogue } = table
  const place = board?.structure[String(slot)]
  if (!place) return ''
  const covered = coveringCards(board, catalogue, slot)
  const state = place.accessible ? t('card.free-to-take') : t('card.covered', { n: covered })
  const { token } = place
  const carried =
    token &&
    ('mythology' in token
      ? t('mythology.token', { mythology: mythologyName(token.mythology) })
      : t('offering.token', { n: token.offering }))
  if (place.card === undefined) return joined([t('card.face-down'), backName(place.back), carried, state])
  return joined([cardLabel(catalogue, place.card, price, coins), carried, state])
}

/** How many of the cards that still lie there cover a slot. */
export const coveringCards = ({ age, structure }: Board, catalogue: Catalogue, slot: number): number =>
  age === 0
    ? 0
    : (catalogue.layouts[age][slot]?.coveredBy.filter((cover) => structure[String(cover)] !== undefined).length ?? 0)

export function wonderLabel(catalogue: Catalogue, id: string, built: boolean, price?: Price, coins = 0): string {
  const wonder = catalogue.wonders.get(id)
  return joined([
    nameOf(catalogue, 'wonder', id),
    wonder && withoutStop(effectSentences(wonder)),
    built ? t('wonder.built') : t('wonder.not-built'),
    built || !wonder ? undefined : costLabel(wonder.cost),
    built ? undefined : priceLabel(price, coins),
  ])
}

export function tokenLabel(catalogue: Catalogue, id: string): string {
  const token = catalogue.tokens.get(id)
  return joined([nameOf(catalogue, 'token', id), token && withoutStop(effectSentences(token))])
}

export function chamberLabel(table: Table, chamber: number): string {
  const { board, catalogue } = table
  const printed = catalogue.chambers.find((row) => row.chamber === chamber)
  const now = board?.senate?.[String(chamber)]
  if (!printed || !now) return t('chamber.name', { n: chamber })
  const cubes = (seat: Seat): string =>
    t('chamber.cubes', { name: seat === table.mine ? t('seat.you') : table.nameOf(seat), n: now.cubes[seat] })
  const decrees = Object.values(now.decrees).map(({ id }) =>
    id === undefined ? t('decree.face-down') : decreeLabel(catalogue, id),
  )
  return joined([
    t('chamber.name', { n: chamber }),
    sectionName(printed.section),
    t('points', { n: printed.vp }),
    cubes(table.below),
    cubes(table.above),
    now.controller === undefined
      ? t('chamber.nobody')
      : now.controller === table.mine
        ? t('chamber.you-control')
        : t('chamber.controls', { name: table.nameOf(now.controller) }),
    ...decrees,
  ])
}

export function decreeLabel(catalogue: Catalogue, id: string): string {
  const decree = catalogue.decrees.get(id)
  return decree ? withoutStop([decreeSentence(decree)]) : nameOf(catalogue, 'decree', id)
}

export function conspiracyLabel(catalogue: Catalogue, id: string | undefined, state: string): string {
  const known = id === undefined ? undefined : catalogue.conspiracies.get(id)
  return joined([
    id === undefined ? t('conspiracy.hidden') : nameOf(catalogue, 'conspiracy', id),
    known && withoutStop(conspiracySentences(known)),
    t(
      state === 'prepared'
        ? 'conspiracy.prepared'
        : state === 'triggered'
          ? 'conspiracy.triggered'
          : 'conspiracy.unprepared',
    ),
  ])
}

/** A city in one sentence, for those who ask for the position. */
export function cityInShort(name: string, city: City): string {
  const built = Object.values(city.wonders).filter(({ under }) => under !== undefined).length
  return t('city.short', {
    name,
    coins: city.coins,
    buildings: Object.keys(city.buildings).length,
    wonders: built,
    tokens: Object.keys(city.tokens).length,
  })
}

/** What makes the strip of a city a region: its name, and what keys and motion find it by. */
export const cityRegion = (table: Table, owner: Seat) => ({
  'aria-label': owner === table.mine ? t('region.your-city') : t('region.city', { name: table.nameOf(owner) }),
  'data-region': owner === table.below ? 'below' : 'above',
  'data-seat': owner,
  tabindex: -1,
})
