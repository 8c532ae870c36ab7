import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Considered, Level } from '../bots/index.ts'
import { LEVELS, mostVisited, Random, together } from '../bots/index.ts'
import type { LiveStore } from '../live/index.ts'
import type { Matches } from '../matches/index.ts'
import type { Figures } from '../metrics/index.ts'
import type { PlayerRef } from '../protocol/index.ts'
import { CodedError, houseBotLevel } from '../protocol/index.ts'
import type { Fold } from '../record/index.ts'
import { awaitsBot, otherSeat, termsOf } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import { legalActions, view } from '../rules/index.ts'
import { pause } from '../time/index.ts'
import type { Decided, Timed } from './mind.ts'
import type { Minds, Whole } from './minds.ts'
import type { BotSettings } from './settings.ts'
import { ACCEPTS_DRAW_BELOW, JOB_TIMEOUT_MS, RESIGNS_AFTER } from './settings.ts'
import { thinkingTime } from './thinking-time.ts'
import type { ThreadPool } from './threads/pool.ts'
import type { ThinkingThread } from './threads/thinking-thread.ts'

/** Refusals of a command after which the match, as it is now, shows what to do. */
const OVERTAKEN: readonly string[] = ['stale', 'match-over', 'not-now', 'not-your-turn', 'late']
/** Failures of this server, after which a later poll finds the turn again. */
const TEMPORARY: readonly string[] = ['unavailable', 'busy', 'draining', 'unknown-match', 'other-rules']
/** After so many refusals in a row, a later poll finds the turn again. */
const MOST_REFUSALS = 5
/** How long a turn may wait before it comes before those that came earlier but have more time (ms). */
const PATIENCE_MS = 5_000
/** What of the time for a decision goes to the commit (ms). */
const COMMIT_MS = 100
/** With so much time left (ms), a bot that is still thinking plays any legal action. */
const LAST_MOMENT_MS = 1_500
/** How long a thought takes at most while nobody waits, and at least when many do (ms). */
const THOUGHT_MS = { most: 6_000, least: 50 }
/** A pace takes at most this part of the time that is left. */
const PACE_SHARE = 1 / 20

export interface TurnsParts {
  matches: Pick<Matches, 'whole' | 'play' | 'endings'>
  store: Pick<LiveStore, 'now'>
  pool: Pick<ThreadPool, 'use' | 'useIdle' | 'shareOf'>
  minds: Minds
  settings: BotSettings
  logger: Logger
  figures?: Figures | undefined
}

/** A bot's turn in a match. */
interface Turn {
  whole: Whole
  seat: Seat
  bot: PlayerRef
  /** The player against whom the bot plays: the turn is their share of the threads. */
  owner: string
  /** When it began, by `performance.now()`. */
  began: number
}

/** How bots take their turns. They act through the same commands as everybody. */
export class Turns {
  readonly #parts: TurnsParts
  readonly #closing = new AbortController()
  /** For each thought, what ends the wait for it. */
  readonly #thoughts = new Set<AbortController>()

  constructor(parts: TurnsParts) {
    this.#parts = parts
  }

  /**
   * Plays for the server in a match, until the other player has to act. Other nodes may do the same at the same time: each
   * action is committed once.
   * @throws CodedError `unavailable`, `busy` and others that a later attempt may not meet.
   */
  async play(match: string): Promise<void> {
    for (let refusals = 0; refusals < MOST_REFUSALS;) {
      const began = performance.now()
      const whole = await this.#parts.matches.whole(match)
      const seat = awaitsBot(whole.fold)
      if (whole.fold.outcome) this.#parts.minds.forget(match)
      if (seat === null || this.#closing.signal.aborted) return
      try {
        const { players } = whole.fold
        await this.#take({ whole, seat, bot: players[seat]!, owner: players[otherSeat(seat)]!.id, began })
        refusals = 0
        this.#parts.logger.debug({ match, version: whole.fold.version }, 'a bot has taken its turn')
      } catch (error) {
        if (!(error instanceof CodedError) || !OVERTAKEN.includes(error.code)) throw error
        this.#parts.logger.debug({ match, version: whole.fold.version }, 'a bot was too late: the match has moved on')
        refusals += 1
      }
    }
  }

  async #take(turn: Turn): Promise<void> {
    const { fold } = turn.whole
    if (fold.drawOffer === otherSeat(turn.seat)) await this.#answerDraw(turn)
    else await this.#act(turn)
  }

