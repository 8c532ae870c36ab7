import { post } from '../post.ts'
import { SocketIoClient } from '../socket-io.ts'
import type { LoadMatch, Target, TargetContext } from '../target.ts'
import { newActionId, pick } from '../target.ts'

/** A type of action, and for each of its fields the values that can be picked. */
type Offer = Record<string, string | unknown[]>

interface Answer {
  version: number
  snapshot: { match: string; code?: string; board?: { legal?: Offer[] } }
}

/** What an update or an answer says of the offers: absent if they did not change, null if there are none. */
interface Patched {
  version: number
  patch: { board?: { legal?: Offer[] | null } | null }
}

const WATCH_AT_ONCE = 50

/** Curia: a random legal action out of the offers that the server sends. The next match begins when one ends. */
class CuriaMatch implements LoadMatch {
  readonly #context: TargetContext
  readonly #index: number
  readonly #players: SocketIoClient[] = []
  readonly #spectators: SocketIoClient[] = []
  readonly #version: [number, number] = [0, 0]
  readonly #offers: [Offer[] | null, Offer[] | null] = [null, null]
  #match = ''
  #acknowledged = 0
  #busy = true
  #over = false
  #mover: 0 | 1 = 0
  #sentAt = 0
  #sent = 0

  constructor(context: TargetContext, index: number) {
    this.#context = context
    this.#index = index
  }

  async connect(): Promise<void> {
    const { urls, cross, spectators } = this.#context
    const own = urls[this.#index % urls.length]!
    for (const seat of [0, 1] as const) {
      const client = await this.#guest(cross ? urls[seat % urls.length]! : own, `P${this.#index}-${seat}`)
      client.onEvent = (text, bytes) => this.#receive(seat, text, bytes)
      this.#players.push(client)
    }
    for (let each = 0; each < spectators; each += 1) {
      const client = await this.#guest(own, `S${this.#index}-${each}`)
      client.onEvent = (_text, bytes) => this.#context.recorder.update('spectator', bytes)
      this.#spectators.push(client)
    }
  }

  async #guest(url: URL, name: string): Promise<SocketIoClient> {
    const { token } = await post<{ token: string }>(url, '/v1/players', { name })
    const client = new SocketIoClient({ url, auth: { token, updateInAnswer: true } })
    client.onClose = () => void (this.#context.recorder.closed += 1)
    await client.connected
    return client
  }

  async begin(): Promise<void> {
    const { kind, clock, recorder } = this.#context
    const [host, guest] = this.#players as [SocketIoClient, SocketIoClient]
    const began = performance.now()
    this.#busy = true
    this.#match = ''
    this.#version.fill(0)
    this.#offers.fill(null)
    const { snapshot } = await host.ask<Answer>('match:create', { kind, clock, seat: 0 })
    this.#match = snapshot.match
    this.#acknowledged = 1
    this.#over = false
    const joined = await guest.ask<Answer>('match:join', { code: snapshot.code! })
    this.#take(1, joined.version, joined.snapshot.board?.legal ?? null)
    recorder.created(performance.now() - began)
    // Not all at once: a server that has too much to do refuses.
    for (let from = 0; from < this.#spectators.length; from += WATCH_AT_ONCE) {
      const group = this.#spectators.slice(from, from + WATCH_AT_ONCE)
      await Promise.all(group.map((client) => client.ask('match:watch', { match: this.#match })))
    }
    this.#busy = false
    this.next()
  }

  #take(seat: 0 | 1, version: number, offers: Offer[] | null | undefined): void {
    if (version < this.#version[seat]) return
    this.#version[seat] = version
    if (offers !== undefined) this.#offers[seat] = offers
  }

  /** Parses a message whole only if it says something about offers: the driver must cost little. */
  #takeFrom(seat: 0 | 1, text: string, json: () => Patched): void {
    if (!text.includes('"legal":')) return this.#take(seat, Number(/"version":(\d+)/.exec(text)![1]), undefined)
    const { version, patch } = json()
    this.#take(seat, version, patch.board === null ? null : patch.board?.legal)
  }

  #receive(seat: 0 | 1, text: string, bytes: number): void {
    const { recorder } = this.#context
    if (text.startsWith('42["match:ended"')) {
      if (seat === 0 && text.includes(this.#match)) this.#ended()
      return
    }
    if (!text.startsWith('42["match:update"') || !text.includes(this.#match)) return
    recorder.update(seat === this.#mover ? 'mover' : 'opponent', bytes)
    if (seat !== this.#mover) recorder.opponentSaw(performance.now() - this.#sentAt)
    this.#takeFrom(seat, text, () => (JSON.parse(text.slice(2)) as [string, Patched])[1])
    this.next()
  }

  next(): void {
    const { recorder, pacer } = this.#context
    if (this.#busy || this.#over || recorder.stopping || !recorder.started) return
    if (this.#version[0] < this.#acknowledged || this.#version[1] < this.#acknowledged) return
    const seat = this.#offers[0] ? 0 : 1
    if (!this.#offers[seat]) return
    this.#busy = true
    pacer.run(() => this.#move(seat))
  }

  #move(seat: 0 | 1): void {
    const { recorder } = this.#context
    if (recorder.stopping) return
    const offer = pick(this.#offers[seat]!)
    const fields = Object.entries(offer).map(
      ([field, picks]) => [field, Array.isArray(picks) ? pick(picks) : picks] as const,
    )
    const action = Object.fromEntries(fields)
    const payload = { match: this.#match, actionId: newActionId(), version: this.#version[seat], action }
    this.#mover = seat
    this.#sentAt = performance.now()
    this.#sent = this.#players[seat]!.emit('match:act', JSON.stringify(payload), (text, json, bytes) => {
      this.#busy = false
      if (!text.startsWith('[{"ok":true', json)) {
        if (!this.#over) recorder.error(/"code":"([^"]+)/.exec(text)?.[1] ?? 'unknown')
        return
      }
      recorder.move(performance.now() - this.#sentAt, this.#sent, bytes)
      this.#acknowledged = Number(/"version":(\d+)/.exec(text)![1])
      if (text.includes('"patch":')) {
        this.#takeFrom(seat, text, () => (JSON.parse(text.slice(json)) as [{ update: Patched }])[0].update)
      }
      this.next()
    })
  }

  #ended(): void {
    const { recorder } = this.#context
    if (this.#over) return
    this.#over = true
    recorder.games += 1
    if (recorder.stopping) return
    const again = async (): Promise<void> => {
      const match = this.#match
      await Promise.all([...this.#players, ...this.#spectators].map((client) => client.ask('match:unwatch', { match })))
      await this.begin()
    }
    again().catch((error: unknown) => recorder.error(String(error).slice(0, 80)))
  }
}

export const curia: Target = (context, index) => new CuriaMatch(context, index)
