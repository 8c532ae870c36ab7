import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { InjectOptions, Response } from 'light-my-request'
import { pino } from 'pino'
import type { App, Parts } from '../../src/http/index.ts'
import { createHttp } from '../../src/http/index.ts'
import { createAddresses, localLimiters, MessageRate, WorkQueue } from '../../src/limits/index.ts'
import { createLogger } from '../../src/logging.ts'
import { Matches } from '../../src/matches/index.ts'
import { Figures } from '../../src/metrics/index.ts'
import { addMeasure, Announcements, isModeratorIn, Moderation, Nodes, Overviews } from '../../src/moderation/index.ts'
import type { NotificationsParts } from '../../src/notifications/index.ts'
import { Notifications } from '../../src/notifications/index.ts'
import { createTokens, openPlayers } from '../../src/players/index.ts'
import type { CommitAnswer, ErrorBody, GameKind, RouteName, Snapshot, ViewAnswer } from '../../src/protocol/index.ts'
import { ALL_ROUTES, CodedError, DEFAULT_GAME_KIND, errorsOfRoute } from '../../src/protocol/index.ts'
import { Puzzles } from '../../src/puzzles/index.ts'
import type { TournamentsParts } from '../../src/tournaments/index.ts'
import { liveMatches, Tournaments } from '../../src/tournaments/index.ts'
import { PASSWORD } from './accounts.ts'
import { PATIENT_MS } from './accounts.ts'
import { openLobby } from './lobby.ts'
import { legalOf } from './match.ts'
import { MemoryArchive } from './memory-archive.ts'
import { MemoryStore } from './memory-store.ts'
import { noDatabase } from './no-database.ts'
import { newActionId } from './players.ts'
import { pick, seededRandom } from './random.ts'
import { ratedPlayers } from './rated-players.ts'

export const SECRET = 'the secret of the tests, long enough'

export type Answer<Body> = Pick<Response, 'statusCode' | 'headers'> & { body: Body }

/** A caller of the routes, with or without a token. */
export class Caller {
  readonly #app: App
  readonly id: string
  readonly name: string
  readonly token: string | undefined

  constructor(app: App, player?: { id: string; name: string }, token?: string) {
    this.#app = app
    this.id = player?.id ?? ''
    this.name = player?.name ?? ''
    this.token = token
  }

  async send<Body>(options: InjectOptions): Promise<Answer<Body>> {
    const response = await this.#app.inject({
      ...options,
      headers: { ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }), ...options.headers },
    })
    const { statusCode, headers, payload } = response
    return { statusCode, headers, body: (payload === '' ? undefined : JSON.parse(payload)) as Body }
  }

  get<Body>(url: string, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.send({ method: 'GET', url, headers })
  }

  post<Body>(url: string, body?: object): Promise<Answer<Body>> {
    return this.send({ method: 'POST', url, ...(body && { payload: body }) })
  }
}

