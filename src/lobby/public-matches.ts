import type { Logger } from 'pino'
import type { LiveStore, ShownMatch, ShownStore } from '../live/index.ts'
import { fromCursor, pageOf, toCursor } from '../paging/index.ts'
import type { PublicMatchesAnswer, PublicMatchesRequest } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import { comparedBy, kindOf, originOf, shownPlace, termsOf } from '../record/index.ts'
import type { BackgroundWork } from '../time/index.ts'
import { startChecks } from './checks.ts'
import type { LobbyMatches, MatchInPlay, RatingOf } from './matches.ts'
import type { LobbyTimes } from './times.ts'

export interface PublicMatchesParts {
  store: ShownStore
  live: Pick<LiveStore, 'attendance'>
  matches: LobbyMatches
  ratingOf: RatingOf
  logger: Logger
  times: LobbyTimes
}

/** Matches that one poll checks. */
const MOST_CLAIMED = 200

/**
 * The matches in play that anyone may watch. A match is shown when it begins, and hidden when it ends. A match that a
 * node did not show because it died is shown when one of its players comes back. A match that a node did not hide is
 * hidden by a later poll.
 */
export class PublicMatches {
  readonly #parts: PublicMatchesParts
  readonly #polls: BackgroundWork

  constructor(parts: PublicMatchesParts) {
    const { store, matches, times, logger } = parts
    this.#parts = parts
    // Hides the matches whose end no node has reported.
    this.#polls = startChecks({
      claim: () => store.claim(MOST_CLAIMED, times.shownCheck),
      check: async (match) => {
        if (await matches.isOver(match)) await this.hide(match)
      },
      everyMs: times.poll,
      logger,
      failures: {
        round: 'the public matches could not be checked; the lobby tries again',
        item: 'a public match could not be checked; the lobby tries again',
      },
    })
  }

  /** Shows a match in play, unless it is private, or is shown already. @throws CodedError `unavailable`. */
  async show({ header, players, options, startedAt }: MatchInPlay): Promise<void> {
    const { store, ratingOf } = this.#parts
    const [kind, terms] = [kindOf(header), termsOf(header)]
    if (terms.visibility !== 'public' || (await store.has(header.id))) return
    const rated = comparedBy(header, players)
    const ratings = rated && (await Promise.all(players.map(({ id }) => ratingOf(id, rated))))
    const match: ShownMatch = {
      match: header.id,
      players: { 0: players[0], 1: players[1] },
      ...(ratings && { ratings: { 0: ratings[0]!, 1: ratings[1]! } }),
      kind,
      options,
      terms,
      origin: originOf(header),
      ...(header.series && { series: shownPlace(header.series) }),
      startedAt,
    }
    await store.show(match)
  }

  /** @throws CodedError `unavailable`. */
  async hide(match: string): Promise<void> {
    await this.#parts.store.hide(match)
  }

  /** By player, for those of some players who play a public match: one such match. @throws CodedError `unavailable`. */
  async playedBy(players: readonly string[]): Promise<Map<string, string>> {
    return this.#parts.store.playedBy(players)
  }

  /** A page of the matches, with their numbers of spectators. @throws CodedError `bad-cursor`, `unavailable`. */
  async page({ order, kind, clock, bots, limit, cursor }: PublicMatchesRequest): Promise<PublicMatchesAnswer> {
    const { store, live } = this.#parts
    // A list without this filter has the name that it had before there were bots.
    const list = ['public', order, kind, clock, ...(bots === undefined ? [] : [bots])]
    const after = cursor === undefined ? undefined : placeFromCursor(cursor, list)
    const listed = await store.list({ order, kind, clock, bots, limit: limit + 1, after })
    const { rows, next } = pageOf(listed, limit, ({ place }) => toCursor([place], list))
    const matches = await Promise.all(
      rows.map(async ({ match }) => ({ ...match, watchers: (await live.attendance(match.match)).watchers })),
    )
    return { matches, ...(next !== undefined && { next }) }
  }

  /** Resolves when what was begun is done. */
  stop(): Promise<void> {
    return this.#polls.stop()
  }
}

/** @throws CodedError `bad-cursor`. */
function placeFromCursor(cursor: string, list: unknown): number {
  const [place = '', ...more] = fromCursor(cursor, list)
  if (!/^\d{1,15}$/.test(place) || more.length > 0) throw new CodedError('bad-cursor')
  return Number(place)
}
