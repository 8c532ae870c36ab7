import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { Socket } from 'socket.io-client'
import { io } from 'socket.io-client'
import type { GatewayOptions } from '../../src/gateway/index.ts'
import { Gateway } from '../../src/gateway/index.ts'
import { MessageRate } from '../../src/limits/index.ts'
import type { LobbyOptions } from '../../src/lobby/index.ts'
import type { Matches } from '../../src/matches/index.ts'
import { createTokens } from '../../src/players/index.ts'
import type {
  CommittedAnswer,
  ErrorBody,
  MatchServerEvent,
  PlayerRef,
  Update,
  ViewAnswer,
} from '../../src/protocol/index.ts'
import { commandNamed, errorsOfCommand } from '../../src/protocol/index.ts'
import { Follower } from './follower.ts'
import { openLobby } from './lobby.ts'
import { openMatches } from './match.ts'
import { MemoryBackend, MemoryStore } from './memory-store.ts'
import { newPlayer } from './players.ts'

/** What any event is answered with. */
export type Reply<T = object> = (T & { ok: true }) | ErrorBody

/** Events about one match. */
const MATCH_EVENT = /^(match|chat|series):/

/** A client on a socket of its own, which folds whatever matches it watches. */
export class Client {
  readonly player: PlayerRef
  readonly socket: Socket
  /** By match. */
  readonly following = new Map<string, Follower>()
  /** Everything that was received, answers included, as text. */
  readonly received: { match: string | undefined; version: number | undefined; text: string }[] = []
  /** What came outside of any answer, by event. */
  readonly events: [string, unknown][] = []

  /** Called with each answer, before the code that awaits the answer. */
  onReply: (reply: Reply) => void = () => undefined

  constructor(
    url: string,
    player: PlayerRef,
    auth: { token?: unknown },
    transports = ['websocket'],
    extraHeaders: Record<string, string> = {},
  ) {
    this.player = player
    this.socket = io(url, { auth, transports, extraHeaders, reconnection: false, forceNew: true })
    this.socket.onAny((event: string, payload: unknown) => {
      this.events.push([event, payload])
      this.#record(payload)
      if (MATCH_EVENT.test(event)) this.#notify({ event, payload } as MatchServerEvent)
    })
  }

  #notify(event: MatchServerEvent): void {
    this.follower(event.payload.match).notify(event)
  }

  follower(match: string): Follower {
    let follower = this.following.get(match)
    if (!follower) this.following.set(match, (follower = new Follower()))
    return follower
  }

  #record(payload: unknown): void {
    const { match, version, snapshot } = payload as { match?: string; version?: number; snapshot?: { match: string } }
    this.received.push({ match: match ?? snapshot?.match, version, text: JSON.stringify(payload) })
  }

  /** Sends anything, and gives back the answer. */
  send<T = object>(event: string, ...payload: unknown[]): Promise<Reply<T>> {
    return new Promise((resolve, reject) => {
      this.socket.timeout(60_000).emit(event, ...payload, (failure: Error | null, reply: Reply<T>) => {
        if (failure) {
          reject(failure)
          return
        }
        this.#record(reply)
        this.onReply(reply)
        const command = commandNamed(event)
        if (!reply.ok && command && !errorsOfCommand(command).includes(reply.error.code)) {
          reject(new Error(`${event} does not declare the error ${reply.error.code}`))
          return
        }
        // Here and not where the promise is awaited: the first update may follow in the same breath.
        if (reply.ok && 'snapshot' in reply) this.#begin(reply as unknown as ViewAnswer)
        if (reply.ok && 'update' in reply) this.#notify({ event: 'match:update', payload: reply.update as Update })
        resolve(reply)
      })
    })
  }

  #begin(answer: ViewAnswer): void {
    const follower = new Follower()
    follower.start(answer)
    this.following.set(answer.snapshot.match, follower)
  }

  /** Sends what must go well. Gives back what the answer says in addition to that. */
  async ask<T>(event: string, payload: unknown): Promise<T> {
    const reply = await this.send<T>(event, payload)
    if (!reply.ok) throw new Error(`${event} was answered with ${JSON.stringify(reply.error)}`)
    return Object.fromEntries(Object.entries(reply).filter(([key]) => key !== 'ok')) as T
  }

  /** Creates, joins or watches; from then on the match is followed. */
  enter(event: 'match:create' | 'match:join' | 'match:watch', payload: object): Promise<ViewAnswer> {
    return this.ask(event, payload)
  }

  act(request: object): Promise<Reply<CommittedAnswer>> {
    return this.send('match:act', request)
  }

  /** Resolves when this connection is closed, by whomever. */
  gone(): Promise<unknown> {
    return new Promise((resolve) => this.socket.once('disconnect', resolve))
  }

  close(): void {
    this.socket.disconnect()
  }
}

