import type { Logger } from 'pino'
import type { Database, Prisma, PrismaClient } from '../database/index.ts'
import { isForeignKeyViolation } from '../database/index.ts'
import { newId } from '../ids/index.ts'
import type { BotLevel, DailyDeal, Deal, GameKind, GameOptions } from '../protocol/index.ts'
import { CodedError, DEFAULT_GAME_OPTIONS, GAME_KIND_IDS } from '../protocol/index.ts'
import { hashSeed, newSeed } from '../record/index.ts'
import { RULES_VERSION } from '../rules/index.ts'
import { BackgroundWork } from '../time/index.ts'
import type { Day } from './day.ts'
import { dayAfter, dayAt, dayBefore, endOf, startOf } from './day.ts'

/** Everybody plays against this level. */
const LEVEL: BotLevel = 'club'
/** Between two rounds that make deals and delete old tries (ms). */
const EVERY_MS = 600_000
/** How long tries are retained after their deal has opened (ms). */
const TRIES_KEPT_MS = 7 * 86_400_000

export interface DailyDealsParts {
  database: Database
  /** Names the network by which the bots of the server play a kind of game. */
  networkOf: (kind: GameKind) => string
  /** The time by the live store (ms since 1970). */
  now: () => number
  log: Logger
}

type Row = Prisma.DailyDealGetPayload<object>

/** A deal of the day, also after it has opened. Times are ms since 1970. */
interface StoredDeal extends Omit<Required<Deal>, 'bot'> {
  level: BotLevel
}

/**
 * The deals of the day, and in which matches accounts play them. A deal is stored from the day before on; nobody is told
 * its seed before it opens, at the end of its day. All methods throw CodedError `unavailable`.
 */
export class DailyDeals {
  readonly #parts: DailyDealsParts
  readonly #rounds: BackgroundWork

