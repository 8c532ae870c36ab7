import type { Action, CardId, ConspiracyId, DecreeId, SenatorId, WonderId } from '../../../src/rules/index.ts'
import type { Chamber } from './agora-actions.ts'
import { isSenator } from './agora-position.ts'
import type { Player } from './game.ts'
import { Game, playerOf } from './game.ts'

/** A match of Agora at one moment. */
export class AgoraGame extends Game {
  // Actions. Each throws RuleViolation if it is not legal.

  recruit(senator: SenatorId): this {
    return this.act(this.recruiting(senator))
  }

  /** Prepares a conspiracy with a card, by default any accessible one. */
  prepare(conspiracy: ConspiracyId, using?: CardId): this {
    return this.act(this.preparing(conspiracy, using))
  }

  // The same actions as values.

  recruiting(senator: SenatorId): Action {
    return { type: 'recruit-senator', slot: this.slotOf(senator) }
  }

  preparing(conspiracy: ConspiracyId, using?: CardId): Action {
    return { type: 'prepare-conspiracy', slot: using ? this.slotOf(using) : this.anySlot(), conspiracy }
  }

  override toConstruct(item: CardId | WonderId): Action {
    return isSenator(item as CardId) ? this.recruiting(item as SenatorId) : super.toConstruct(item)
  }

  // Queries.

  /** Cubes in a chamber, A's first. */
  cubes(chamber: Chamber): string {
    return this.state.senate!.cubes[chamber - 1]!.join('-')
  }

  /** Who controls a chamber, as everybody sees it. */
  controller(chamber: Chamber): Player | 'nobody' {
    const { controller } = this.view('spectator').senate![chamber]
    return controller === undefined ? 'nobody' : playerOf(controller)
  }

  /** The decrees in a chamber; those that lie face down are left out. */
  decrees(chamber: Chamber): DecreeId[] {
    return this.state.senate!.decrees[chamber - 1]!.flatMap(({ id, faceUp }) => (faceUp ? [id] : []))
  }

  /** Chambers with a decree that lies face down. */
  faceDownDecrees(): number[] {
    return this.state.senate!.decrees.flatMap((laid, index) => (laid.some(({ faceUp }) => !faceUp) ? [index + 1] : []))
  }

  reserve(player: Player): number {
    return this.city(player).reserve
  }

  senators(player: Player): readonly SenatorId[] {
    return this.city(player).senators
  }

  /** A player's conspiracies in order of acquisition, each with what has become of it. */
  conspiracies(player: Player): string[] {
    return this.city(player).conspiracies.map(({ id, state }) => `${id} ${state}`)
  }

  /** Conspiracies that the player to act can trigger now. */
  triggers(): ConspiracyId[] {
    return this.legal().flatMap((action) => (action.type === 'trigger-conspiracy' ? [action.conspiracy] : []))
  }

  /** Senate actions that the politician has left. */
  get left(): number | undefined {
    return this.view('spectator').decision?.left
  }
}