/** A gateway on a free port, over matches and a lobby in memory. */
export async function openGateway(options: Partial<GatewayOptions> = {}, lobbyOptions: Partial<LobbyOptions> = {}) {
  const backend = new MemoryBackend(77)
  const store = new MemoryStore(backend)
  const matches: Matches = openMatches({ store })
  const lobby = openLobby(matches, store, lobbyOptions)
  const tokens = createTokens('the secret of the tests, long enough', 3_600_000)
  const server = createServer()
  const gateway = await Gateway.open({
    server,
    matches,
    lobby,
    authenticate: (token) => tokens.verify(token),
    logger: pino({ level: 'silent' }),
    ...options,
    rate: options.rate ?? new MessageRate(10_000),
    limits: { handshakesPerMinute: 100_000, ...options.limits },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clients: Client[] = []

  /** A client that says of itself what the test gives, and may not get in. */
  const enter = (auth: object, headers?: Record<string, string>, transports?: string[]): Client => {
    const client = new Client(url, newPlayer('Nobody'), auth, transports, headers)
    clients.push(client)
    return client
  }
  /** A client that may not get in. */
  const dial = (token: unknown, transports?: string[]): Client => enter({ token }, undefined, transports)
  /** A client that is in: somebody new, or a player once more. */
  const connect = async (who: string | PlayerRef, transports?: string[], options: object = {}): Promise<Client> => {
    const player = typeof who === 'string' ? newPlayer(who) : who
    const client = new Client(url, player, { token: (await tokens.issue(player)).token, ...options }, transports)
    clients.push(client)
    await new Promise<void>((resolve, reject) => {
      client.socket.once('connect', resolve)
      client.socket.once('connect_error', reject)
    })
    return client
  }
  /** Two clients in a match that has begun, by seat. */
  const seatTwo = async (
    options: object = {},
    terms: object = {},
  ): Promise<{ match: string; clients: [Client, Client] }> => {
    const [ada, bo] = [await connect('Ada'), await connect('Bo')]
    // The seats of a rated match are drawn.
    const seat = 'rated' in terms && terms.rated === true ? 'random' : 0
    const { snapshot } = await ada.enter('match:create', { options, seat, ...terms })
    const joined = await bo.enter('match:join', { code: snapshot.code })
    await ada.follower(snapshot.match).reached(1)
    return { match: snapshot.match, clients: joined.snapshot.you === 1 ? [ada, bo] : [bo, ada] }
  }
  const close = async (): Promise<void> => {
    for (const client of clients) client.close()
    await gateway.drain(1_000)
    await lobby.close()
    await matches.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { backend, store, matches, lobby, gateway, server, url, tokens, enter, dial, connect, seatTwo, close }
}

export type TestGateway = Awaited<ReturnType<typeof openGateway>>

/** The error of a client that is not admitted. */
export const refusal = (client: Client): Promise<{ message: string; data: { code: string; message: string } }> =>
  new Promise((resolve, reject) => {
    client.socket.once('connect_error', (error) => resolve(error as never))
    client.socket.once('connect', () => reject(new Error('it was let in')))
  })

/** The code that a message is refused with; '' if it is not. */
export const refused = (reply: Reply): string => (reply.ok ? '' : reply.error.code)
