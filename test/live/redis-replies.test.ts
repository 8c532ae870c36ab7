import { describe, expect, it } from 'vitest'
import { saysOutage } from '../../src/live/redis/replies.ts'

describe('an error reply of Redis', () => {
  it.each([
    'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
    'CLUSTERDOWN The cluster is down',
    'ERR max number of clients reached',
    'ERR max number of clients + cluster connections reached',
    'LOADING Redis is loading the dataset in memory',
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist on disk.',
    'MOVED 3999 127.0.0.1:6381',
    'ASK 3999 127.0.0.1:6381',
    'NOREPLICAS Not enough good replicas to write.',
    "OOM command not allowed when used memory > 'maxmemory'.",
    "READONLY You can't write against a read only replica.",
    'REDIRECT 127.0.0.1:6381',
    'TRYAGAIN Multiple keys request during rehashing of slot',
  ])('is an outage: %s', (message) => {
    expect(saysOutage(new Error(message))).toBe(true)
  })

  it.each([
    'ERR unknown command `CLIENTS`',
    'ERR value is not an integer or out of range',
    "NOPERM this user has no permissions to run the 'get' command",
    'WRONGTYPE Operation against a key holding the wrong kind of value',
    "CROSSSLOT Keys in request don't hash to the same slot",
    'NOSCRIPT No matching script.',
    'BUSYGROUP Consumer Group name already exists',
  ])('is a fault: %s', (message) => {
    expect(saysOutage(new Error(message))).toBe(false)
  })
})