  constructor(parts: DailyDealsParts) {
    this.#parts = parts
    this.#rounds = new BackgroundWork({
      round: () => this.#round(),
      everyMs: EVERY_MS,
      failed: (error) => parts.log.warn({ err: error }, 'the deals of the day could not be made'),
    })
  }

  /** Makes the deals of today and of tomorrow that are missing, and deletes tries that are no longer of use. */
  async #round(): Promise<void> {
    const today = dayAt(this.#parts.now())
    const wanted = [today, dayAfter(today)].flatMap((day) => GAME_KIND_IDS.map((kind) => this.#newRow(kind, day)))
    const before = new Date(this.#parts.now() - TRIES_KEPT_MS)
    await this.#parts.database.write((db) =>
      db.$transaction([
        db.dailyDeal.createMany({ data: wanted, skipDuplicates: true }),
        db.dealTry.deleteMany({ where: { deal: { opensAt: { lt: before } } } }),
      ]),
    )
  }

  #newRow(kind: GameKind, day: Day): Prisma.DailyDealCreateManyInput {
    const seed = newSeed()
    return {
      id: newId(),
      kind,
      date: new Date(startOf(day)),
      options: { ...DEFAULT_GAME_OPTIONS },
      rules: RULES_VERSION,
      seed,
      seedHash: hashSeed(seed),
      beginsAt: new Date(startOf(day)),
      opensAt: new Date(endOf(day)),
      level: LEVEL,
      network: this.#parts.networkOf(kind),
    }
  }

  /**
   * The deal of a kind of game on a day, by default today; of tomorrow nothing but its hash.
   * @param player whose match on it is named, if they have one.
   * @throws CodedError `unknown-deal`.
   */
  async on(kind: GameKind, date: string | undefined, player: string | null): Promise<DailyDeal> {
    const now = this.#parts.now()
    const day = (date ?? dayAt(now)) as Day
    const where = { kind_date: { kind, date: new Date(startOf(day)) } }
    let row = await this.#parts.database.use((db) => db.dailyDeal.findUnique({ where }))
    if (!row && [dayAt(now), dayAfter(dayAt(now))].includes(day)) {
      // The day has begun a moment ago, or the database did not answer until now.
      await this.#round()
      row = await this.#parts.database.use((db) => db.dailyDeal.findUnique({ where }))
    }
    if (!row) throw new CodedError('unknown-deal')
    const { id, seedHash, beginsAt, opensAt } = row
    const match = player === null ? null : await this.#matchOf(id, player)
    const previous = await this.#parts.database.use((db) =>
      db.dailyDeal.findUnique({ where: { kind_date: { kind, date: new Date(startOf(dayBefore(day))) } } }),
    )
    return {
      kind,
      date: day,
      seedHash,
      beginsAt: beginsAt.getTime(),
      sealedUntil: opensAt.getTime(),
      ...(hasBegun(row, now) && { deal: shownDeal(row, now) }),
      ...(match !== null && { match }),
      ...(previous && hasBegun(row, now) && { previous: previous.id }),
    }
  }

  /** The deal of a day with this id, if it has begun; null if there is none. The seed is left out while it is sealed. */
  async get(id: string): Promise<Deal | null> {
    const row = await this.#row(id)
    return row && shownDeal(row, this.#parts.now())
  }

  /** As `get`, for the server itself: with the seed. */
  async find(id: string): Promise<StoredDeal | null> {
    const row = await this.#row(id)
    return row && { ...seededDealOf(row), level: row.level as BotLevel }
  }

  /**
   * The id of the match in which an account plays a deal: of the first call that asked for it.
   * @throws CodedError `no-bots` if the bot of this server would not play as that of the deal; `account-needed`.
   */
  async begin(deal: string, player: string): Promise<string> {
    const row = await this.#row(deal)
    if (!row) throw new CodedError('unknown-deal')
    if (row.level !== LEVEL || row.network !== this.#parts.networkOf(row.kind as GameKind)) {
      throw new CodedError('no-bots', 'The bots of this server no longer play as they did when the deal was made.')
    }
    const data = { dealId: deal, playerId: player, matchId: newId() }
    return this.#tryOf(deal, player, (db) => db.dealTry.createMany({ data, skipDuplicates: true }))
  }

  /** The same with another id, if it was `match` until now. */
  async replace(deal: string, player: string, match: string): Promise<string> {
    const where = { dealId: deal, playerId: player, matchId: match }
    return this.#tryOf(deal, player, (db) => db.dealTry.updateMany({ where, data: { matchId: newId() } }))
  }

  async #tryOf(deal: string, player: string, change: (db: PrismaClient) => Promise<unknown>): Promise<string> {
    try {
      await this.#parts.database.write(change)
    } catch (error) {
      // The account was deleted meanwhile.
      if (isForeignKeyViolation(error)) throw new CodedError('account-needed')
      throw error
    }
    const match = await this.#matchOf(deal, player)
    if (match === null) throw new CodedError('account-needed')
    return match
  }

  async #matchOf(dealId: string, playerId: string): Promise<string | null> {
    const where = { dealId_playerId: { dealId, playerId } }
    const row = await this.#parts.database.use((db) => db.dealTry.findUnique({ where, select: { matchId: true } }))
    return row?.matchId ?? null
  }

  async #row(id: string): Promise<Row | null> {
    const row = await this.#parts.database.use((db) => db.dailyDeal.findUnique({ where: { id } }))
    return row && hasBegun(row, this.#parts.now()) ? row : null
  }

  /** Begins no round after this. */
  async close(): Promise<void> {
    await this.#rounds.stop()
  }
}

const hasBegun = ({ beginsAt }: Row, now: number): boolean => now >= beginsAt.getTime()

function seededDealOf({ id, kind, options, rules, seed, seedHash, opensAt }: Row): Required<Omit<Deal, 'bot'>> {
  return {
    id,
    kind: kind as GameKind,
    options: options as unknown as GameOptions,
    rules,
    seed,
    seedHash,
    sealedUntil: opensAt.getTime(),
  }
}

/** What everybody may know of a deal. */
function shownDeal(row: Row, now: number): Deal {
  const { seed, ...deal } = seededDealOf(row)
  const { level, network } = row
  return { ...deal, ...(now >= deal.sealedUntil && { seed }), bot: { level: level as BotLevel, network } }
}
