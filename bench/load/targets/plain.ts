import { SocketIoClient } from '../socket-io.ts'
import type { LoadMatch, Target, TargetContext } from '../target.ts'
import { newActionId } from '../target.ts'

/** Socket.IO with a protocol of its own (peers/sio.mjs): a `move` is acknowledged; each player gets a whole `view`. */
class PlainMatch implements LoadMatch {
  readonly #context: TargetContext
  readonly #index: number
  readonly #players: SocketIoClient[] = []
  readonly #seen: [number, number] = [0, 0]
  #version = 0
  #busy = false
  #mover: 0 | 1 = 0
  #sentAt = 0

  constructor(context: TargetContext, index: number) {
    this.#context = context
    this.#index = index
  }

  async connect(): Promise<void> {
    const { urls, recorder } = this.#context
    for (const seat of [0, 1] as const) {
      const client = new SocketIoClient({ url: urls[this.#index % urls.length]!, auth: { match: this.#index, seat } })
      client.onClose = () => void (recorder.closed += 1)
      client.onEvent = (text, bytes) => {
        this.#seen[seat] = Number(/"version":(\d+)/.exec(text)![1])
        recorder.update(seat === this.#mover ? 'mover' : 'opponent', bytes)
        if (seat !== this.#mover) recorder.opponentSaw(performance.now() - this.#sentAt)
        this.next()
      }
      await client.connected
      this.#players.push(client)
    }
  }

  async begin(): Promise<void> {}

  next(): void {
    const { recorder, pacer } = this.#context
    if (this.#busy || recorder.stopping || !recorder.started) return
    if (this.#seen[0] < this.#version || this.#seen[1] < this.#version) return
    this.#busy = true
    pacer.run(() => this.#move())
  }

  #move(): void {
    const { recorder } = this.#context
    if (recorder.stopping) return
    this.#mover = this.#mover === 0 ? 1 : 0
    this.#sentAt = performance.now()
    const action = { type: 'construct-building', slot: Math.floor(Math.random() * 20) }
    const payload = { match: this.#index, actionId: newActionId(), version: this.#version, action }
    const sent = this.#players[this.#mover]!.emit('move', JSON.stringify(payload), (text, _json, bytes) => {
      this.#busy = false
      const version = Number(/"version":(\d+)/.exec(text)?.[1])
      if (!version) return recorder.error('refused')
      recorder.move(performance.now() - this.#sentAt, sent, bytes)
      this.#version = version
      this.next()
    })
  }
}

export const plain: Target = (context, index) => new PlainMatch(context, index)
