import { pino } from 'pino'
import type { Attendance, LobbyStores, LobbySubscriber } from '../../src/live/index.ts'
import { openEmbeddedLobby } from '../../src/live/index.ts'
import type {
  LobbyMatches,
  LobbyOptions,
  LobbyTimes,
  People,
  QueueNews,
  QueueSubscriber,
  TablesWatcher,
} from '../../src/lobby/index.ts'
import { Lobby } from '../../src/lobby/index.ts'
import type { OpenTable, PlayerRef, Pool, Rating, TablesChange } from '../../src/protocol/index.ts'
import { CodedError, gameOptionsOf } from '../../src/protocol/index.ts'
import type { MatchHeader } from '../../src/record/index.ts'

export const BLITZ: Pool = { kind: 'base', clock: 'blitz', rated: false }
export const SLOW: Pool = { kind: 'agora', clock: 'slow', rated: false }
export const DAILY: Pool = { kind: 'base', clock: 'correspondence-1', rated: false }

/** Short intervals, so that a test does not wait for the clock of the machine. */
const QUICK: Partial<LobbyTimes> = { poll: 5, renewal: 5, tableChanges: 1, tableCheck: 0 }

export const RATING: Rating = { rating: 1500, deviation: 60, provisional: false, games: 40 }

/** Matches in memory. It knows only the matches that the lobby opened or a test started. */
export class FakeMatches implements LobbyMatches {
  /** By match. */
  readonly opened = new Map<string, { header: MatchHeader; players: [PlayerRef, PlayerRef]; times: number }>()
  readonly over = new Set<string>()
  /** The matches without a second player. */
  readonly waiting = new Set<string>()
  readonly cancelled: string[] = []
  /** What the lobby announced: a match and its players. */
  readonly starts: string[] = []
  interruptions = 0
  /** Players who were given a real-time match while they had another one. */
  readonly doubles: string[] = []
  /** While it is true, every call fails. */
  down = false
  readonly #listeners: Parameters<LobbyMatches['listen']>[0][] = []

