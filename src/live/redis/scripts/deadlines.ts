/**
 * The matches of a shard that have a deadline. The deadline itself is in the log; two sorted sets are indexes.
 * - `deadlines`: each of these matches, by a moment that is not after its deadline. A commit that moves the deadline to
 *   a later moment leaves the index as it is. A heartbeat corrects it when the moment has passed.
 * - `credited`: each of these matches, by how much downtime it has been given, of that which the shard had in all
 *   (ms, see heartbeat.ts). A match that gets a deadline counts as given all downtime so far.
 */
export const DEADLINES = `
local deadlines, credited, life = shard .. ':deadlines', shard .. ':credited', shard .. ':life'
local function removeDeadline(id)
  redis.call('ZREM', deadlines, id)
  redis.call('ZREM', credited, id)
end
`
