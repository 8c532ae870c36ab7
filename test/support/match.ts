import { pino } from 'pino'
import { expandOffers } from '../../client/src/offers.ts'
import type { MatchesOptions } from '../../src/matches/index.ts'
import { Matches } from '../../src/matches/index.ts'
import type {
  ActRequest,
  CommitAnswer,
  CreateMessage,
  CreateRequest,
  GameOptions,
  JoinRequest,
  PlayerRef,
  Snapshot,
  ViewAnswer,
} from '../../src/protocol/index.ts'
import { CodedError, createRequestSchema, DEFAULT_GAME_OPTIONS } from '../../src/protocol/index.ts'
import { newActionId, newPlayer } from './players.ts'
import { pick } from './random.ts'

export const BASE: GameOptions = DEFAULT_GAME_OPTIONS

/** A request for a new match, with what is left out as a client would get it. */
export const creation = (request: CreateMessage): CreateRequest => createRequestSchema.parse(request)

/** A node's matches, silent. */
export const openMatches = (options: Pick<MatchesOptions, 'store'> & Partial<MatchesOptions>): Matches =>
  new Matches({ logger: pino({ level: 'silent' }), ...options })

/** Creates a match, and resolves with its host's view. */
export async function create(matches: Matches, host: PlayerRef, request: CreateRequest): Promise<ViewAnswer> {
  return matches.views.view(host, await matches.play.create(host, request))
}

/** Joins a match, and resolves with the player's view. */
export async function join(matches: Matches, player: PlayerRef, request: JoinRequest): Promise<ViewAnswer> {
  return matches.views.view(player, await matches.play.join(player, request))
}

/** The code of the CodedError that a promise is rejected with; what it resolves to is a fault of the test. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    (value) => `resolved with ${JSON.stringify(value)}`,
    (error: unknown) => (error instanceof CodedError ? error.code : String(error)),
  )
}

/** The legal actions of a snapshot, as messages carry them. */
export const legalOf = (snapshot: Snapshot): ActRequest['action'][] => expandOffers(snapshot.board?.legal ?? [])

/** A match that has begun, with its players by seat. */
export interface SeatedMatch {
  match: string
  players: [PlayerRef, PlayerRef]
}

export async function seatTwo(
  matches: Matches,
  options: Partial<GameOptions> = {},
  terms: Omit<CreateMessage, 'options' | 'seat'> = {},
): Promise<SeatedMatch> {
  const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
  // The seats of a rated match are drawn.
  const seat = terms.rated === true ? 'random' : 0
  const { snapshot } = await create(matches, ada, creation({ options: { ...BASE, ...options }, seat, ...terms }))
  const joined = await join(matches, bo, { code: snapshot.code! })
  return { match: snapshot.match, players: joined.snapshot.you === 1 ? [ada, bo] : [bo, ada] }
}

/** The view of the player who decides now, null when the match is over. */
export async function deciding(
  matches: Matches,
  { match, players }: SeatedMatch,
): Promise<{ player: PlayerRef; view: ViewAnswer } | null> {
  for (const player of players) {
    const view = await matches.views.view(player, match)
    if (view.snapshot.board?.legal) return { player, view }
  }
  return null
}

/** One random legal action of the player who decides. Null when the match is over. */
export async function step(matches: Matches, seated: SeatedMatch, random: () => number): Promise<CommitAnswer | null> {
  const now = await deciding(matches, seated)
  if (!now) return null
  const { version, snapshot } = now.view
  return matches.play.act(now.player, {
    match: seated.match,
    actionId: newActionId(),
    version,
    action: pick(legalOf(snapshot), random),
  })
}

/** Random legal actions until the match is over, or until there were so many. */
export async function playOn(
  matches: Matches,
  seated: SeatedMatch,
  random: () => number,
  most = Infinity,
): Promise<void> {
  for (let steps = 0; steps < most && (await step(matches, seated, random)); steps += 1);
}
