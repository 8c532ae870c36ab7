import { pino } from 'pino'
import type { Board } from '../../client/src/index.ts'
import { expandOffers } from '../../client/src/index.ts'
import type { Matches, MatchesOptions } from '../../src/matches/index.ts'
import type { JobType, OpponentsParts, Question, ThinkingThread } from '../../src/opponents/index.ts'
import { Opponents, ThreadPool } from '../../src/opponents/index.ts'
import type { Decided } from '../../src/opponents/mind.ts'
import type { BotLevel, CreateMessage, PlayerRef } from '../../src/protocol/index.ts'
import type { Action, MatchView } from '../../src/rules/index.ts'
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
  pool: OpponentsParts['pool']
  logged: Logged[]
  close: () => Promise<void>
}

/** How the bots of tests play: at once, and with little effort. */
export const QUICK = { threads: 1, paceMs: 0, samples: 3 }

type Some = Partial<Pick<OpponentsParts, 'settings' | 'pollMs' | 'pool' | 'figures'>>

/** Opens a node. A pool that is given is not closed with the node. `timePassed` (ms) is what its bots take for passed. */
export function botNode(
  backend = new MemoryBackend(),
  {
    pool: shared,
    timePassed = 0,
    sealedDeals,
    ...parts
  }: Some & { timePassed?: number; sealedDeals?: MatchesOptions['sealedDeals'] } = {},
): BotNode {
  const logged: Logged[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line) as Logged) })
  const store = new MemoryStore(backend)
  const matches = openMatches({ store, playsBots: true, logger, ...(sealedDeals && { sealedDeals }) })
  const settings = parts.settings ?? QUICK
  const own = shared ? null : new ThreadPool({ threads: settings.threads, logger })
  const pool = shared ?? own!
  const botStore = {
    now: () => store.now() + timePassed,
    claimBotTurns: (limit: number, leaseMs: number) => store.claimBotTurns(limit, leaseMs),
    renewBotTurns: (turns: readonly string[], leaseMs: number) => store.renewBotTurns(turns, leaseMs),
  }
  const opponents = new Opponents({ matches, store: botStore, pool, logger, settings, ...parts })
  const close = async (): Promise<void> => {
    await opponents.close()
    await own?.close()
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
  { matches }: Pick<BotNode, 'matches'>,
  bot: BotLevel,
  message: CreateMessage = {},
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
  for (let sinceVersion = 0; ;) {
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

/** What a thread that a test plays answers. */
export interface Answers {
  decide?: (view: MatchView) => Decided
  chance?: () => number
}

/** A pool whose threads answer as a test says, once `ready` resolves. What they are asked in addition to that is ignored. */
export function answering({ decide, chance }: Answers, ready: Promise<void> = Promise.resolve()): BotNode['pool'] {
  const ask = async (type: JobType, question: unknown): Promise<unknown> => {
    if (type === 'decide') return (decide ?? firstLegal)((question as Question<'decide'>).view)
    return type === 'chance' ? (chance ?? (() => 0.5))() : undefined
  }
  return {
    shareOf: () => 1,
    useIdle: () => [],
    use: async (_wish, work) => {
      await ready
      return work({ ask, hasEnded: false } as unknown as ThinkingThread)
    },
  }
}

/** The first legal action of a view. */
export const firstLegal = ({ legal }: MatchView): Decided => ({
  action: expandOffers(legal as unknown as NonNullable<Board['legal']>)[0]! as Action,
  lost: 0,
})
