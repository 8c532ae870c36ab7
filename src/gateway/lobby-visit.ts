import type { Lobby } from '../lobby/index.ts'
import type {
  ChallengeRequest, PlayerRef, PublicMatchesRequest, QueueAnswer, QueueJoinRequest, ServerEvent,
} from '../protocol/index.ts'
import type { Answer } from './answer.ts'
import { ExclusiveWatch } from './exclusive-watch.ts'

/** What one connection does in the lobby. */
export class LobbyVisit {
  readonly #lobby: Lobby
  readonly #player: PlayerRef
  /** The list of tables, and its changes. */
  readonly tables: ExclusiveWatch
  #closed = false

  constructor(lobby: Lobby, player: PlayerRef, send: (event: ServerEvent) => void) {
    this.#lobby = lobby
    this.#player = player
    this.tables = new ExclusiveWatch(send, (push) =>
      lobby.tables.watch({ changed: (change) => push({ event: 'lobby:tables', payload: change }) }),
    )
  }

  /** Joins a pool; the player waits as long as this connection lasts, and for a grace. @throws CodedError as `Queue.join`. */
  async join(request: QueueJoinRequest): Promise<Answer> {
    return this.#retained(await this.#lobby.queue.join(this.#player, request))
  }

  /** A player who waits does so from now on also as long as this connection lasts. @throws CodedError as `Queue.status`. */
  async status(): Promise<Answer> {
    return this.#retained(await this.#lobby.queue.status(this.#player.id))
  }

  async leave(): Promise<Answer> {
    return { answer: await this.#lobby.queue.leave(this.#player.id) }
  }

  #retained(answer: QueueAnswer): Answer {
    if (answer.status === 'waiting' && !this.#closed) this.#lobby.queue.retain(this.#player.id, answer.pool, this)
    return { answer }
  }

  /** A page of the public matches in play. @throws CodedError as `PublicMatches.page`. */
  async publicMatches(request: PublicMatchesRequest): Promise<Answer> {
    return { answer: await this.#lobby.publicMatches.page(request) }
  }

  /** Challenges a player. @throws CodedError as `Challenges.send`. */
  async challenge(request: ChallengeRequest): Promise<Answer> {
    return { answer: { challenge: await this.#lobby.challenges.send(this.#player, request) } }
  }

  async challenges(): Promise<Answer> {
    return { answer: await this.#lobby.challenges.list(this.#player) }
  }

  /** Accepts a challenge. @throws CodedError as `Challenges.accept`. */
  async accept(challenge: string): Promise<Answer> {
    return { answer: { match: await this.#lobby.challenges.accept(this.#player, challenge) } }
  }

  /** Declines or withdraws a challenge. @throws CodedError as `Challenges.close`. */
  async closeChallenge(challenge: string): Promise<Answer> {
    await this.#lobby.challenges.close(this.#player, challenge)
    return { answer: {} }
  }

  close(): void {
    this.#closed = true
    this.#lobby.queue.release(this.#player.id, this)
    this.tables.close()
  }
}
