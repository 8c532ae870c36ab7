import { EventEmitter, once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../../test/support/random.ts'
import { Journal, readJournal } from './journal.ts'
import type { Line } from './lines.ts'
import { Pair } from './pair.ts'
import type { Stop } from './player.ts'
import { Player } from './player.ts'

/** How much is played: so many acknowledged moves, or for so long (ms), whichever takes longer. */
export interface Amount {
  moves: number
  ms: number
}

/** A swarm that does not move for so long (ms) will not move any more. */
const PATIENCE_MS = 120_000

/** Players who play in pairs, for as long as they are to. */
export class Swarm {
  readonly pairs: readonly Pair[]
  /** The acknowledged moves of all players. */
  moves = 0
  /** By pair, when one of them asked for the last move that was acknowledged, ms since 1970. */
  readonly #lastMoves: number[]
  /** By player, when they asked for their last move, ms since 1970. */
  readonly #asking: number[] = []
  readonly #files: readonly string[]
  readonly #moved = new EventEmitter()
  readonly #stop: { aborted: boolean; reached: Promise<void> }
  #closed = false
  #reach: () => void = () => undefined
  #playing: Promise<unknown> = Promise.resolve()

  /**
   * @param folder for the journals: a file for each player.
   * @param seed everything that players decide follows from it, and from what they are sent.
   */
  constructor({ folder, url, pairs, seed }: { folder: string; url: string; pairs: number; seed: number }) {
    mkdirSync(folder, { recursive: true })
    const numbers = Array.from({ length: 2 * pairs }, (_, index) => index + 1)
    this.#files = numbers.map((number) => join(folder, `player-${number}.jsonl`))
    const players = numbers.map((number, index) => {
      const journal = new Journal(this.#files[index]!, (line) => this.#wrote(line, index))
      return new Player(`Player ${number}`, url, journal, seededRandom(seed * 1000 + number))
    })
    this.pairs = Array.from(
      { length: pairs },
      (_, index) => new Pair([players[2 * index]!, players[2 * index + 1]!], seed + index),
    )
    this.#lastMoves = this.pairs.map(() => 0)
    this.#stop = { aborted: false, reached: new Promise((resolve) => (this.#reach = resolve)) }
  }

  #wrote(line: Line, player: number): void {
    if (line.what === 'wished') this.#asking[player] = line.at
    if (line.what !== 'acknowledged') return
    this.#lastMoves[player >> 1] = this.#asking[player]!
    this.moves += 1
    this.#moved.emit('move')
  }

  /** All players enter and begin to play. */
  async begin(): Promise<void> {
    await Promise.all(this.pairs.map((pair) => pair.begin()))
    const stop: Stop = this.#stop
    this.#playing = Promise.all(this.pairs.map((pair) => pair.play(stop)))
    this.#playing.catch(() => undefined)
  }

  /**
   * Resolves when so much more was played.
   * @throws Error if nobody can move any more, or a player failed.
   */
  async plays({ moves, ms }: Amount): Promise<void> {
    const enough = this.moves + moves
    const until = Date.now() + ms
    await this.#untilMoved(() => this.moves >= enough && Date.now() >= until)
  }

  /** Resolves when every pair has made a move that it asked for after a moment (ms since 1970). @throws Error */
  async movesEverywhere(since: number): Promise<void> {
    await this.#untilMoved(() => this.#lastMoves.every((at) => at > since))
  }

  async #untilMoved(isEnough: () => boolean): Promise<void> {
    const end = new AbortController()
    const late = setTimeout(() => end.abort(new Error(`no move in ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
    this.#playing.catch((error: unknown) => end.abort(error))
    try {
      while (!isEnough()) {
        await once(this.#moved, 'move', { signal: end.signal })
        late.refresh()
      }
    } catch (error) {
      throw end.signal.aborted ? end.signal.reason : error
    } finally {
      clearTimeout(late)
    }
  }

  /** No player begins another move. Resolves when all requests are answered. @throws Error if they are not in time. */
  async stop(): Promise<void> {
    this.#stop.aborted = true
    this.#reach()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const error = new Error(`a request was not answered within ${PATIENCE_MS / 1000} s`)
      timer = setTimeout(() => reject(error), PATIENCE_MS)
    })
    try {
      await Promise.race([this.#playing, late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** The journals of all players, read from the disk. Both players of a pair come one after the other. */
  journals(): Line[][] {
    return this.#files.map(readJournal)
  }

  /** Closes all players. Does nothing more if that was done. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const { players } of this.pairs) for (const player of players) player.close()
  }
}
