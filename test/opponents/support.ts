import { pino } from 'pino'
import type { Matches } from '../../src/matches/index.ts'
import { Opponents, ThreadPool } from '../../src/opponents/index.ts'
import type { OpponentsParts } from '../../src/opponents/index.ts'
import type { BotLevel, CreateMessage, PlayerRef } from '../../src/protocol/index.ts'
import { creation, legalOf, openMatches } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { pick } from '../support/random.ts'

/** One line of the log, parsed. */
export interface Logged {
  level: number
  msg: string
  err?: { message: string }
}

/** A node that plays bots, over a store in memory. */
export interface BotNode {
  matches: Matches
  store: MemoryStore
  opponents: Opponents
  pool: ThreadPool
  logged: Logged[]
  close: () => Promise<void>
}

/** How the bots of tests play: at once, and with little effort. */
export const QUICK = { threads: 1, paceMs: 0, samples: 3 }

/** Opens a node. `pool` is a pool that other nodes use, too; it is then not closed with the node. */
export function botNode(
  backend = new MemoryBackend(),
  { pool: shared, ...parts }: Partial<Pick<OpponentsParts, 'settings' | 'pollMs' | 'pool'>> = {},
): BotNode {
  const logged: Logged[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line) as Logged) })
  const store = new MemoryStore(backend)
  const matches = openMatches({ store, playsBots: true, logger })
  const settings = parts.settings ?? QUICK
  const pool = shared ?? new ThreadPool({ threads: settings.threads, logger })
  const opponents = new Opponents({ matches, store, pool, logger, settings, ...parts })
  const close = async (): Promise<void> => {
    await opponents.close()
    if (!shared) await pool.close()
    await matches.close()
  }
  return { matches, store, opponents, pool, logged, close }
}

/** A player's match against a bot. */
export interface BotMatch {
  match: string
  player: PlayerRef
}

export async function against(
  { matches }: Pick<BotNode, 'matches'>, bot: BotLevel, message: CreateMessage = {},
): Promise<BotMatch> {
  const player = newPlayer('Ada')
  return { player, match: await matches.play.create(player, creation({ ...message, opponent: { bot } })) }
}

/** Plays random legal actions against the bot until the match is over, or `until` says so of what the player sees. */
export async function playAgainst(
  { matches }: Pick<BotNode, 'matches'>,
  { match, player }: BotMatch,
  random: () => number,
  until: (version: number) => boolean = () => false,
): Promise<void> {
  for (let sinceVersion = 0; ; ) {
    const { version, snapshot } = await matches.views.view(player, match)
    if (snapshot.outcome || until(version)) return
    if (snapshot.board?.legal) {
      const action = pick(legalOf(snapshot), random)
      await matches.play.act(player, { match, actionId: newActionId(), version, action })
      sinceVersion = version
    } else {
      const poll = { waitMs: 60_000, signal: new AbortController().signal, address: '127.0.0.1' }
      sinceVersion = Math.max(sinceVersion, version)
      await matches.views.waitForView(player, match, { sinceVersion }, poll)
    }
  }
}
