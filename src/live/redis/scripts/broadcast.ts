/**
 * The time of a script's step, and the numbering of what it publishes. Needs the locals `published`, a key, and
 * `channel`.
 *
 * The number of a message is the moment of its publication (µs since 1970), but always greater than the one before,
 * which the key retains. A message begins with the number before it and its own: a subscriber notices when it has
 * missed a message, and also when a server has taken over that lacks messages which the subscriber has received. A step
 * takes its time from the same number: time does not go back when the server's clock does.
 */
export const BROADCAST = `
local last = redis.call('GET', published) or '0'
local time = redis.call('TIME')
local moment = math.max(time[1] * 1000000 + time[2], last + 1)
-- In ms since 1970.
local now = math.floor(moment / 1000)

local function broadcast(text)
  local number = string.format('%d', moment)
  redis.call('SET', published, number)
  redis.call('PUBLISH', channel, last .. ' ' .. number .. ' ' .. text)
  last, moment = number, moment + 1
end
`
