/**
 * The numbering of messages.
 *
 * The number of a message is the moment of its publication (µs since 1970), but always greater than that of the message
 * before it on the same channel, which the caller retains. A message begins with the number before it and its own: a
 * subscriber notices when it has missed a message, and also when a server has taken over that lacks messages which the
 * subscriber has received.
 */
export const BROADCAST = `
local time = redis.call('TIME')
-- Since 1970.
local microseconds = time[1] * 1000000 + time[2]

-- 'before' is the number of the last message of the channel, '0' if there was none. Returns the number of this one.
local function broadcast(channel, before, text)
  local number = string.format('%d', math.max(microseconds, before + 1))
  redis.call('PUBLISH', channel, before .. ' ' .. number .. ' ' .. text)
  return number
end
`
