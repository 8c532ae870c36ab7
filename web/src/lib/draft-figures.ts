import type { GameKind } from '@curia/client'
import { curia } from './client.ts'
import { percentOf, t } from './i18n.svelte.ts'

/** What statistics say of wonders that lie open together, by their ids. Nothing if too little is known, or no answer comes. */
export async function figuresOfDraft(kind: GameKind, open: string[]): Promise<ReadonlyMap<string, string>> {
  try {
    const { wonders = [] } = await curia.rest.get('/v1/statistics/{kind}/draft', { params: { kind }, query: { open } })
    return new Map(
      wonders.map(({ id, taken, won }) => [
        id,
        t('statistics.pick', {
          first: percentOf((taken.times ?? 0) / taken.n),
          won: won.times === undefined ? '–' : percentOf(won.times / won.n),
        }),
      ]),
    )
  } catch {
    // The replay does without.
    return new Map()
  }
}