  async open(header: MatchHeader, guest: PlayerRef): Promise<void> {
    await Promise.resolve()
    this.#check()
    const before = this.opened.get(header.id)
    const players: [PlayerRef, PlayerRef] = [header.host.player, guest]
    if (!before) this.doubles.push(...players.map(({ id }) => id).filter((id) => this.#plays(id)))
    this.opened.set(header.id, { header, players, times: (before?.times ?? 0) + 1 })
    if (!before) this.start(header, players)
  }

  async openPair(headers: readonly [MatchHeader, MatchHeader], guest: PlayerRef): Promise<void> {
    for (const header of headers) await this.open(header, guest)
  }

  /** None of these matches has an invitation that can be read. */
  async invitation(): Promise<null> {
    return null
  }

  async isWaiting(match: string): Promise<boolean> {
    return this.waiting.has(match)
  }

  async isOver(match: string): Promise<boolean> {
    this.#check()
    return this.over.has(match) || !this.opened.has(match)
  }

  async cancel(match: string): Promise<void> {
    this.#check()
    this.cancelled.push(match)
  }

  announced(match: string, players: readonly string[]): void {
    this.starts.push(`${match} ${players.join(' ')}`)
  }

  interrupted(): void {
    this.interruptions += 1
  }

  listen(listener: Parameters<LobbyMatches['listen']>[0]): void {
    this.#listeners.push(listener)
  }

  /** Does what happens when a player creates a match. */
  async create(header: MatchHeader): Promise<void> {
    for (const listener of this.#listeners) await listener.creating(header)
    for (const listener of this.#listeners) listener.created(header)
  }

  start(header: MatchHeader, players: [PlayerRef, PlayerRef]): void {
    this.opened.set(header.id, this.opened.get(header.id) ?? { header, players, times: 1 })
    // One node, the first one, reports it.
    this.#listeners[0]!.started(header, players)
    this.return(header.id, this.#listeners[0])
  }

  /** One of its players watches a match again, at the last node that was opened. */
  return(match: string, listener = this.#listeners.at(-1)!): void {
    const { header, players } = this.opened.get(match)!
    listener.playing({ header, options: gameOptionsOf(header.options), players, startedAt: 1_000 })
  }

  end(match: string): void {
    const { header, players } = this.opened.get(match)!
    this.over.add(match)
    this.#listeners.at(-1)!.ended(header, players)
  }

  /** The only match that was opened. */
  get only(): { header: MatchHeader; players: [PlayerRef, PlayerRef]; times: number } {
    if (this.opened.size !== 1) throw new Error(`${this.opened.size} matches were opened`)
    return [...this.opened.values()][0]!
  }

  #plays(player: string): boolean {
    return [...this.opened].some(
      ([match, { header, players }]) =>
        !this.over.has(match) &&
        !header.terms!.clock.startsWith('correspondence') &&
        players.some(({ id }) => id === player),
    )
  }

  #check(): void {
    if (this.down) throw new CodedError('unavailable')
  }
}

/** Records what a node notifies players of. */
export class QueueRecorder implements QueueSubscriber {
  readonly #byPlayer = new Map<string, string[]>()

  news({ type, player, payload }: QueueNews): void {
    const what = 'reason' in payload ? payload.reason : type
    const match = 'match' in payload ? [payload.match] : []
    this.#of(player).push([what, payload.pool.clock, ...match].join(' '))
  }

  /** The news about a player, in the order of its arrival. */
  of({ id }: PlayerRef): string[] {
    return this.#of(id)
  }

  #of(id: string): string[] {
    const recorded = this.#byPlayer.get(id) ?? []
    this.#byPlayer.set(id, recorded)
    return recorded
  }
}

/** A client that maintains the list of tables by the changes that it is sent. */
export class ListReplica implements TablesWatcher {
  tables: OpenTable[] = []
  readonly changes: TablesChange[] = []

  changed(change: TablesChange): void {
    this.changes.push(change)
    const gone = new Set([...change.closed, ...change.opened.map(({ match }) => match)])
    const before = change.whole ? [] : this.tables.filter(({ match }) => !gone.has(match))
    this.tables = [...change.opened, ...before]
  }

  get matches(): string[] {
    return this.tables.map(({ match }) => match)
  }
}

/** The part of the live store that the lobby uses. */
export class FakeLive {
  now = (): number => 0
  /** By match. */
  readonly away = new Map<string, Attendance['away']>()
  readonly watchers = new Map<string, number>()

  async attendance(match: string): Promise<Attendance> {
    return { seats: [], away: this.away.get(match) ?? {}, watchers: this.watchers.get(match) ?? 0 }
  }
}

/** The accounts that a test knows, and who blocks whom. */
export class FakePeople implements People {
  readonly accounts: PlayerRef[] = []
  /** The players who must not challenge anybody. */
  readonly muted = new Set<string>()
  /** `<player> <other>`. */
  readonly blocks = new Set<string>()

  async find(who: { player: string } | { name: string }): Promise<PlayerRef | null> {
    return this.accounts.find(({ id, name }) => ('player' in who ? id === who.player : name === who.name)) ?? null
  }

  async hasBlocked(player: string, other: string): Promise<boolean> {
    return this.blocks.has(`${player} ${other}`)
  }

  requireTalk(player: string): void {
    if (this.muted.has(player)) throw new CodedError('muted')
  }
}

/** Lets several nodes share the stores of one lobby; each node has a subscriber of its own. */
export function share(stores: LobbyStores): { node: () => LobbyStores; subscribers: LobbySubscriber[] } {
  const subscribers: LobbySubscriber[] = []
  stores.news.subscribe({
    news: (news) => {
      for (const subscriber of subscribers) subscriber.news(news)
    },
    interrupted: () => {
      for (const subscriber of subscribers) subscriber.interrupted()
    },
  })
  const node = (): LobbyStores => ({
    ...stores,
    news: {
      announce: (news) => stores.news.announce(news),
      subscribe: (subscriber) => void subscribers.push(subscriber),
    },
  })
  return { node, subscribers }
}

/** The nodes of one lobby in this process, with a clock that only the test moves. */
export function openWorld() {
  let now = 1_000_000
  const { node, subscribers } = share(openEmbeddedLobby({ clock: () => now }))
  const [matches, live, stores] = [new FakeMatches(), new FakeLive(), node()]
  live.now = () => now
  const people = new FakePeople()
  const lobbies: Lobby[] = []
  const open = (change: Partial<LobbyOptions> = {}): { lobby: Lobby; recorder: QueueRecorder } => {
    const { times, ...parts } = change
    const lobby = new Lobby({
      stores: node(),
      live,
      matches,
      people,
      ratingOf: async () => RATING,
      logger: pino({ level: 'silent' }),
      times: { ...QUICK, ...times },
      ...parts,
    })
    lobbies.push(lobby)
    const recorder = new QueueRecorder()
    lobby.queue.subscribe(recorder)
    return { lobby, recorder }
  }
  const pass = (ms: number): void => {
    now += ms
  }
  const close = async (): Promise<void> => {
    await Promise.all(lobbies.map((lobby) => lobby.close()))
    await stores.close()
  }
  return { matches, live, people, stores, subscribers, node, open, pass, close }
}

export type World = ReturnType<typeof openWorld>
