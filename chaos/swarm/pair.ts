import { setTimeout as delay } from 'node:timers/promises'
import type { LiveMatch, Seat } from '../../client/src/index.ts'
import type { CreateMessage } from '../../src/protocol/index.ts'
import { gameOf } from './games.ts'
import type { Player, Stop } from './player.ts'
import { codeOf } from './player.ts'

/** Before another match is tried, after one that could not be begun, ms. */
const AGAIN_MS = 200
/** How many matches a player follows at most; a connection may follow few. */
const MOST_FOLLOWED = 8

/** What the two players of a pair follow at the same time: their match, or the match of each of them against a bot. */
export type Followed = readonly [LiveMatch, LiveMatch]

/** Two players who play one match after the other, with each other, or at the same time against bots. */
export class Pair {
  readonly players: readonly [Player, Player]
  /** What they followed last. */
  readonly matches: Followed[] = []
  /** The matches that they have seen end. */
  readonly ended = new Set<string>()
  #next: number

  /** `first`: the number of their first game. */
  constructor(players: readonly [Player, Player], first: number) {
    this.players = players
    this.#next = first
  }

  async begin(): Promise<void> {
    await Promise.all(this.players.map((player) => player.begin()))
  }

  async play(stop: Stop): Promise<void> {
    while (!stop.aborted) {
      const match = await this.#seat(gameOf(this.#next))
      if (!match) {
        await Promise.race([delay(AGAIN_MS), stop.reached])
        continue
      }
      this.#next += 1
      this.matches.push(match)
      if (this.matches.length > MOST_FOLLOWED) for (const followed of this.matches.shift()!) followed.close()
      await Promise.all(this.players.map((player, index) => player.play(match[index]!, stop)))
      for (const { id, value } of match) if (value.ended) this.ended.add(id)
    }
  }

  /** Begins a match; null if it could not be. */
  async #seat(game: CreateMessage): Promise<Followed | null> {
    const [host, guest] = this.players
    try {
      if (game.opponent) {
        return [await enterAlone(host, game, 0), await enterAlone(guest, game, 1)]
      }
      const hosts = await host.curia.create({ ...game, seat: seatIn(game, 0) })
      const guests = await guest.curia.join({ code: hosts.value.snapshot.code! })
      guest.entered(guests)
      host.entered(hosts, guests.value.snapshot.you === 0 ? 1 : 0)
      return [hosts, guests]
    } catch (error) {
      codeOf(error)
      return null
    }
  }
}

/** Begins a match of a player against a bot. */
async function enterAlone(player: Player, game: CreateMessage, seat: Seat): Promise<LiveMatch> {
  const match = await player.curia.create({ ...game, seat: seatIn(game, seat) })
  player.entered(match)
  return match
}

/** The seats of a rated match are drawn. */
const seatIn = ({ rated }: CreateMessage, seat: Seat): Seat | 'random' => (rated ? 'random' : seat)
