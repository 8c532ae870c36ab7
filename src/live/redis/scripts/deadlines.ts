/**
 * The deadlines of a shard. `deadlines` contains each match that has one, by a moment that is not after it: when a commit
 * moves the deadline to a later moment, it stays there, and a heartbeat corrects it once that moment has passed.
 *
 * After an outage, every match with a deadline is given the time back, by heartbeats, some matches per step: see
 * heartbeat.ts. `life`, a hash, contains how long all outages were together, `downtime` (ms). `credited` contains, by match,
 * how much of that the match has been given, or did not need, as it had no deadline then.
 */
export const DEADLINES = `
local deadlines, credited, life = shard .. ':deadlines', shard .. ':credited', shard .. ':life'
local function removeDeadline(id)
  redis.call('ZREM', deadlines, id)
  redis.call('ZREM', credited, id)
end
`
