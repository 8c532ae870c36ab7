import type { BotLevel, GameKind, GameOptions } from '../protocol/index.ts'

/** A deal of the day, also after it has opened. Times are ms since 1970. */
export interface SealedDeal {
  id: string
  kind: GameKind
  options: GameOptions
  /** Version of the rules by which the seed gives it. */
  rules: string
  seed: string
  sealedUntil: number
  level: BotLevel
}

/** The deals of the day, and in which matches they are played. All methods throw CodedError `unavailable`. */
export interface SealedDeals {
  /** The deal of the day with this id, if it has begun; null if there is none. */
  find(id: string): Promise<SealedDeal | null>
  /**
   * The id of the match in which a player plays a deal: of the first call that asked for it, whether there is such a match
   * yet or not. @throws CodedError `no-bots` if this server would not play as the bot of the deal does.
   */
  begin(deal: string, player: string): Promise<string>
  /** The same with another id, if it was `match` until now. */
  replace(deal: string, player: string, match: string): Promise<string>
}

export const noSealedDeals: SealedDeals = {
  find: () => Promise.resolve(null),
  begin: () => Promise.reject(new Error('there are no deals of the day')),
  replace: () => Promise.reject(new Error('there are no deals of the day')),
}
