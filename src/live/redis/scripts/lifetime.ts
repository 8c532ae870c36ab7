import { AFTER_DEADLINE_MS } from '../../retention.ts'

/**
 * How long a match is retained. A commit renews the expiry only when a sixteenth of the retention has passed since the last
 * time: most commits are spared several writes.
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
  local expiry, least = now + ms, now + ms * 15 / 16
  if deadline then
    local afterDeadline = deadline + ${AFTER_DEADLINE_MS}
    expiry, least = math.max(expiry, afterDeadline), math.max(least, afterDeadline)
  end
  local present = redis.call('PEXPIRETIME', logKey(id))
  if present < least or present > expiry then forEachKey(id, 'PEXPIREAT', expiry) end
end
`
