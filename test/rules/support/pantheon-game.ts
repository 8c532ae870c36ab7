import type {
  ActivationPrice,
  BuildingId,
  DivinityId,
  MatchState,
  PantheonCardId,
  TokenId,
} from '../../../src/rules/index.ts'
import { price } from '../../../src/rules/index.ts'
import { AgoraGame } from './agora-game.ts'
import type { Mythology } from './data.ts'
import type { Player } from './game.ts'
import type { OfferingSet, Space, TrackToken } from './pantheon-actions.ts'
import { activate } from './pantheon-actions.ts'

/** A match with Pantheon at one moment, with Agora or without it. */
export class PantheonGame extends AgoraGame {
  // Actions. Each throws RuleViolation if it is not legal.

  activate(space: Space, offerings: OfferingSet = 'none'): this {
    return this.act(activate(space, offerings))
  }

  // Queries.

  /** The offered activations, as space and set of Offering tokens. */
  activations(): [Space, OfferingSet][] {
    return this.legal().flatMap((action) =>
      action.type === 'activate-divinity' ? [[action.space, action.offerings] as [Space, OfferingSet]] : [],
    )
  }

  /** The price of an activation for the mover, whether or not it is affordable. */
  activationPrice(space: Space, offerings: OfferingSet = 'none'): ActivationPrice {
    return price(this.withCoins(1000).state, activate(space, offerings)) as ActivationPrice
  }

  /** The prices of the spaces for the mover. */
  activationPrices(...spaces: readonly Space[]): number[] {
    return spaces.map((space) => this.activationPrice(space).total)
  }

  private get pantheon(): NonNullable<MatchState['pantheon']> {
    return this.state.pantheon!
  }

  private ofCity(player: Player): NonNullable<MatchState['cities'][0]['pantheon']> {
    return this.city(player).pantheon!
  }

  /** The card on each space; null if it is empty. */
  spaces(): (PantheonCardId | null)[] {
    return this.pantheon.spaces.map((placed) => placed?.card ?? null)
  }

  /** The deck of a mythology, top first. */
  deck(mythology: Mythology): readonly DivinityId[] {
    return this.pantheon.decks[mythology]
  }

  /** The progress tokens on Enki. */
  get enki(): readonly TokenId[] {
    return this.pantheon.enki
  }

  get minerva(): number | null {
    return this.pantheon.minerva
  }

  /** Tokens that still lie on the structure, by slot. */
  slotTokens(): Record<number, string> {
    return Object.fromEntries(
      this.pantheon.slotTokens.flatMap((token, slot) => (token === null ? [] : [[slot, token]])),
    )
  }

  /** What a player has activated, in order. */
  divinities(player: Player): readonly PantheonCardId[] {
    return this.ofCity(player).divinities
  }

  mythologyTokens(player: Player): readonly string[] {
    return this.ofCity(player).mythologyTokens
  }

  /** The discounts of a player's Offering tokens. */
  offerings(player: Player): number[] {
    return this.ofCity(player).offeringTokens.map((token) => Number(token.split('-')[1]))
  }

  /** Coins on Astarte. */
  stored(player: Player): number {
    return this.ofCity(player).storedCoins
  }

  snake(player: Player): BuildingId | null {
    return this.ofCity(player).snake
  }

  /** Military tokens on the track. */
  track(): TrackToken[] {
    return ([0, 1] as const).flatMap((side) =>
      this.state.militaryTokens[side].map((token): TrackToken => `${side}/${token}`),
    )
  }
}
