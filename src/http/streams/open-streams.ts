import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BeginWatch } from '../../commands/index.ts'
import { COME_BACK, comeBackLater, Watch } from '../../commands/index.ts'
import { Counts } from '../../limits/index.ts'
import type { Identity } from '../../players/index.ts'
import type { EventTo, SessionEnded, StreamEvent } from '../../protocol/index.ts'
import { CodedError, LIMITS } from '../../protocol/index.ts'
import { onAbort } from '../../time/index.ts'
import type { Parts } from '../parts.ts'
import { whileValid } from '../valid-session.ts'
import type { Ids } from './event-stream.ts'
import { EventStream } from './event-stream.ts'

/** What goes on in a stream after its beginning: any event of a socket. */
export type PassedOn = EventTo<'viewers' | 'own-matches' | 'player'>

/** Begins the events of a stream: those with which it begins, and what ends them. */
type Begin = BeginWatch<PassedOn, { first: StreamEvent[] }>

type StreamsParts = Pick<Parts, 'sessions' | 'stopping' | 'figures' | 'connectionsPerAddress' | 'disturbances'>

/** The streams that are open on this node: how many there may be, and what ends them. */
export class OpenStreams {
  readonly #parts: StreamsParts
  /** By stream, whose it is; null for someone without a token. */
  readonly #open = new Map<EventStream, Identity | null>()
  readonly #ofPlayers = new Counts()
  readonly #ofAddresses = new Counts()

  constructor(parts: StreamsParts) {
    this.#parts = parts
    const { sessions, stopping, figures, disturbances } = parts
    sessions.onEnded((ended) => this.#end(({ session }) => ended.has(session), sessionEnded('revoked')))
    sessions.sanctions.subscribe({
      banned: (players) => this.#end(({ player }) => players.has(player.id), sessionEnded('banned')),
      // The next stream has the new name.
      renamed: (players) => this.#end(({ player }) => players.has(player.id), COME_BACK),
    })
    const sendAway = (): void => {
      for (const stream of this.#open.keys()) stream.end(comeBackLater())
    }
    onAbort(stopping, sendAway)
    disturbances?.on('drain', sendAway)
    figures.show('curia_streams', () => this.#open.size)
  }

  #end(isMeant: (identity: Identity) => boolean, last: StreamEvent): void {
    for (const [stream, identity] of this.#open) if (identity && isMeant(identity)) stream.end(last)
  }

  /**
   * Answers a request with the events that begin with `begin`, until the client, the session or the server ends the
   * stream. Until it begins, a failure is answered like that of any route.
   * @throws CodedError `limit-reached`, `draining`, those of tokens, and as `begin`.
   */
  async answer(request: FastifyRequest, reply: FastifyReply, ids: Ids, begin: Begin): Promise<FastifyReply> {
    const { identity, address } = request
    const { sessions, stopping } = this.#parts
    const leave = this.#admit(identity, address)
    const stream = new EventStream(reply.raw, ids)
    const watch = new Watch<PassedOn>((event) => this.#pass(stream, identity, event))
    let isClosed = false
    reply.raw.once('close', () => {
      isClosed = true
      leave()
      this.#open.delete(stream)
      void watch.stop()
    })
    try {
      const { first } = await whileValid(sessions, identity, [], () => watch.begin(begin))
      if (identity) sessions.sanctions.requireAdmitted(identity.player.id)
      if (stopping.aborted) throw new CodedError('draining')
      reply.hijack()
      if (isClosed) return reply
      this.#open.set(stream, identity)
      stream.open(reply.getHeaders(), () => this.#endIfExpired(stream, identity))
      for (const event of first) stream.send(event)
      watch.release()
      return reply
    } catch (error) {
      leave()
      await watch.stop()
      throw error
    }
  }

  #pass(stream: EventStream, identity: Identity | null, event: PassedOn): void {
    if (this.#endIfExpired(stream, identity)) return
    stream.send(event)
    if (event.event === 'match:expired') stream.end()
  }

  /** Ends the stream of a token that has expired. */
  #endIfExpired(stream: EventStream, identity: Identity | null): boolean {
    const isExpired = identity !== null && identity.expiresAt <= Date.now()
    if (isExpired) stream.end(sessionEnded('expired'))
    return isExpired
  }

  /** Counts a stream until the returned function is called. @throws CodedError `limit-reached` */
  #admit(identity: Identity | null, address: string): () => void {
    const { connectionsPerAddress } = this.#parts
    requireRoom(this.#ofAddresses, address, connectionsPerAddress)
    if (identity) requireRoom(this.#ofPlayers, identity.player.id, LIMITS.streamsPerPlayer)
    const counted = [this.#ofAddresses.add(address), ...(identity ? [this.#ofPlayers.add(identity.player.id)] : [])]
    return () => counted.forEach((leave) => leave())
  }
}

const sessionEnded = (reason: SessionEnded['reason']): StreamEvent => ({ event: 'session:ended', payload: { reason } })

function requireRoom(counts: Counts, owner: string, limit: number): void {
  if (counts.of(owner) < limit) return
  throw new CodedError('limit-reached', `One client has at most ${limit} streams.`, { limit })
}
