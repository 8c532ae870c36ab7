import type { InvitationAnswer } from '../protocol/index.ts'
import { CodedError, hasBot, ratingKind } from '../protocol/index.ts'
import type { LobbyMatches, RatingOf } from './matches.ts'

interface InvitationsParts {
  matches: Pick<LobbyMatches, 'invitation'>
  ratingOf: RatingOf
}

/** What invitation codes lead to, for people who consider whether to sit down. */
export class Invitations {
  readonly #parts: InvitationsParts

  constructor(parts: InvitationsParts) {
    this.#parts = parts
  }

  /**
   * Who invites to what. The answer for a code that was used, has expired, or was never made is the same.
   * @throws CodedError `unknown-code`, `other-rules`, `unavailable`.
   */
  async read(code: string): Promise<InvitationAnswer> {
    const { matches, ratingOf } = this.#parts
    const snapshot = await matches.invitation(code)
    const host = snapshot && (snapshot.host ?? snapshot.players[0] ?? snapshot.players[1])
    if (!host) throw new CodedError('unknown-code')
    const { kind, options, terms, players, bids, deal, from, series, admits } = snapshot
    const rated = terms.rated ? ratingKind(kind, terms.clock, hasBot([host])) : null
    return {
      host,
      ...(rated && { rating: await ratingOf(host.id, rated) }),
      ...(!snapshot.host && { begins: players[0] ? ('host' as const) : ('guest' as const) }),
      ...(bids && { bid: true as const }),
      kind,
      options,
      terms,
      ...(deal !== undefined && { deal }),
      ...(from && { from }),
      ...(series && { series: { best: series.best } }),
      ...(admits && { admits }),
    }
  }
}
