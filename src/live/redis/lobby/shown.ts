import { hasBot } from '../../../protocol/index.ts'
import type { ShownMatch, ShownStore } from '../../lobby/index.ts'
import { MOST_SHOWN } from '../../lobby/index.ts'
import { ratingOf } from '../../lobby/places.ts'
import { couplesOf, portionsOf } from './portions.ts'
import type { RunScript } from './scripts/index.ts'
import type { ShownReplies } from './scripts/shown.ts'

export const redisShown = (run: RunScript<ShownReplies>): ShownStore => ({
  show: (match) => {
    const { match: id, kind, terms, players } = match
    const [text, rating] = [JSON.stringify(match), ratingOf(match) ?? '']
    const bots = Number(hasBot(Object.values(players)))
    return run('lobbyShowMatch', id, text, kind, terms.clock, bots, rating, MOST_SHOWN)
  },
  hide: (match) => run('lobbyHideMatch', match),
  has: async (match) => (await run('lobbyIsShown', match)) === 1,
  playedBy: async (players) => {
    const played = new Map<string, string>()
    for (const portion of portionsOf(players)) {
      for (const [player, match] of couplesOf(await run('lobbyShownOf', ...portion))) played.set(player, match)
    }
    return played
  },
  list: async ({ order, kind, clock, bots, limit, after }) => {
    const seats = bots === undefined ? '*' : Number(bots)
    const listed = await run('lobbyListShown', order, kind ?? '*', clock ?? '*', seats, limit, after ?? '')
    return couplesOf(listed).map(([text, place]) => ({ match: JSON.parse(text) as ShownMatch, place: Number(place) }))
  },
  claim: (limit, everyMs) => run('lobbyClaimShown', limit, everyMs),
})
