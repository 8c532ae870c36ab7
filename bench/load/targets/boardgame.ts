import { SocketIoClient } from '../socket-io.ts'
import type { LoadMatch, Target, TargetContext } from '../target.ts'
import { newActionId } from '../target.ts'

/**
 * boardgame.io (peers/bgio.cjs): an `update` with a move, upon which both players get an `update` with their state.
 * There is no acknowledgement: the mover's own update takes its place.
 */
class BoardgameMatch implements LoadMatch {
  readonly #context: TargetContext
  readonly #id = newActionId()
  readonly #players: SocketIoClient[] = []
  readonly #version: [number, number] = [0, 0]
  #synced = 0
  #busy = true
  #mover: 0 | 1 = 0
  #sentAt = 0
  #sent = 0

  constructor(context: TargetContext) {
    this.#context = context
  }

  async connect(): Promise<void> {
    const { urls, recorder } = this.#context
    for (const seat of [0, 1] as const) {
      const client = new SocketIoClient({ url: urls[0]!, namespace: '/duel' })
      client.onClose = () => void (recorder.closed += 1)
      client.onEvent = (text, bytes) => this.#receive(seat, text, bytes)
      await client.connected
      this.#players.push(client)
      // The first to ask for a match makes it.
      client.emit('sync', `"${this.#id}","${seat}",null,2`)
    }
  }

  async begin(): Promise<void> {}

  #receive(seat: 0 | 1, text: string, bytes: number): void {
    const { recorder } = this.#context
    const version = Number(/"_stateID":(\d+)/.exec(text)?.[1] ?? 0)
    if (text.startsWith('42/duel,["sync"')) {
      this.#version[seat] = version
      this.#synced += 1
      if (this.#synced === 2) this.#busy = false
      return this.next()
    }
    if (!text.startsWith('42/duel,["update"')) return
    this.#version[seat] = version
    recorder.update(seat === this.#mover ? 'mover' : 'opponent', bytes)
    if (seat !== this.#mover) recorder.opponentSaw(performance.now() - this.#sentAt)
    else if (this.#busy) {
      this.#busy = false
      recorder.move(performance.now() - this.#sentAt, this.#sent, 0)
    }
    this.next()
  }

  next(): void {
    const { recorder, pacer } = this.#context
    if (this.#busy || recorder.stopping || !recorder.started || this.#version[0] !== this.#version[1]) return
    this.#busy = true
    pacer.run(() => {
      if (recorder.stopping) return
      const [version] = this.#version
      this.#mover = version % 2 === 0 ? 0 : 1
      this.#sentAt = performance.now()
      const args = [Math.floor(Math.random() * 20)]
      const action = { type: 'MAKE_MOVE', payload: { type: 'play', args, playerID: String(this.#mover) } }
      const payload = `${JSON.stringify(action)},${version},"${this.#id}","${this.#mover}"`
      this.#sent = this.#players[this.#mover]!.emit('update', payload)
    })
  }
}

export const boardgame: Target = (context) => new BoardgameMatch(context)
