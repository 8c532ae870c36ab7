import { pino } from 'pino'
import { openEmbeddedLobby } from '../../src/live/index.ts'
import type { Attendance, LobbyListener, LobbyStore } from '../../src/live/index.ts'
import { Lobby } from '../../src/lobby/index.ts'
import type { LobbyMatches, LobbyOptions, LobbyTimes } from '../../src/lobby/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import type { OpenTable, PlayerRef, Pool, Rating, TablesChange } from '../../src/protocol/index.ts'
import type { MatchHeader } from '../../src/record/index.ts'

export const BLITZ: Pool = { kind: 'base', clock: 'blitz', rated: false }
export const SLOW: Pool = { kind: 'agora', clock: 'slow', rated: false }
export const DAILY: Pool = { kind: 'base', clock: 'correspondence-1', rated: false }

/** Everything happens at once; nothing waits for the clock of the machine. */
const QUICK: Partial<LobbyTimes> = { look: 5, heartbeat: 5, tell: 1, tableLook: 0 }

export const RATING: Rating = { rating: 1500, deviation: 60, provisional: false, games: 40 }

/** Matches, of which only those that the lobby opened are known. */
export class FakeMatches implements LobbyMatches {
  /** By match. */
  readonly opened = new Map<string, { header: MatchHeader; players: [PlayerRef, PlayerRef]; times: number }>()
  readonly over = new Set<string>()
  readonly cancelled: string[] = []
  /** Players who got a real-time match while they had another. */
  readonly doubles: string[] = []
  /** While true, nothing can be done. */
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

  async isOver(match: string): Promise<boolean> {
    this.#check()
    return this.over.has(match) || !this.opened.has(match)
  }

  async cancel(match: string): Promise<void> {
    this.#check()
    this.cancelled.push(match)
  }

  listen(listener: Parameters<LobbyMatches['listen']>[0]): void {
    this.#listeners.push(listener)
  }

  /** As if a player had created it. */
  async create(header: MatchHeader): Promise<void> {
    for (const listener of this.#listeners) await listener.creating(header)
    for (const listener of this.#listeners) listener.created(header)
  }

  start(header: MatchHeader, players: [PlayerRef, PlayerRef]): void {
    this.opened.set(header.id, this.opened.get(header.id) ?? { header, players, times: 1 })
    // It is told on one node.
    this.#listeners[0]!.started(header, players)
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
        !this.over.has(match) && !header.terms!.clock.startsWith('correspondence') && players.some(({ id }) => id === player),
    )
  }

  #check(): void {
    if (this.down) throw new CodedError('unavailable')
  }
}

/** What a node was told of players. */
export class Told {
  readonly #of = new Map<string, string[]>()

  listenTo(lobby: Lobby): void {
    lobby.queue.listen({
      joined: (player, { pool }) => this.of(player).push(`joined ${pool.clock}`),
      left: (player, { pool, reason }) => this.of(player).push(`${reason} ${pool.clock}`),
      matched: (player, { match, pool }) => this.of(player).push(`matched ${pool.clock} ${match}`),
    })
  }

  of(player: PlayerRef | string): string[] {
    const id = typeof player === 'string' ? player : player.id
    const told = this.#of.get(id) ?? []
    this.#of.set(id, told)
    return told
  }
}

/** A client that keeps the list of tables by what it is told. */
export class ListKeeper {
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

/** The live store, as far as the lobby asks it. */
export class FakeLive {
  now = (): number => 0
  /** By code. */
  readonly waiting = new Map<string, string>()
  /** By match. */
  readonly away = new Map<string, Attendance['away']>()

  async findByCode(code: string): Promise<string | null> {
    return this.waiting.get(code) ?? null
  }

  async attendance(match: string): Promise<Attendance> {
    return { seats: [], away: this.away.get(match) ?? {}, watchers: 0 }
  }
}

/** Makes one store that of several nodes, each of which is told what happens. */
export function share(store: LobbyStore): { node: () => LobbyStore; listeners: LobbyListener[] } {
  const listeners: LobbyListener[] = []
  const told = (event: keyof LobbyListener) => (...what: unknown[]): void => {
    for (const listener of listeners) (listener[event] as (...what: unknown[]) => void)(...what)
  }
  store.listen({
    joined: told('joined'), left: told('left'), matched: told('matched'), opened: told('opened'), closed: told('closed'),
    interrupted: told('interrupted'),
  })
  const node = (): LobbyStore =>
    new Proxy(store, {
      get(target, name) {
        if (name === 'listen') return (listener: LobbyListener) => listeners.push(listener)
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value as (...what: unknown[]) => unknown).bind(target) : value
      },
    })
  return { node, listeners }
}

/** Nodes of one lobby in this process, with a clock that stands still. */
export function openWorld() {
  let now = 1_000_000
  const { node, listeners } = share(openEmbeddedLobby({ clock: () => now }))
  const [matches, live, store] = [new FakeMatches(), new FakeLive(), node()]
  live.now = () => now
  const lobbies: Lobby[] = []
  const open = (change: Partial<LobbyOptions> = {}): { lobby: Lobby; told: Told } => {
    const { times, ...parts } = change
    const lobby = new Lobby({
      store: node(), live, matches, ratingOf: async () => RATING, logger: pino({ level: 'silent' }), times: { ...QUICK, ...times },
      ...parts,
    })
    lobbies.push(lobby)
    const told = new Told()
    told.listenTo(lobby)
    return { lobby, told }
  }
  const pass = (ms: number): void => {
    now += ms
  }
  const close = async (): Promise<void> => {
    await Promise.all(lobbies.map((lobby) => lobby.close()))
    await store.close()
  }
  return { matches, live, store, listeners, node, open, pass, close }
}

export type World = ReturnType<typeof openWorld>
