import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { applyPatch, expandOffers } from '../../../client/src/helpers.ts'
import type { Snapshot, Update } from '../../../client/src/index.ts'

// A client over a socket that looks at no version: it takes each update as the next one, and after a lost connection goes
// on with what it has. It ends when its match has, or when nothing happens for some seconds.

const url = process.argv[2]!
const guest = await fetch(`${url}/v1/players`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Ada' }),
})
const { token } = (await guest.json()) as { token: string }
const socket = io(url, { auth: { token } })

let snapshot: Snapshot
let version = 0
let idle: ReturnType<typeof setTimeout>

function act(): void {
  clearTimeout(idle)
  idle = setTimeout(() => process.exit(), 5_000)
  if (snapshot.status === 'ended') process.exit()
  const [action] = expandOffers(snapshot.board?.legal)
  if (action)
    socket.emit('match:act', { match: snapshot.match, actionId: randomUUID(), version, action }, () => undefined)
}

socket.on('match:update', (update: Update) => {
  snapshot = applyPatch(snapshot, update.patch)
  version = update.version
  act()
})
socket.once('connect', () => {
  socket.emit('match:create', { opponent: { bot: 'novice' } }, (created: { snapshot: Snapshot; version: number }) => {
    ;({ snapshot, version } = created)
    act()
    socket.on('connect', act)
  })
})
