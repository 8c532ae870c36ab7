import type { Challenge } from '../../../protocol/index.ts'
import type { MatchHeader } from '../../../record/index.ts'
import type { NewChallenge, PlayerChallenges } from '../../lobby-port.ts'

/** The open challenges. */
export class Challenges {
  /** By id, the oldest first, with the header that was proposed first. */
  readonly #open = new Map<string, { challenge: Challenge; header: MatchHeader | null }>()

  open(
    request: NewChallenge, ttlMs: number, most: { sent: number; received: number }, now: number,
  ): Challenge | 'sender' | 'receiver' {
    if (this.of(request.from.id).sent.length >= most.sent) return 'sender'
    if (this.of(request.to.id).received.length >= most.received) return 'receiver'
    const challenge = structuredClone({ ...request, createdAt: now, expiresAt: now + ttlMs })
    this.#open.set(challenge.id, { challenge, header: null })
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

  delete(id: string): void {
    this.#open.delete(id)
  }

  expired(now: number): Challenge[] {
    return [...this.#open.values()].flatMap(({ challenge }) => (challenge.expiresAt <= now ? [challenge] : []))
  }
}
