/**
 * The log of a match: its header, then its entries, so that the index of an entry is its version. An element is
 * "<time> <ms until the deadline, or -> <text>", where the deadline is the one that the match has from then on: that of
 * the last element is the present one. The text is made and read by ../log.ts.
 */
export const LOG = `
local function deadlineIn(element)
  local at, ms = string.match(element, '^(%d+) (%S+)')
  ms = tonumber(ms)
  return ms and at + ms
end

-- Appends and publishes an entry.
local function append(id, version, deadline, text)
  local times = deadline and string.format('%d %d ', now, deadline - now) or string.format('%d - ', now)
  local element = times .. text
  redis.call('RPUSHX', logKey(id), element)
  publish(id, string.format('%d ', version) .. element)
end
`
