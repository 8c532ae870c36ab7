import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'
import { BOT_TURN_LEASE_MS } from '../matches/index.ts'
import type { Matches } from '../matches/index.ts'
import type { BotLevel } from '../protocol/index.ts'
import { pause } from '../time/index.ts'
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
  pool: Pick<ThreadPool, 'use' | 'shareOf'>
  settings: BotSettings
  logger: Logger
  /** Is notified of each thought: how long a thread has thought about a decision (seconds). */
  thought?: (level: BotLevel, seconds: number) => void
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
  readonly #stopping = new AbortController()
  readonly #polling: Promise<void>
  readonly #renewal: NodeJS.Timeout
  /** By match, the turns in progress; `again` when the match has moved on meanwhile. */
  readonly #playing = new Map<string, { again: boolean; ended: Promise<void> }>()
  #failing = false

  constructor(parts: OpponentsParts) {
    this.#parts = parts
    const minds = new Minds()
    this.#turns = new Turns({ ...parts, minds })
    parts.matches.lifecycle.subscribe({
      awaitsBot: (match) => this.#begin(match),
      over: ({ header }) => minds.forget(header.id),
    })
    this.#renewal = setInterval(() => this.#renew(), BOT_TURN_LEASE_MS / RENEWALS_PER_LEASE).unref()
    this.#polling = this.#poll(parts.pollMs ?? 1_000)
  }

  /** How many turns this node plays now. */
  get playing(): number {
    return this.#playing.size
  }

  #begin(match: string): void {
    const playing = this.#playing.get(match)
    if (playing) playing.again = true
    else if (this.#playing.size < MOST_TURNS && !this.#stopping.signal.aborted) {
      const turn = { again: true, ended: Promise.resolve() }
      this.#playing.set(match, turn)
      turn.ended = this.#play(match, turn)
    }
  }

  async #play(match: string, turn: { again: boolean }): Promise<void> {
    try {
      while (turn.again) {
        turn.again = false
        await this.#turns.play(match)
      }
    } catch (error) {
      const level = isTemporary(error) ? 'debug' : 'error'
      this.#parts.logger[level]({ err: error, match }, 'a bot could not take its turn; a later poll finds it')
    } finally {
      this.#playing.delete(match)
    }
  }

  async #poll(everyMs: number): Promise<void> {
    const { signal } = this.#stopping
    const { store, logger } = this.#parts
    while (!signal.aborted) {
      try {
        const matches = await store.claimBotTurns(MOST_TURNS - this.#playing.size, BOT_TURN_LEASE_MS)
        for (const match of matches) this.#begin(match)
        this.#failing = false
      } catch (error) {
        if (!this.#failing) logger.warn({ err: error }, 'the store cannot be polled for turns of bots')
        this.#failing = true
      }
      await pause(everyMs, signal)
    }
  }

  /** If this fails, another node may play the same turns, too. */
  #renew(): void {
    if (this.#playing.size === 0) return
    this.#parts.store.renewBotTurns([...this.#playing.keys()], BOT_TURN_LEASE_MS).catch((error: unknown) => {
      this.#parts.logger.debug({ err: error }, 'the leases of bots could not be renewed')
    })
  }

  /** Stops taking turns. Resolves when those in progress are given up; other nodes get them at once. The pool stays open. */
  async close(): Promise<void> {
    this.#stopping.abort()
    this.#turns.close()
    clearInterval(this.#renewal)
    const [given, ended] = [[...this.#playing.keys()], [...this.#playing.values()].map((turn) => turn.ended)]
    await Promise.all([this.#polling, ...ended])
    // If this fails, the leases run out by themselves.
    if (given.length > 0) await this.#parts.store.renewBotTurns(given, 0).catch(() => undefined)
  }
}
