import { AFTER_DEADLINE_MS } from '../../retention.ts'
import { SEATS } from './seats.ts'

/**
 * How long a match is retained. It is given a sixteenth more than its retention, and a commit renews its expiry only
 * when that has passed: most commits are spared several writes.
 */
export const LIFETIME = `
-- Runs a command for each key of a match.
local function forEachKey(id, command, ...)
  for _, name in ipairs({ ':log:', ':match:', ':chat:players:', ':chat:spectators:' }) do
    redis.call(command, shard .. name .. id, ...)
  end
end

local function renewExpiry(id, status, deadline)
  local ms = status == 'waiting' and waitingMs or playingMs
  local least, expiry = now + ms, now + ms + math.floor(ms / 16)
  if deadline then
    local afterDeadline = deadline + ${AFTER_DEADLINE_MS}
    least, expiry = math.max(least, afterDeadline), math.max(expiry, afterDeadline)
  end
  local present = redis.call('PEXPIRETIME', logKey(id))
  if present >= least and present <= expiry then return end
  forEachKey(id, 'PEXPIREAT', expiry)
  ${SEATS}
  for _, player in ipairs(redis.call('HMGET', matchKey(id), 'player:0', 'player:1')) do
    if player then retainSeats(player, expiry) end
  end
end
`
