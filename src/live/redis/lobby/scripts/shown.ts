import { RATING_STEP } from '../../../lobby/places.ts'
import { LOBBY } from './lobby.ts'

/** Runs a function for each pair of lists, of the newest and of the rated matches, that a match belongs to. */
const LISTS = `
local function forEachList(kind, control, bots, run)
  for _, k in ipairs({ '*', kind }) do
    for _, c in ipairs({ '*', control }) do
      for _, b in ipairs({ '*', bots }) do run(shownBy('newest', k, c, b), shownBy('rating', k, c, b)) end
    end
  end
end
local function forEachSeat(of, match, run)
  for _, seat in ipairs({ '0', '1' }) do run(of.players[seat].id .. ' ' .. match) end
end
local function hide(match)
  local text = redis.call('HGET', shown, match)
  if not text then return end
  local of = cjson.decode(text)
  redis.call('HDEL', shown, match)
  redis.call('ZREM', shownChecks, match)
  forEachSeat(of, match, function(seat) redis.call('ZREM', shownSeats, seat) end)
  local bots = (of.players['0'].bot or of.players['1'].bot) and '1' or '0'
  forEachList(of.kind, of.terms.clock, bots, function(newest, rated)
    redis.call('ZREM', newest, match)
    redis.call('ZREM', rated, match)
  end)
end
`

/** What each script replies. */
export interface ShownReplies {
  lobbyShowMatch: void
  lobbyHideMatch: void
  lobbyIsShown: 0 | 1
  /** Each player who plays a shown match, and then the match. */
  lobbyShownOf: string[]
  /** The match (JSON) and its place in turn. */
  lobbyListShown: string[]
  lobbyClaimShown: string[]
}

export const SHOWN_SCRIPTS: Record<keyof ShownReplies, string> = {
  /**
   * Arguments: the match, its text (JSON), its kind of game, its clock, whether a bot has a seat ('1' or '0'), its rating
   * ('' for none), the most matches.
   */
  lobbyShowMatch: `${LOBBY}${LISTS}
local match, text, kind, control, bots, rating, most = unpack(ARGV, 2)
if redis.call('HEXISTS', shown, match) == 1 then return end
local all = shownBy('newest', '*', '*', '*')
local number = tonumber(redis.call('ZRANGE', all, 0, 0, 'REV', 'WITHSCORES')[2] or 0) + 1
redis.call('HSET', shown, match, text)
redis.call('ZADD', shownChecks, whole(clock()), match)
forEachSeat(cjson.decode(text), match, function(seat) redis.call('ZADD', shownSeats, 0, seat) end)
forEachList(kind, control, bots, function(newest, rated)
  redis.call('ZADD', newest, whole(number), match)
  if rating ~= '' then redis.call('ZADD', rated, whole(rating * ${RATING_STEP} + number), match) end
end)
if redis.call('ZCARD', all) > tonumber(most) then hide(redis.call('ZRANGE', all, 0, 0)[1]) end
`,

  lobbyHideMatch: `${LOBBY}${LISTS}
hide(ARGV[2])
`,

  lobbyIsShown: `${LOBBY}
return redis.call('HEXISTS', shown, ARGV[2])
`,

  /**
   * Arguments: some players. A match that a node of an earlier version has hidden is no longer shown, but still has its
   * seats: they are removed here. ('!' follows ' '.)
   */
  lobbyShownOf: `${LOBBY}
local played = {}
for i = 2, #ARGV do
  local player = ARGV[i]
  local last = redis.call('ZRANGE', shownSeats, '(' .. player .. '!', '[' .. player .. ' ', 'BYLEX', 'REV', 'LIMIT', 0, 1)[1]
  local match = last and string.sub(last, #player + 2)
  if match and redis.call('HEXISTS', shown, match) == 1 then
    played[#played + 1] = player
    played[#played + 1] = match
  elseif last then
    redis.call('ZREM', shownSeats, last)
  end
end
return played
`,

  /**
   * Arguments: the order, the kind of game, the clock and whether a bot has a seat ('*' for all), the limit, and the place
   * behind which the list goes on ('' for its beginning). Returns the text and the place of each match in turn.
   */
  lobbyListShown: `${LOBBY}
local list, limit, after = shownBy(ARGV[2], ARGV[3], ARGV[4], ARGV[5]), ARGV[6], ARGV[7]
local from = after == '' and '+inf' or '(' .. after
local listed = redis.call('ZRANGE', list, from, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, limit, 'WITHSCORES')
for i = 1, #listed, 2 do listed[i] = redis.call('HGET', shown, listed[i]) end
return listed
`,

  lobbyClaimShown: `${LOBBY}
local limit, every = ARGV[2], ARGV[3]
local at = clock()
local due = redis.call('ZRANGE', shownChecks, '-inf', whole(at - every), 'BYSCORE', 'LIMIT', 0, limit)
for _, match in ipairs(due) do redis.call('ZADD', shownChecks, whole(at), match) end
return due
`,
}
