// The floor: Socket.IO alone, or with Redis, where each move is a compare-and-set of the whole state.
// node sio.mjs PORT [REDIS_URL]
import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'
import { makeState, play, view } from './state.mjs'

const COMPARE_AND_SET = `
local version = redis.call('HGET', KEYS[1], 'version')
if (version or '0') ~= ARGV[1] then return { 'stale', version } end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'state', ARGV[3])
redis.call('PEXPIRE', KEYS[1], 1209600000)
return { 'ok', ARGV[2] }`

const [port, redisUrl] = process.argv.slice(2)
const http = createServer((_request, answer) => answer.end('ok'))
const io = new Server(http, { serveClient: false })
const redis = redisUrl ? new Redis(redisUrl) : null
redis?.defineCommand('compareAndSet', { numberOfKeys: 1, lua: COMPARE_AND_SET })

const matches = new Map()
let made = 0

function matchOf(id) {
  let match = matches.get(id)
  if (!match) {
    made += 1
    match = { state: makeState(), text: null, sockets: [null, null], key: `peer:${process.pid}:${id}:${made}` }
    matches.set(id, match)
  }
  return match
}

/** The state after a move, stored; null if it was stale. */
async function commit(match, slot) {
  if (!redis) {
    play(match.state, slot)
    return match.state
  }
  match.text ??= JSON.stringify(match.state)
  const next = JSON.parse(match.text)
  play(next, slot)
  const text = JSON.stringify(next)
  const [status] = await redis.compareAndSet(match.key, next.version - 1, next.version, text)
  if (status !== 'ok') return null
  Object.assign(match, { state: next, text })
  return next
}

io.on('connection', (socket) => {
  const { match: id, seat } = socket.handshake.auth
  const match = matchOf(id)
  match.sockets[seat] = socket
  socket.on('disconnect', () => {
    match.sockets[seat] = null
    if (!match.sockets[0] && !match.sockets[1]) matches.delete(id)
  })
  socket.on('move', async ({ version, action }, acknowledge) => {
    if (version !== match.state.version) return acknowledge({ ok: false })
    const next = await commit(match, action.slot)
    if (!next) return acknowledge({ ok: false })
    acknowledge({ ok: true, match: id, version: next.version, at: Date.now() })
    for (const each of [0, 1]) match.sockets[each]?.emit('view', view(next, each))
  })
})
http.listen(Number(port), '127.0.0.1')
