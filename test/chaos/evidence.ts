import type { Evidence } from '../../chaos/checker/index.ts'
import type { Line } from '../../chaos/swarm/lines.ts'
import type { Game, GameSummary, PlayerProfile, PlayerRef, RatingKind, Replay } from '../../src/protocol/index.ts'
import { HOUSE_BOTS, ratingKind } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { awaitsBot, endedRecord, foldRecord, gameOf, snapshot, wholeReplay } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { playedRecord } from '../support/finished.ts'
import { recompute } from '../support/glicko.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

const SEATS = [0, 1] as const

/** The last move of the unfinished match is acknowledged so long (ms) after its first. */
const MOVE_MS = 10

/**
 * What is gathered of two players who have played two rated games to their ends and one up to its middle, on a server
 * that has kept every promise. Made again for each call.
 */
export function honestEvidence(): Evidence & { finished: [string, string]; unfinished: string } {
  const random = seededRandom(11)
  const players: [PlayerRef, PlayerRef] = [newPlayer('Ada'), newPlayer('Ben')]
  const terms = { clock: 'blitz', rated: true, visibility: 'public' } as const
  const [first, second, third] = [1, 2, 3].map((number) => {
    const record = withIds(playedRecord(random, Infinity, { players, terms }))
    // The games end one after the other.
    for (const entry of record.entries) entry.at += number * 1_000_000
    return { ...record, createdAt: record.createdAt + number * 1_000_000 }
  }) as [MatchRecord, MatchRecord, MatchRecord]
  const middle = { ...third, entries: third.entries.slice(0, 30) }
  const records = [first, second, middle]
  const journals = SEATS.map((seat) =>
    records.flatMap((record, index) => journalOf(record, seat, players[seat], index)),
  )
  const games = [first, second].map(gameOf)
  const summaries = rated(games.map(summaryOf))
  const ids = ({ header }: MatchRecord): string => header.id
  return {
    promised: { mayLoseUntil: null, mayRepeat: false },
    journals,
    records: Object.fromEntries(records.map((record) => [ids(record), record])),
    chats: Object.fromEntries(
      records.map((record, index) => [
        ids(record),
        [{ number: 1, at: record.createdAt, from: players[0], text: `Salve ${index}` }],
      ]),
    ),
    views: records.flatMap((record) =>
      SEATS.map((seat) => {
        const fold = foldRecord(record)
        return {
          match: ids(record),
          seat,
          version: record.entries.length,
          last: snapshot(fold, seat),
          fresh: snapshot(fold, seat),
        }
      }),
    ),
    listed: summaries,
    games: Object.fromEntries(
      games.map((game, index) => {
        const { ratings } = summaries[index]!
        return [game.id, { game: { ...game, ratings: ratings! }, replay: replayOf(index === 0 ? first : second) }]
      }),
    ),
    profiles: profilesOf(summaries, players),
    finished: [ids(first), ids(second)],
    unfinished: ids(third),
  }
}

/** The same, where the match that goes on is one of the first player against a bot of the server. */
export function honestBotEvidence(): ReturnType<typeof honestEvidence> {
  const evidence = honestEvidence()
  const { records, unfinished, views } = evidence
  const record = records[unfinished]!
  record.header.origin = 'bot'
  for (const entry of record.entries) {
    const { body, version } = entry
    if (body.type === 'join') body.player = HOUSE_BOTS.club
    if (body.type === 'act' && body.seat === 1) entry.actionId = `bot-acts-${version - 1}`
  }
  while (awaitsBot(foldRecord(record)) !== null) record.entries.pop()
  const { length } = record.entries
  const isOfBot = (line: Line): boolean => 'match' in line && line.match === unfinished
  const isBefore = (line: Line): boolean =>
    !isOfBot(line) || !('version' in line) || line.version < length + Number(line.what === 'acknowledged')
  const [first, second] = evidence.journals as [Line[], Line[]]
  evidence.journals = [first.filter(isBefore), second.filter((line) => !isOfBot(line))]
  const fold = foldRecord(record)
  const seen = {
    match: unfinished,
    seat: 0 as const,
    version: length,
    last: snapshot(fold, 0),
    fresh: snapshot(fold, 0),
  }
  evidence.views = [...views.filter(({ match }) => match !== unfinished), seen]
  return evidence
}

/** As a list has a game. */
function summaryOf(game: Game): GameSummary {
  const summary: Partial<Game> = { ...game }
  delete summary.seed
  delete summary.seedHash
  return summary as GameSummary
}

const replayOf = (record: MatchRecord): Replay => wholeReplay(endedRecord(record, foldRecord(record)))

const withIds = (record: MatchRecord): MatchRecord => ({
  ...record,
  entries: record.entries.map((entry) => (entry.body.type === 'join' ? entry : { ...entry, actionId: newActionId() })),
})

/** All that a player asked for was acknowledged at once. The numbers of their requests begin again with each match. */
function journalOf(record: MatchRecord, seat: Seat, player: PlayerRef, index: number): Line[] {
  const {
    header: { id: match },
    entries,
  } = record
  const numbered = (version: number): number => 1000 * index + version
  const at = (version: number): number => 1_000_000 * index + MOVE_MS * version
  const moves = entries.flatMap(({ version, body }): Line[] => {
    if (body.type !== 'act' || body.seat !== seat) return []
    const ask = numbered(version)
    const wish = { type: 'act', seat, action: body.action } as const
    return [
      { what: 'wished', ask, at: at(version) - 1, match, version: version - 1, wish },
      { what: 'acknowledged', ask, at: at(version), match, version },
    ]
  })
  const entered: Line = { what: 'entered', at: at(0), match, seat, player }
  const said: Line[] =
    seat > 0
      ? []
      : [
          { what: 'said', ask: numbered(0), at: at(0), match, text: `Salve ${index}` },
          { what: 'heard', ask: numbered(0), at: at(1), match, number: 1 },
        ]
  return [entered, ...said, ...moves]
}

const ratingsOf = (games: readonly GameSummary[]): ReturnType<typeof recompute> =>
  recompute(
    games.map(({ id, kind, clock, endedAt, players, outcome }) => ({
      id,
      endedAt,
      ratingKind: ratingKind(kind, clock, false),
      players: [players[0].id, players[1].id],
      winner: outcome.winner ?? null,
    })),
  )

function rated(games: readonly GameSummary[]): GameSummary[] {
  const rates = ratingsOf(games).games
  return games.map((game) => {
    const { before, after } = rates.get(game.id)!
    const change = (seat: Seat) => ({ before: before[seat].rating, after: after[seat].rating })
    return { ...game, ratings: { kind: ratingKind(game.kind, game.clock, false)!, 0: change(0), 1: change(1) } }
  })
}

function profilesOf(games: readonly GameSummary[], players: readonly PlayerRef[]): PlayerProfile[] {
  const kind: RatingKind = 'base-real-time'
  const { ratings } = ratingsOf(games)
  return players.map(({ id, name }) => {
    const { rating, deviation, games: count } = ratings.get(`${id} ${kind}`)!
    const none = { won: 0, lost: 0, shared: 0 }
    return {
      id,
      name,
      since: games[0]!.endedAt,
      games: count,
      ...none,
      ratings: { [kind]: { rating, deviation, provisional: true, games: count } },
      results: { by: {}, seat: { 0: none, 1: none }, kind: {}, pool: { people: none, bots: none } },
    }
  })
}