  async #answerDraw(turn: Turn): Promise<void> {
    const {
      bot,
      whole: { fold },
    } = turn
    const match = fold.header.id
    const ask = (thread: ThinkingThread): Promise<number> => thread.ask('chance', { mind: match }, JOB_TIMEOUT_MS)
    const chance = await this.#think(turn, ask, () => 1)
    await this.#keepPace(turn)
    const answer = chance < ACCEPTS_DRAW_BELOW ? 'accept' : 'decline'
    await this.#parts.matches.endings.draw(bot, { match, actionId: `bot-draw-${fold.version}`, answer })
  }

  async #act(turn: Turn): Promise<void> {
    const {
      bot,
      owner,
      seat,
      whole: { fold },
    } = turn
    const { play, endings } = this.#parts.matches
    const {
      header: { id: match },
      version,
    } = fold
    const level = houseBotLevel(bot.id)!
    const random = randomOf(fold)
    const anyLegal = (): Decided => ({ action: new Random(random).pick(legalActions(fold.state!)), lost: 0 })
    const decide = async (thread: ThinkingThread, latest: Whole): Promise<Decided> => {
      const now = latest.fold
      const clock = { terms: termsOf(now.header), leftMs: this.#leftMs(now, seat), lostMs: COMMIT_MS }
      const share = Math.max(THOUGHT_MS.least, THOUGHT_MS.most * this.#parts.pool.shareOf(owner))
      const timeMs = Math.min(thinkingTime(level, clock), share)
      const isSame = fold.header.sealedUntil !== undefined
      const { isHelped }: Level = LEVELS[level]
      const timed = { timeMs, samples: this.#parts.settings.samples }
      const board = view(now.state!, seat)
      const asked = performance.now()
      const helped = isHelped && !isSame ? this.#askHelp(latest, seat, timed) : []
      const effort = isSame ? { random } : timed
      const alone = await thread.ask('decide', { mind: match, view: board, effort }, timeMs + JOB_TIMEOUT_MS)
      const decided = await decidedTogether(alone, helped)
      const seconds = (performance.now() - asked) / 1000
      this.#parts.figures?.time('curia_bot_thought_duration_seconds', seconds, { level })
      return decided
    }
    const { action, lost } = await this.#think(turn, decide, anyLegal)
    await this.#keepPace(turn)
    if (lost >= RESIGNS_AFTER) {
      await endings.resign(bot, { match, actionId: `bot-resigns-${version}` })
      return
    }
    const request = { match, actionId: `bot-acts-${version}`, version, action }
    await play.act(bot, request).catch(async (error: unknown) => {
      if (!(error instanceof CodedError) || error.code !== 'illegal-action') throw error
      this.#parts.logger.error({ err: error, match, version, action }, 'a bot chose an illegal action')
      await play.act(bot, { ...request, action: anyLegal().action })
    })
  }

  /** Asks all threads that have nothing else to do what they find of each action. One that fails has found nothing. */
  #askHelp(whole: Whole, seat: Seat, effort: Timed): Promise<Considered[]>[] {
    const { pool, minds, logger } = this.#parts
    const { id } = whole.fold.header
    const ponder = async (thread: ThinkingThread): Promise<Considered[]> => {
      await minds.inform(thread, whole, seat)
      return thread.ask('ponder', { mind: id, effort }, effort.timeMs + JOB_TIMEOUT_MS)
    }
    return pool.useIdle((thread) =>
      ponder(thread).catch((error: unknown) => {
        logger.warn({ err: error, match: id }, 'a thread could not help with a decision')
        return []
      }),
    )
  }

  /**
   * Asks the mind of a match, once it knows what its seat has seen. If that fails, or if the clock is nearly over, the
   * answer is `otherwise`: a bot always goes on.
   */
  async #think<T>(
    turn: Turn,
    ask: (thread: ThinkingThread, whole: Whole) => Promise<T>,
    otherwise: () => T,
  ): Promise<T> {
    const { pool, minds, logger } = this.#parts
    const {
      whole: { fold },
      seat,
      owner,
    } = turn
    const {
      header: { id: match },
      version,
    } = fold
    const leftMs = this.#leftMs(fold, seat) ?? Infinity
    const late = new AbortController()
    const lastMoment = Math.max(leftMs - LAST_MOMENT_MS, leftMs / 2)
    this.#thoughts.add(late)
    // On a sealed deal it rather loses on time than that one player meets another answer than the next.
    const mayHurry = Number.isFinite(lastMoment) && fold.header.sealedUntil === undefined
    const timer = mayHurry ? setTimeout(() => late.abort(), lastMoment).unref() : undefined
    const dueAt = turn.began + Math.min(PATIENCE_MS, leftMs / 4)
    try {
      return await pool.use({ owner, dueAt, prefers: minds.threadOf(match), signal: late.signal }, async (thread) => {
        const now = await this.#parts.matches.whole(match)
        // What is to be decided may have changed while the turn waited.
        if (now.fold.decidedAt !== fold.decidedAt || awaitsBot(now.fold) !== seat) throw new CodedError('stale')
        await minds.inform(thread, now, seat)
        return await ask(thread, now)
      })
    } catch (error) {
      if (this.#closing.signal.aborted) throw new CodedError('draining')
      if (error instanceof CodedError && [...OVERTAKEN, ...TEMPORARY].includes(error.code)) throw error
      if (late.signal.aborted) logger.warn({ match, version }, 'a bot has no time to think; it plays any legal action')
      else logger.error({ err: error, match, version }, 'a bot cannot decide; it plays any legal action')
      return otherwise()
    } finally {
      clearTimeout(timer)
      this.#thoughts.delete(late)
    }
  }

  /** What the clock of a seat shows (ms); null while it does not run. */
  #leftMs({ clocks }: Fold, seat: Seat): number | null {
    if (clocks?.running !== seat) return null
    return Math.max(0, clocks.remaining[seat] - Math.max(0, this.#parts.store.now() - clocks.since))
  }

  /** Waits until a decision has taken as long as people need to follow, if the clock allows it. */
  async #keepPace({ whole: { fold }, seat, began }: Turn): Promise<void> {
    const leftMs = this.#leftMs(fold, seat) ?? Infinity
    const wanted = Math.min(this.#parts.settings.paceMs, leftMs * PACE_SHARE)
    const ms = wanted - (performance.now() - began)
    if (ms > 0) await pause(ms, this.#closing.signal)
    if (this.#closing.signal.aborted) throw new CodedError('draining')
  }

  /** Stops beginning turns, and acting. */
  close(): void {
    this.#closing.abort()
    for (const thought of this.#thoughts) thought.abort()
  }
}

/** What a mind decides that knows what others have found of the same decision. */
async function decidedTogether(alone: Decided, helped: readonly Promise<Considered[]>[]): Promise<Decided> {
  if (!alone.considered || helped.length === 0) return alone
  return { ...alone, action: mostVisited(together([alone.considered, ...(await Promise.all(helped))])).action }
}

/** Whether a later attempt may succeed where this one failed. */
export const isTemporary = (error: unknown): boolean => error instanceof CodedError && TEMPORARY.includes(error.code)

/**
 * The name of the random numbers for a decision. On a sealed deal it depends on the deal and on the version alone, so
 * that everybody meets the same answers; as it is made of the seed, nobody can work them out before.
 */
function randomOf({ header: { seed, id, sealedUntil }, version }: Fold): string {
  const about = sealedUntil === undefined ? `${seed} ${id}` : seed
  return createHash('sha256').update(`${about} ${version}`).digest('hex')
}
