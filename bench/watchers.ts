import { io } from 'socket.io-client'
import { Curia } from '../client/src/index.ts'

// Many spectators of one match, for bench/spectators.ts. They read what they are sent, and do nothing with it.

const [url, match, count] = process.argv.slice(2) as [string, string, string]
const PER_PLAYER = 10

let updates = 0

async function watch(token: string): Promise<void> {
  const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true })
  socket.on('match:update', () => (updates += 1))
  await socket.emitWithAck('match:watch', { match })
}

// How many updates all of them have had together, whenever it is asked.
process.on('message', () => process.send!(updates))

for (let started = 0; started < Number(count); started += PER_PLAYER) {
  const { token } = await new Curia({ url }).rest.post('/v1/players', { body: { name: 'Eve' } })
  await Promise.all(Array.from({ length: PER_PLAYER }, () => watch(token)))
}
process.send!('watching')
