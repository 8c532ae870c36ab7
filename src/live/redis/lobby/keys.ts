/** The lobby is small, and each of its steps touches much of it: all of it lies in one slot. */
const TAG = 'curia:{lobby}'

const NAMES = [
  'tickets', 'ratings', 'deadlines', 'pairings', 'leases', 'headers', 'paired', 'tables', 'listed', 'looks', 'hosts', 'published',
  'online', 'roster', 'names',
] as const

/**
 * The keys that every script gets, in this order. By player: `tickets` (hash, JSON), their `ratings` (hash), and until when they
 * are good, `deadlines` (sorted set); the pairing he is `paired` in (hash). By pairing: `pairings` (hash, JSON), when they are
 * offered next, `leases` (sorted set), and the `headers` of their matches (hash, JSON). By match: `tables` (hash, JSON), when
 * those were created that are `listed` (sorted set), and when somebody last looked after them, `looks` (sorted set). `hosts`:
 * how many tables each has (hash). `published`: how many messages were published. Of who is connected, by player: until when,
 * `online` (sorted set), all in the order of their ids, `roster` (sorted set), and their `names` (hash).
 */
export const LOBBY_KEYS: readonly string[] = NAMES.map((name) => `${TAG}:${name}`)

/** Those keys as the local variables of a script, and those made from the name of a player or a pool. */
export const LUA_KEYS = `
local ${NAMES.join(', ')} = unpack(KEYS)
-- Sorted set: who waits in a pool, since when.
local function waitingIn(pool) return '${TAG}:waiting:' .. pool end
-- List: how long those waited who were paired lately.
local function waitsOf(pool) return '${TAG}:waits:' .. pool end
-- "<match> <pool>": what the queue found for a player last.
local function foundBy(player) return '${TAG}:found:' .. player end
-- Whom a player met last.
local function opponentOf(player) return '${TAG}:opponent:' .. player end
-- Sorted set: a player's real-time matches, since when.
local function playedBy(player) return '${TAG}:playing:' .. player end
`

/** Channels, unlike keys, are shared by all databases of a server. */
export const lobbyChannel = (database: number): string => `${TAG}:${database}`
