import type { Price } from '../lib/board.ts'
import type { Cost } from '../lib/catalogue.ts'
import { t } from '../lib/i18n.svelte.ts'
import type { Table } from '../lib/table.svelte.ts'
import { nameOf, resourceName, titled } from '../lib/words.ts'

/** A part of a price. */
export interface PriceLine {
  text: string
  /** Less than nothing if the price is lower by it; none if the line only says why. */
  coins?: number
  resource?: string
}

/** Why something costs what it costs, part by part. */
export function priceLines(table: Table, price: Price, cost: Cost | undefined): PriceLine[] {
  const found: PriceLine[] = []
  const printed = cost?.coins ?? 0
  if (price.chained) {
    const giver = [...table.catalogue.buildings.values()].find(
      ({ id, givesChain }) => id === price.chain || givesChain === price.chain,
    )
    found.push({
      text: t('price.chain', { card: giver ? nameOf(table.catalogue, 'card', giver.id) : titled(price.chain ?? '') }),
      coins: price.total,
    })
    return found
  }
  if (price.chainToken !== undefined) return [{ text: t('price.chain-token'), coins: price.total }]
  if (price.engineering) return [{ text: t('price.engineering'), coins: price.total }]
  if (price.coinsIgnored) found.push({ text: t('price.coins-ignored'), coins: 0 })
  else if (printed > 0) found.push({ text: t('price.printed'), coins: printed })
  for (const part of ['produced', 'chosen', 'discounted'] as const) {
    for (const [resource, n] of Object.entries(price[part] ?? {})) {
      found.push({ resource, text: t(`price.${part}`, { n, resource: resourceName(resource) }), coins: 0 })
    }
  }
  for (const [resource, { units, each }] of Object.entries(price.bought ?? {})) {
    found.push({
      resource,
      text: t('price.bought', { n: units, each, resource: resourceName(resource) }),
      coins: units * each,
    })
  }
  return found
}
