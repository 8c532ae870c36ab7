import type { Challenge } from '../../protocol/index.ts'
import type { MatchHeader } from '../../record/index.ts'

/** A challenge as it is stored: with the bid of its sender, which nobody is told before the other player has bid. */
export interface StoredChallenge extends Omit<Challenge, 'bid'> {
  bid?: number
}

/** A challenge that is to be opened. */
export type NewChallenge = Omit<StoredChallenge, 'createdAt' | 'expiresAt'>

/** What became of a challenge that was accepted. */
export interface AcceptedChallenge {
  /** The player who has accepted it. */
  player: string
  match: string
}

/** The open challenges of a player, the newest first. */
export interface PlayerChallenges {
  received: StoredChallenge[]
  sent: StoredChallenge[]
}

/** Challenges from one player to another. */
export interface ChallengeStore {
  /**
   * Opens a challenge for `ttlMs`. Resolves with it; or, changing nothing, with who has too many open ones: the player
   * who challenges may have sent `most.sent`, the other one may have received `most.received`. `actionId`: the sender's id
   * for this command. If it has opened a challenge before, the operation resolves with that one, as `sent` does, and
   * changes nothing.
   */
  open(
    challenge: NewChallenge,
    ttlMs: number,
    most: { sent: number; received: number },
    actionId?: string,
  ): Promise<StoredChallenge | 'sender' | 'receiver'>
  /**
   * The challenge that a command of a player has opened in the last `LOBBY_RETENTION.challengeMs`, as it was then: it may
   * be closed by now. Null if there is none.
   */
  sent(player: string, actionId: string): Promise<StoredChallenge | null>
  get(id: string): Promise<StoredChallenge | null>
  /**
   * The match of a challenge that was accepted in the last `LOBBY_RETENTION.challengeMs`, and who has accepted it; null if
   * there is none.
   */
  accepted(id: string): Promise<AcceptedChallenge | null>
  of(player: string): Promise<PlayerChallenges>
  /**
   * Proposes the header of the match of an open challenge. Resolves with the header that was proposed first; null if
   * the challenge is not open.
   */
  propose(id: string, header: MatchHeader): Promise<MatchHeader | null>
  /**
   * Closes a challenge. One whose match was proposed can only be closed as `accepted`. False: it was not open, or could
   * not be closed.
   */
  close(id: string, reason: 'accepted' | 'declined' | 'withdrawn', match?: string): Promise<boolean>
  /** Closes challenges that have expired. */
  expire(): Promise<void>
}