/** The HTTP server over matches and games in memory; accounts are in a database, if one is given. */
export async function openHttp(
  change: Partial<Parts> = {},
  database = noDatabase,
  notified: Partial<NotificationsParts> = {},
  tournamentParts: Partial<TournamentsParts> = {},
) {
  const lines: string[] = []
  const log = createLogger('trace', { write: (line) => void lines.push(line) })
  const store = new MemoryStore()
  const archive = new MemoryArchive()
  const stop = new AbortController()
  const tokens = createTokens(SECRET, 3_600_000)
  const { limiters = localLimiters } = change
  const players = await openPlayers({
    database,
    tokens,
    limiters,
    log: pino({ level: 'silent' }),
    guestNameMs: PATIENT_MS,
    publicUrl: change.settings?.publicUrl,
  })
  const hasAccounts = database !== noDatabase
  const requireAccount = hasAccounts ? players.requireAccount : () => Promise.resolve()
  const rated = ratedPlayers({ requireAccount, ...(hasAccounts && { earlyEnds: players.earlyEnds }) })
  const announcements = new Announcements({ database, log })
  const { requireOpen } = announcements
  const matches = new Matches({ store, logger: log, requireTalk: players.requireTalk, requireOpen, rated })
  const lobby = openLobby(matches, store, { rated, requireOpen, ...(hasAccounts && { people: players.people }) })
  const checks = { needed: { live: () => store.ping() }, wanted: { history: () => archive.ping() } }
  const now = (): number => store.now()
  const puzzles = new Puzzles({ database, archive: change.archive ?? archive, weigher: null, now, log })
  const tournaments = new Tournaments({
    database,
    matches: liveMatches({ matches, live: store, archive }),
    tell: (told, event) => lobby.tell(told, event),
    ratingOf: () => archive.rating(),
    requireAccount,
    moderators: { isModerator: isModeratorIn, addMeasure },
    now,
    testMode: true,
    log,
    ...tournamentParts,
  })
  const nodes = new Nodes({
    database,
    release: '1.2.3',
    figures: () => ({ players: 0, matches: 0, threads: 2, busyThreads: 1 }),
    log,
  })
  const notifications = new Notifications({
    database,
    matches,
    lobby,
    tournaments,
    log,
    settings: { targets: 'public', vapidPrivateKey: undefined, vapidSubject: 'mailto:operator@localhost' },
    ...notified,
  })
  const parts: Parts = {
    work: new WorkQueue(),
    addresses: createAddresses([]),
    limiters: localLimiters,
    matches,
    lobby,
    archive,
    deals: { on: () => Promise.reject(new CodedError('unknown-deal')), get: () => Promise.resolve(null) },
    analyses: { get: () => Promise.reject(new CodedError('unavailable')) },
    ...players,
    moderation: new Moderation({ ...players, database, matches, lobby, log, archive: change.archive ?? archive }),
    announcements,
    overviews: new Overviews({
      database,
      nodes,
      backlog: () => store.backlog(),
      webhooks: () => notifications.atWebhooks(),
      lobby,
      announcements,
      playsBots: false,
    }),
    puzzles,
    tournaments,
    notifications,
    figures: new Figures(),
    log,
    checks,
    stopping: stop.signal,
    rate: new MessageRate(1_000_000),
    connectionsPerAddress: 200,
    settings: { corsOrigins: [], rates: { httpPerMinute: 1_000_000, guestsPerMinute: 1_000_000 } },
    ...change,
  }
  const routes: { url: string; methods: string[] }[] = []
  const surprises = new Set<string>()
  const app = await watched(
    (made) => {
      made.addHook('onRoute', ({ url, method }) => void routes.push({ url, methods: [method].flat() }))
      made.addHook('onSend', async (request, _reply, payload) => {
        const answer = undeclared(request, payload)
        if (answer !== null) surprises.add(answer)
      })
    },
    () => createHttp(parts),
  )
  const nobody = new Caller(app)
  const random = seededRandom(1)

  const guest = async (name: string): Promise<Caller> => {
    const { body } = await nobody.post<{ player: { id: string; name: string }; token: string }>('/v1/players', { name })
    return new Caller(app, body.player, body.token)
  }
  /** A new player with an account, which needs a database. */
  const account = async (name: string): Promise<Caller> => {
    const { body } = await (
      await guest(name)
    ).post<{ player: { id: string; name: string }; token: string }>('/v1/players/me/account', {
      name,
      password: PASSWORD,
    })
    return new Caller(app, body.player, body.token)
  }
  /** Two players who sit in a match that has begun; the first has seat 0. */
  const started = async (
    options = {},
    kind: GameKind = DEFAULT_GAME_KIND,
  ): Promise<{ match: string; players: [Caller, Caller] }> => {
    const [ada, bo] = [await guest('Ada'), await guest('Bo')]
    const { body } = await ada.post<ViewAnswer>('/v1/matches', {
      seat: 0,
      kind,
      options: { wonders: 'first-game', ...options },
    })
    await bo.post('/v1/matches/join', { code: body.snapshot.code })
    return { match: body.snapshot.match, players: [ada, bo] }
  }
  /**
   * Plays at most so many moves over HTTP, and returns the view of seat 0 after them. The views that moves are picked
   * from are read without HTTP, which would take most of the time.
   */
  const play = async (match: string, players: [Caller, Caller], moves = Infinity): Promise<ViewAnswer> => {
    for (let move = 0; ; move += 1) {
      const seat = (await matches.views.view(players[0], match)).snapshot.board?.toAct
      if (seat === undefined || move >= moves) return (await players[0].get<ViewAnswer>(`/v1/matches/${match}`)).body
      const { version, snapshot } = await matches.views.view(players[seat], match)
      await act(players[seat], match, version, snapshot)
    }
  }
  const act = async (player: Caller, match: string, version: number, snapshot: Snapshot): Promise<CommitAnswer> => {
    const answer = await player.post<CommitAnswer>(`/v1/matches/${match}/actions`, {
      actionId: newActionId(),
      version,
      action: pick(legalOf(snapshot), random),
    })
    if (answer.statusCode !== 200) throw new Error(`the action was refused: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const close = async (): Promise<void> => {
    await app.close()
    await parts.moderation.close()
    await parts.notifications.close()
    await announcements.close()
    await nodes.close()
    await puzzles.close()
    await tournaments.close()
    await players.close()
    await lobby.close()
    await matches.close()
    await store.close()
    if (surprises.size > 0) throw new Error(`errors that src/protocol does not declare: ${[...surprises].join(', ')}`)
  }
  /** Everything that was logged. */
  const logged = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return {
    app,
    routes,
    parts,
    logged,
    store,
    matches,
    lobby,
    archive,
    tokens,
    nobody,
    guest,
    account,
    started,
    play,
    stop,
    close,
  }
}

/** The route and the code of an answer whose error the documentation of the route does not declare; null if it does. */
function undeclared({ method, routeOptions: { url, schema } }: FastifyRequest, payload: unknown): string | null {
  if (url === undefined || !schema || schema.hide === true || typeof payload !== 'string') return null
  if (!payload.startsWith('{"ok":false,')) return null
  const { code } = (JSON.parse(payload) as ErrorBody).error
  // Of a path that has the form of another one: the route is that of the other one.
  if (code === 'method-not-allowed') return null
  const name = `${method === 'HEAD' ? 'GET' : method} ${url.replace(/:(\w+)/g, '{$1}')}`
  return errorsOfRoute(ALL_ROUTES.get(name as RouteName)!).has(code) ? null : `${name}: ${code}`
}

/** Makes an app, and sees it before it has any hook or route. */
function watched<T>(see: (app: FastifyInstance) => void, make: () => Promise<T>): Promise<T> {
  const receive = (message: unknown): void => see((message as { fastify: FastifyInstance }).fastify)
  subscribe('fastify.initialization', receive)
  try {
    return make()
  } finally {
    unsubscribe('fastify.initialization', receive)
  }
}

export type Http = Awaited<ReturnType<typeof openHttp>>

export const codeOf = ({ statusCode, body }: Answer<unknown>): [number, string] => [
  statusCode,
  (body as ErrorBody).error.code,
]
