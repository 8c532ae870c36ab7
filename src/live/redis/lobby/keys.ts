/** The lobby is small, and each of its operations touches much of it: all of it lies in one slot. */
const TAG = 'curia:{lobby}'

const NAMES = [
  'tickets',
  'deadlines',
  'pairings',
  'leases',
  'headers',
  'paired',
  'tables',
  'listed',
  'checks',
  'hosts',
  'published',
  'online',
  'roster',
  'names',
  'onlineBots',
  'shown',
  'shownChecks',
  'shownSeats',
  'challenges',
  'challengeExpiries',
  'challengeHeaders',
  'ladder',
] as const

/**
 * The keys that every script gets, in this order.
 * - By player who waits: `tickets` (hash, JSON), and when they expire, `deadlines` (sorted set).
 * - By player who is `paired`: the pairing (hash).
 * - By pairing: `pairings` (hash, JSON), when their leases expire, `leases` (sorted set), and the `headers` of their
 *   matches (hash, JSON).
 * - By match: `tables` (hash, JSON), when those were created that are `listed` (sorted set), and when each table was
 *   reserved or claimed last, `checks` (sorted set).
 * - By host: how many tables each has, `hosts` (hash).
 * - By player who is online: when that expires, `online` (sorted set), their ids in order, `roster` (sorted set), their `names`
 *   (hash), and which of them are bots, `onlineBots` (set).
 * - By match in play that is `shown` (hash, JSON), and when each was shown or claimed last, `shownChecks` (sorted
 *   set); of each of its players "<player> <match>", in order, `shownSeats` (sorted set).
 * - By challenge: `challenges` (hash, JSON), when they expire, `challengeExpiries` (sorted set), and the headers of
 *   their matches, `challengeHeaders` (hash, JSON).
 * - By game of the ladder, and by place of a pairing: when it was added or claimed last, `ladder` (sorted set).
 * - `published`: the number of the last message; see ../scripts/broadcast.ts.
 */
export const LOBBY_KEYS: readonly string[] = NAMES.map((name) => `${TAG}:${name}`)

/** Those keys as the local variables of a script, and functions for the keys of one player or pool. */
export const LUA_KEYS = `
local ${NAMES.join(', ')} = unpack(KEYS)
-- Sorted set: the players who wait in a pool, by the time when they joined it.
local function waitingIn(pool) return '${TAG}:waiting:' .. pool end
-- List: how long the players waited who were paired lately.
local function waitsOf(pool) return '${TAG}:waits:' .. pool end
-- "<match> <pool>", of a pair "<match> <pool> <twin>": what the queue found for a player last.
local function foundBy(player) return '${TAG}:found:' .. player end
-- List: the opponents of a player, the last one first.
local function opponentsOf(player) return '${TAG}:opponents:' .. player end
-- Sorted sets: the open challenges that a player has sent, or received, by when they were opened.
local function sentBy(player) return '${TAG}:sent:' .. player end
local function receivedBy(player) return '${TAG}:received:' .. player end
-- The challenge that a command of a player has opened (JSON).
local function challengeOf(player, action) return '${TAG}:sent-by:' .. player .. ':' .. action end
-- "<match> <player>": the match of a challenge that was accepted, and who has accepted it.
local function acceptanceOf(challenge) return '${TAG}:accepted:' .. challenge end
-- Sorted set: the shown matches of a kind of game and a clock, with bots ('1') or between people ('0'), by their places
-- in this order. '*' is for all. The lists of all players have the names that they had before there were bots.
local function shownBy(order, kind, control, bots)
  return '${TAG}:shown:' .. order .. ':' .. kind .. ':' .. control .. (bots == '*' and '' or ':' .. bots)
end
-- Sorted set: the real-time matches of a player, by the time when they began.
local function playedBy(player) return '${TAG}:playing:' .. player end
`

/** The channel of the lobby's news. Channels, unlike keys, are shared by all databases of a server. */
export const lobbyChannel = (database: number): string => `${TAG}:news:${database}`
