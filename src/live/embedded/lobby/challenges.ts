import type { Challenge } from '../../../protocol/index.ts'
import type { MatchHeader } from '../../../record/index.ts'
import { LOBBY_RETENTION } from '../../lobby-port.ts'
import type { AcceptedChallenge, NewChallenge, PlayerChallenges } from '../../lobby-port.ts'
import { ExpiringMap } from './expiring.ts'

/** The open challenges, and what commands have done to challenges lately. */
export class Challenges {
  /** By sender and the sender's id for the command. */
  readonly #sent: ExpiringMap<Challenge>
  /** By challenge. */
  readonly #accepted: ExpiringMap<AcceptedChallenge>
  /** By id, the oldest first, with the header that was proposed first. */
  readonly #open = new Map<string, { challenge: Challenge; header: MatchHeader | null }>()

  /** @param clock the store's time (ms since 1970). */
  constructor(clock: () => number) {
    this.#sent = new ExpiringMap(LOBBY_RETENTION.challengeMs, clock)
    this.#accepted = new ExpiringMap(LOBBY_RETENTION.challengeMs, clock)
  }

  /** The challenge that a command of a player has opened. */
  sentBy(player: string, actionId: string): Challenge | null {
    return this.#sent.get(`${player} ${actionId}`) ?? null
  }

  accepted(id: string): AcceptedChallenge | null {
    return this.#accepted.get(id) ?? null
  }

  open(
    request: NewChallenge, ttlMs: number, most: { sent: number; received: number }, now: number, actionId?: string,
  ): Challenge | 'sender' | 'receiver' {
    if (this.of(request.from.id).sent.length >= most.sent) return 'sender'
    if (this.of(request.to.id).received.length >= most.received) return 'receiver'
    const challenge = structuredClone({ ...request, createdAt: now, expiresAt: now + ttlMs })
    this.#open.set(challenge.id, { challenge, header: null })
    if (actionId !== undefined) this.#sent.set(`${challenge.from.id} ${actionId}`, challenge)
    return challenge
  }

  get(id: string): Challenge | null {
    return this.#open.get(id)?.challenge ?? null
  }

  of(player: string): PlayerChallenges {
    const all = [...this.#open.values()].map(({ challenge }) => challenge).reverse()
    return { received: all.filter(({ to }) => to.id === player), sent: all.filter(({ from }) => from.id === player) }
  }

  propose(id: string, header: MatchHeader): MatchHeader | null {
    const open = this.#open.get(id)
    return open ? (open.header ??= structuredClone(header)) : null
  }

  /** Whether a match was proposed. */
  isAccepted(id: string): boolean {
    return (this.#open.get(id)?.header ?? null) !== null
  }

  /** @param match of a challenge that was accepted. */
  delete(id: string, match?: string): void {
    const challenge = this.get(id)
    this.#open.delete(id)
    if (challenge && match !== undefined) this.#accepted.set(id, { player: challenge.to.id, match })
  }

  expired(now: number): Challenge[] {
    return [...this.#open.values()].flatMap(({ challenge }) => (challenge.expiresAt <= now ? [challenge] : []))
  }
}
