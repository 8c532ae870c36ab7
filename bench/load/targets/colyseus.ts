import { post } from '../post.ts'
import type { LoadMatch, Target, TargetContext } from '../target.ts'
import { WebSocketClient } from '../web-socket.ts'

interface Reservation {
  room: { roomId: string; processId: string }
  sessionId: string
}

/** First bytes of Colyseus's messages. */
const JOIN_ROOM = 10
const ROOM_DATA = 13
const ROOM_STATE_PATCH = 15
/** A message `move` with { version, slot } in MessagePack, and where its two numbers stand. */
const MOVE = Buffer.from('\x0d\xa4move\x82\xa7version\xce\0\0\0\0\xa4slot\0', 'latin1')
const VERSION_AT = 16
const SLOT_AT = 25

/** Colyseus (peers/colyseus.mjs): the state in schemas. Its binary patches are counted and not decoded. */
class ColyseusMatch implements LoadMatch {
  readonly #context: TargetContext
  readonly #players: WebSocketClient[] = []
  readonly #seen: [number, number] = [0, 0]
  #version = 0
  #busy = true
  #mover: 0 | 1 = 0
  #sentAt = 0
  #sent = 0

  constructor(context: TargetContext) {
    this.#context = context
  }

  async connect(): Promise<void> {
    const url = this.#context.urls[0]!
    let room = ''
    for (const seat of [0, 1] as const) {
      const path = seat === 0 ? '/matchmake/create/duel' : `/matchmake/joinById/${room}`
      const reserved = await post<Reservation>(url, path, {})
      room = reserved.room.roomId
      const client = new WebSocketClient(url, `/${reserved.room.processId}/${room}?sessionId=${reserved.sessionId}`)
      client.onClose = () => void (this.#context.recorder.closed += 1)
      await new Promise<void>((resolve, reject) => {
        client.ready.catch(reject)
        client.onMessage = (message, bytes) => {
          if (typeof message === 'string') return
          if (message[0] === JOIN_ROOM) {
            client.sendBinary(Buffer.from([JOIN_ROOM]))
            resolve()
          } else this.#receive(seat, message, bytes)
        }
      })
      this.#players.push(client)
    }
  }

  #receive(seat: 0 | 1, message: Buffer, bytes: number): void {
    const { recorder } = this.#context
    if (message[0] === ROOM_STATE_PATCH) {
      this.#seen[seat] += 1
      recorder.update(seat === this.#mover ? 'mover' : 'opponent', bytes)
      if (seat !== this.#mover) recorder.opponentSaw(performance.now() - this.#sentAt)
    } else if (message[0] === ROOM_DATA) {
      if (!message.includes('version')) return recorder.error('refused')
      this.#busy = false
      this.#version += 1
      recorder.move(performance.now() - this.#sentAt, this.#sent, bytes)
    }
    this.next()
  }

  async begin(): Promise<void> {
    this.#busy = false
  }

  next(): void {
    const { recorder, pacer } = this.#context
    if (this.#busy || recorder.stopping || !recorder.started) return
    if (this.#seen[0] < this.#version || this.#seen[1] < this.#version) return
    this.#busy = true
    pacer.run(() => {
      if (recorder.stopping) return
      this.#mover = this.#mover === 0 ? 1 : 0
      this.#sentAt = performance.now()
      const bytes = Buffer.from(MOVE)
      bytes.writeUInt32BE(this.#version, VERSION_AT)
      bytes[SLOT_AT] = Math.floor(Math.random() * 20)
      this.#sent = this.#players[this.#mover]!.sendBinary(bytes)
    })
  }
}

export const colyseus: Target = (context) => new ColyseusMatch(context)
