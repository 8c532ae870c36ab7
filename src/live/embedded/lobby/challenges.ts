import type { MatchHeader } from '../../../record/index.ts'
import type {
  AcceptedChallenge,
  ChallengeStore,
  NewChallenge,
  PlayerChallenges,
  StoredChallenge,
} from '../../lobby/index.ts'
import { LOBBY_RETENTION } from '../../lobby/index.ts'
import { ExpiringMap } from './expiring.ts'
import type { Steps } from './steps.ts'

export class EmbeddedChallenges implements ChallengeStore {
  readonly #steps: Steps
  /** By sender and the sender's id for the command. */
  readonly #sent: ExpiringMap<StoredChallenge>
  /** By challenge. */
  readonly #accepted: ExpiringMap<AcceptedChallenge>
  /** By id, the oldest first, with the header that was proposed first. */
  readonly #open = new Map<string, { challenge: StoredChallenge; header: MatchHeader | null }>()

  constructor(steps: Steps) {
    this.#steps = steps
    this.#sent = new ExpiringMap(LOBBY_RETENTION.challengeMs, steps.clock)
    this.#accepted = new ExpiringMap(LOBBY_RETENTION.challengeMs, steps.clock)
  }

  async open(
    request: NewChallenge,
    ttlMs: number,
    most: { sent: number; received: number },
    actionId?: string,
  ): Promise<StoredChallenge | 'sender' | 'receiver'> {
    const now = this.#begin()
    const { from, to } = request
    const before = actionId === undefined ? undefined : this.#sent.get(`${from.id} ${actionId}`)
    if (before) return structuredClone(before)
    if (this.#of(from.id).sent.length >= most.sent) return 'sender'
    if (this.#of(to.id).received.length >= most.received) return 'receiver'
    const challenge = structuredClone({ ...request, createdAt: now, expiresAt: now + ttlMs })
    this.#open.set(challenge.id, { challenge, header: null })
    if (actionId !== undefined) this.#sent.set(`${from.id} ${actionId}`, challenge)
    this.#steps.publish({ type: 'challenged', challenge })
    return structuredClone(challenge)
  }

  async sent(player: string, actionId: string): Promise<StoredChallenge | null> {
    this.#begin()
    return structuredClone(this.#sent.get(`${player} ${actionId}`) ?? null)
  }

  async get(id: string): Promise<StoredChallenge | null> {
    this.#begin()
    return structuredClone(this.#open.get(id)?.challenge ?? null)
  }

  async accepted(id: string): Promise<AcceptedChallenge | null> {
    this.#begin()
    return structuredClone(this.#accepted.get(id) ?? null)
  }

  async of(player: string): Promise<PlayerChallenges> {
    this.#begin()
    return structuredClone(this.#of(player))
  }

  #of(player: string): PlayerChallenges {
    const all = [...this.#open.values()].map(({ challenge }) => challenge).reverse()
    return { received: all.filter(({ to }) => to.id === player), sent: all.filter(({ from }) => from.id === player) }
  }

  async propose(id: string, header: MatchHeader): Promise<MatchHeader | null> {
    this.#begin()
    const open = this.#open.get(id)
    return open ? structuredClone((open.header ??= structuredClone(header))) : null
  }

  async close(id: string, reason: 'accepted' | 'declined' | 'withdrawn', match?: string): Promise<boolean> {
    this.#begin()
    const open = this.#open.get(id)
    if (!open || (reason !== 'accepted' && open.header)) return false
    const { challenge } = open
    this.#open.delete(id)
    if (match !== undefined) this.#accepted.set(id, { player: challenge.to.id, match })
    this.#steps.publish({ type: 'challenge-closed', challenge, reason, ...(match !== undefined && { match }) })
    return true
  }

  async expire(): Promise<void> {
    this.#begin()
  }

  /** The time of an operation that begins, after the closing of the challenges that have expired. */
  #begin(): number {
    const now = this.#steps.begin()
    for (const [id, { challenge }] of this.#open) {
      if (challenge.expiresAt > now) continue
      this.#open.delete(id)
      this.#steps.publish({ type: 'challenge-closed', challenge, reason: 'expired' })
    }
    return now
  }
}
