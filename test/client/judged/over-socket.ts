import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { applyPatch, expandOffers } from '../../../client/src/helpers.ts'
import type { Snapshot, Update } from '../../../client/src/index.ts'

// A client over a socket that looks at no version: it takes each update as the next one, and after a lost connection goes
// on with what it has. It ends with its match, or once it has gone on.

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

/** Acts, if it can, and calls `acted` when that is answered, or if it cannot. */
function act(acted: () => void = () => undefined): void {
  if (snapshot.status === 'ended') process.exit()
  const [action] = expandOffers(snapshot.board?.legal)
  if (!action) return acted()
  socket.emit('match:act', { match: snapshot.match, actionId: randomUUID(), version, action }, acted)
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
    socket.on('connect', () => act(() => process.exit()))
  })
})
