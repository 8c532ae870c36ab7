import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'
import type { Matches } from '../matches/index.ts'
import { BOT_TURN_LEASE_MS } from '../matches/index.ts'
import type { Figures } from '../metrics/index.ts'
import { BackgroundWork, InHand } from '../time/index.ts'
import { Minds } from './minds.ts'
import type { BotSettings } from './settings.ts'
import type { ThreadPool } from './threads/pool.ts'
import { isTemporary, Turns } from './turns.ts'

/** How many turns one node plays at the same time. Other nodes, or a later poll, find the rest. */
const MOST_TURNS = 1_000
/** A lease is renewed long before it runs out. */
const RENEWALS_PER_LEASE = 3

export interface OpponentsParts {
  matches: Pick<Matches, 'whole' | 'play' | 'endings' | 'lifecycle'>
  store: Pick<LiveStore, 'now' | 'claimBotTurns' | 'renewBotTurns'>
  pool: Pick<ThreadPool, 'use' | 'useIdle' | 'shareOf'>
  settings: BotSettings
  logger: Logger
  figures?: Figures
  /** The time between two polls for turns that no node plays (ms). */
  pollMs?: number
}

/**
 * The opponents whom the server plays. The node that commits what makes it a bot's turn plays that turn. If it fails, the
 * lease of the turn runs out, and the node whose poll finds it first plays it. Nothing is played twice: an action is
 * committed at the version at which it was decided.
 */
export class Opponents {
  readonly #parts: OpponentsParts
  readonly #turns: Turns
  readonly #polls: BackgroundWork
  readonly #renewals: BackgroundWork
  /** The matches in which this node plays a turn; once more, when the match has moved on meanwhile. */
  readonly #playing: InHand<string>

  constructor(parts: OpponentsParts) {
    const { matches, store, logger, figures, pollMs = 1_000 } = parts
    this.#parts = parts
    const minds = new Minds()
    const turns = (this.#turns = new Turns({ ...parts, minds }))
    this.#playing = new InHand({
      work: (match) => turns.play(match),
      failed: (error, match) => {
        const level = isTemporary(error) ? 'debug' : 'error'
        logger[level]({ err: error, match }, 'a bot could not take its turn; a later poll finds it')
      },
    })
    this.#polls = new BackgroundWork({
      round: () => this.#poll(),
      everyMs: pollMs,
      failed: (error) => logger.warn({ err: error }, 'the store cannot be polled for turns of bots'),
      inHand: this.#playing,
    })
    this.#renewals = new BackgroundWork({
      round: async () => {
        if (this.playing > 0) await store.renewBotTurns(this.#playing.items(), BOT_TURN_LEASE_MS)
      },
      everyMs: BOT_TURN_LEASE_MS / RENEWALS_PER_LEASE,
      // Another node may play the same turns, too.
      failed: (error) => logger.debug({ err: error }, 'the leases of bots could not be renewed'),
    })
    figures?.show('curia_bot_turns', () => this.playing)
    matches.lifecycle.subscribe({
      awaitsBot: (match) => this.#begin(match),
      over: ({ header }) => minds.forget(header.id),
    })
  }

  /** How many turns this node plays now. */
  get playing(): number {
    return this.#playing.size
  }

  #begin(match: string): void {
    if (this.#polls.stopping.aborted) return
    if (this.playing < MOST_TURNS || this.#playing.has(match)) void this.#playing.begin(match)
  }

  async #poll(): Promise<void> {
    const matches = await this.#parts.store.claimBotTurns(MOST_TURNS - this.playing, BOT_TURN_LEASE_MS)
    for (const match of matches) this.#begin(match)
  }

  /** Stops taking turns. Resolves when those in progress are given up; other nodes get them at once. The pool stays open. */
  async close(): Promise<void> {
    const given = this.#playing.items()
    this.#turns.close()
    await Promise.all([this.#polls.stop(), this.#renewals.stop()])
    // If this fails, the leases run out by themselves.
    if (given.length > 0) await this.#parts.store.renewBotTurns(given, 0).catch(() => undefined)
  }
}
