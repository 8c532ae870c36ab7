import { setTimeout as delay } from 'node:timers/promises'
import type { Curia, LiveMatch } from '../client/src/index.ts'
import type { GameSummary, PlayerProfile } from '../src/protocol/index.ts'
import type { MatchRecord } from '../src/record/index.ts'
import type { Seat } from '../src/rules/index.ts'
import { allGames } from '../test/support/all-games.ts'
import { isSame } from './checker/equal.ts'
import type { Evidence, Promised, SeenView } from './checker/index.ts'
import type { Stack } from './stack/stack.ts'
import { linesOf } from './swarm/lines.ts'
import { codeOf, GONE } from './swarm/player.ts'
import type { Swarm } from './swarm/swarm.ts'

/** How long clients may take to see the end, and nodes to store all games, ms. What is not right by then is a fault. */
const PATIENCE_MS = 90_000
const POLL_MS = 250

/** Reads everything that the checker compares, of a swarm that has stopped. The swarm is closed then. */
export async function gather(stack: Stack, swarm: Swarm, promised: Promised): Promise<Evidence> {
  const journals = swarm.journals()
  const matches = [...new Set(journals.flatMap((journal) => linesOf(journal, 'entered')).map(({ match }) => match))]
  const reader = swarm.pairs[0]!.players[0].curia
  const followed = await followedIn(swarm)
  await botsHaveMoved(followed)
  const listed = await storedGames(stack.entrance.url, swarm)
  const games: Evidence['games'] = {}
  for (const { id } of listed) games[id] = await storedGame(reader, id)
  const profiles: PlayerProfile[] = []
  for (const id of new Set(listed.flatMap(({ players }) => [players[0].id, players[1].id]))) {
    profiles.push(await reader.rest.get('/v1/players/{id}', { params: { id } }))
  }
  const views = await allViews(followed)
  swarm.close()

  const records: Record<string, MatchRecord | null> = {}
  const chats: Evidence['chats'] = {}
  const store = await stack.readStore()
  try {
    for (const match of matches) {
      records[match] = await patiently(() => store.load(match))
      chats[match] = await patiently(() => store.chat(match, 'players'))
    }
  } finally {
    await store.close()
  }
  return { promised, journals, records, chats, views, listed, games, profiles }
}

/** A match that a player follows. */
interface Followed {
  curia: Curia
  match: LiveMatch
}

/** What players follow of the matches that the server has: a replica that took over may lack those of the last second. */
async function followedIn({ pairs }: Swarm): Promise<Followed[]> {
  const all = pairs.flatMap(({ players, matches }) =>
    matches.flatMap((both) => both.map((match, index) => ({ curia: players[index]!.curia, match }))),
  )
  const found: Followed[] = []
  for (const followed of all) {
    const {
      curia,
      match: { id, value },
    } = followed
    if (value.lost) continue
    const isThere = await patiently(() =>
      curia.rest.get('/v1/matches/{id}', { params: { id } }).then(
        () => true,
        (error: unknown) => {
          if (codeOf(error) === GONE) return false
          throw error
        },
      ),
    )
    if (isThere) found.push(followed)
  }
  return found
}

/** Resolves when no bot has to act in a match that is followed, or it takes too long: the log shows it then. */
async function botsHaveMoved(followed: readonly Followed[]): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  const isAwaited = ({
    match: {
      value: { snapshot, ended },
    },
  }: Followed): boolean => snapshot.origin === 'bot' && !ended && !snapshot.board?.legal
  while (followed.some(isAwaited) && Date.now() < until) await delay(POLL_MS)
}

/** All games of the swarm, once those that its players have seen end are stored, or it takes too long. */
async function storedGames(url: string, { pairs }: Swarm): Promise<GameSummary[]> {
  const until = Date.now() + PATIENCE_MS
  const expected = pairs.flatMap(({ ended }) => [...ended])
  const players = pairs.flatMap((pair) => pair.players.map(({ player: { id } }) => id))
  for (;;) {
    const listed = await patiently(() => gamesOf(url, players))
    const ids = new Set(listed.map(({ id }) => id))
    if (expected.every((id) => ids.has(id)) || Date.now() > until) return listed
    await delay(POLL_MS)
  }
}

/** All games of some players. One of two of them is in the lists of both, and is taken from that of the first. */
async function gamesOf(url: string, players: readonly string[]): Promise<GameSummary[]> {
  const lists = await Promise.all(players.map((player) => allGames(url, player)))
  return lists.flatMap((games, index) =>
    games.filter(
      ({ players: { 0: one, 1: other } }) =>
        players.find((player) => player === one.id || player === other.id) === players[index],
    ),
  )
}

/** A listed game; null if the server says that there is none. */
async function storedGame(reader: Curia, id: string): Promise<Evidence['games'][string]> {
  const params = { id }
  try {
    const game = await reader.rest.get('/v1/games/{id}', { params })
    return { game, replay: await reader.rest.get('/v1/games/{id}/replay', { params }) }
  } catch (error) {
    if (codeOf(error) === 'unknown-game') return null
    throw error
  }
}

/** What every client sees of the matches that it follows, once that is what the server says, or it takes too long. */
async function allViews(followed: readonly Followed[]): Promise<SeenView[]> {
  const until = Date.now() + PATIENCE_MS
  const views: SeenView[] = []
  for (const { curia, match } of followed) {
    for (;;) {
      const view = await viewOf(curia, match)
      if ((match.value.live && isSame(view.last, view.fresh)) || Date.now() > until) {
        views.push(view)
        break
      }
      await delay(POLL_MS)
    }
  }
  return views
}

async function viewOf(curia: Curia, match: LiveMatch): Promise<SeenView> {
  const { snapshot } = await patiently(() => curia.rest.get('/v1/matches/{id}', { params: { id: match.id } }))
  const { version, snapshot: last } = match.value
  return { match: match.id, seat: last.you as Seat, version, last, fresh: snapshot }
}

/** Asks again for some time if a store or a server does not answer. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > until) throw error
      await delay(POLL_MS)
    }
  }
}
