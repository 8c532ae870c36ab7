import { isDeepStrictEqual } from 'node:util'
import type { Database, Prisma } from '../database/index.ts'
import type { PlayerRef } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'

/**
 * What moderators can impose on a player for a time: silence, exclusion, or another name. `owner-mute`: the silence of a
 * bot, because its owner is muted.
 */
export type SanctionType = 'mute' | 'owner-mute' | 'ban' | 'name'

/** A sanction of a player. */
export interface PlayerSanction {
  playerId: string
  type: SanctionType
  /** Null if it has no end. */
  until: Date | null
  why: string
  /** Of the type `name`. */
  name: string | null
}

/** Is notified of players who were banned, or renamed, since the server has started. */
export interface SanctionsSubscriber {
  banned?(players: ReadonlySet<string>): void
  renamed?(players: ReadonlySet<string>): void
}

/** What this node knows of one sanction; times are ms since 1970. */
interface Known {
  until: number
  name: string | null
  changedAt: number
}

const PAGE = 1000
/** As for revocations: longer than any transaction that changes a sanction. */
const OVERLAP_MS = 20_000

/** The sanctions that are in force: a copy in memory of what the database has. */
export class Sanctions {
  readonly #database: Database
  #known = new Map<string, Known>()
  readonly #subscribers = new Set<SanctionsSubscriber>()
  /** The time of the newest change that was read. */
  #readUntil = 0
  /** The next poll reads everything: at the start, and after a time in which expired rows may have been deleted. */
  #isComplete = false
  #hasStarted = false

  constructor(database: Database) {
    this.#database = database
  }

  subscribe(subscriber: SanctionsSubscriber): void {
    this.#subscribers.add(subscriber)
  }

  /** @throws CodedError `muted` with details.until */
  requireTalk(player: string): void {
    const [mute, ownerMute] = [this.#find(player, 'mute'), this.#find(player, 'owner-mute')]
    this.#require('muted', mute && ownerMute ? later(mute, ownerMute) : (mute ?? ownerMute))
  }

  /** @throws CodedError `banned`, with details.until unless it is for good */
  requireAdmitted(player: string): void {
    this.#require('banned', this.#find(player, 'ban'))
  }

  isBanned(player: string): boolean {
    return this.#find(player, 'ban') !== undefined
  }

  #require(code: 'muted' | 'banned', found: Known | undefined): void {
    if (!found) return
    throw new CodedError(code, undefined, Number.isFinite(found.until) ? { until: found.until } : undefined)
  }

  /** The player with the name that a moderator has given them, if any. */
  named(player: PlayerRef): PlayerRef {
    const name = this.#find(player.id, 'name')?.name ?? player.name
    return name === player.name ? player : { ...player, name }
  }

  #find(player: string, type: SanctionType): Known | undefined {
    if (this.#known.size === 0) return undefined
    const found = this.#known.get(keyOf(player, type))
    return found && found.until > Date.now() ? found : undefined
  }

  /** Reads what any node has changed since the last poll. @throws CodedError `unavailable` */
  async poll(): Promise<void> {
    const before = this.#known
    const known = this.#isComplete ? before : new Map<string, Known>()
    let after = { changedAt: new Date((this.#isComplete ? this.#readUntil : 0) - OVERLAP_MS), playerId: '', type: '' }
    const changed: PlayerSanction[] = []
    for (;;) {
      const page = await this.#pageAfter(after)
      for (const row of page) {
        const key = keyOf(row.playerId, row.type as SanctionType)
        const now = { until: row.until?.getTime() ?? Infinity, name: row.name, changedAt: row.changedAt.getTime() }
        if (!isDeepStrictEqual(before.get(key), now)) changed.push(row as PlayerSanction)
        known.set(key, now)
      }
      after = page.at(-1) ?? after
      if (page.length < PAGE) break
    }
    this.#readUntil = Math.max(this.#readUntil, after.changedAt.getTime())
    this.#known = known
    // Those that were in force before this server has started are not news.
    if (this.#hasStarted && changed.length > 0) this.#notify(changed)
    this.#isComplete = this.#hasStarted = true
  }

  /** The next poll reads everything: rows that are over may have been deleted since the last one. */
  pollFailed(): void {
    this.#isComplete = false
  }

  #pageAfter({ changedAt, playerId, type }: { changedAt: Date; playerId: string; type: string }) {
    const after = [{ playerId: { gt: playerId } }, { playerId, type: { gt: type } }]
    const isBehind = [{ changedAt: { gt: changedAt } }, ...after]
    return this.#database.use((db) =>
      db.sanction.findMany({
        where: { changedAt: { gte: changedAt }, OR: isBehind },
        orderBy: [{ changedAt: 'asc' }, { playerId: 'asc' }, { type: 'asc' }],
        take: PAGE,
      }),
    )
  }

  #notify(changed: readonly PlayerSanction[]): void {
    const inForce = (type: SanctionType): Set<string> => {
      const of = changed.filter((each) => each.type === type && this.#find(each.playerId, type))
      return new Set(of.map(({ playerId }) => playerId))
    }
    const [banned, renamed] = [inForce('ban'), inForce('name')]
    for (const subscriber of this.#subscribers) {
      if (banned.size > 0) subscriber.banned?.(banned)
      if (renamed.size > 0) subscriber.renamed?.(renamed)
    }
  }

  /** Removes what is over from memory and, if no node needs it any more, from the database. */
  async deleteExpired(now: number, leewayMs: number): Promise<void> {
    for (const [key, { until }] of this.#known) if (until <= now - leewayMs) this.#known.delete(key)
    await this.#database.write((db) => db.sanction.deleteMany({ where: { until: { lt: new Date(now - leewayMs) } } }))
  }

  /** What is in force against a player. @throws CodedError `unavailable` */
  async of(playerId: string): Promise<PlayerSanction[]> {
    const inForce = [{ until: null }, { until: { gt: new Date() } }]
    const rows = await this.#database.use((db) => db.sanction.findMany({ where: { playerId, OR: inForce } }))
    return rows as PlayerSanction[]
  }
}

const later = (one: Known, other: Known): Known => (one.until >= other.until ? one : other)

const keyOf = (player: string, type: SanctionType): string => `${type} ${player}`

/** Imposes a sanction, in place of an earlier one of the same type. */
export async function impose(
  tx: Prisma.TransactionClient,
  { playerId, type, until, why, name }: PlayerSanction,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sanctions (player_id, type, until, why, name, changed_at)
    VALUES (${playerId}, ${type}, ${until}, ${why}, ${name}, clock_timestamp())
    ON CONFLICT (player_id, type) DO UPDATE
      SET until = excluded.until, why = excluded.why, name = excluded.name, changed_at = clock_timestamp()`
}

/** Ends a sanction. Nodes read that it is over, so the row stays for a time. Returns whether there was one. */
export async function lift(tx: Prisma.TransactionClient, playerId: string, type: SanctionType): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE sanctions SET until = ${new Date()}, changed_at = clock_timestamp()
    WHERE player_id = ${playerId} AND type = ${type} AND (until IS NULL OR until > ${new Date()})`
  return count > 0
}
