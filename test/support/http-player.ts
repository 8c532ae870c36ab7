import { randomUUID } from 'node:crypto'
import type { Action } from '../../client/src/index.ts'
import { Curia } from '../../client/src/index.ts'
import type { Picker } from '../../scripts/demo/play.ts'
import type { CreateMessage, PlayerRef, ViewAnswer } from '../../src/protocol/index.ts'
import { PASSWORD } from './accounts.ts'

/** A player who uses HTTP alone. */
export class HttpPlayer {
  readonly player: PlayerRef
  readonly #curia: Curia
  readonly #token: string

  private constructor(player: PlayerRef, curia: Curia, token: string) {
    this.player = player
    this.#curia = curia
    this.#token = token
  }

  static async guest(url: string, name: string): Promise<HttpPlayer> {
    const { token } = await new Curia({ url }).rest.post('/v1/players', { body: { name } })
    return HttpPlayer.#resume(url, token)
  }

  /** A player with an account. */
  static async account(url: string, name: string): Promise<HttpPlayer> {
    const curia = new Curia({ url })
    await curia.guest({ name: 'Guest' })
    const { token } = await curia.rest.post('/v1/players/me/account', { body: { name, password: PASSWORD } })
    return HttpPlayer.#resume(url, token)
  }

  static async #resume(url: string, token: string): Promise<HttpPlayer> {
    const curia = new Curia({ url })
    return new HttpPlayer(await curia.resume({ token }), curia, token)
  }

  /** The same player at another node. */
  at(url: string): Promise<HttpPlayer> {
    return HttpPlayer.#resume(url, this.#token)
  }

  async create(body: CreateMessage): Promise<ViewAnswer> {
    return this.#curia.rest.post('/v1/matches', { body })
  }

  async join(code: string): Promise<ViewAnswer> {
    return this.#curia.rest.post('/v1/matches/join', { body: { code } })
  }

  async view(id: string, query: { after?: number; wait?: number } = {}): Promise<ViewAnswer> {
    return this.#curia.rest.get('/v1/matches/{id}', { params: { id }, query })
  }

  async act(id: string, { version }: ViewAnswer, action: Action): Promise<void> {
    const body = { actionId: randomUUID(), version, action }
    await this.#curia.rest.post('/v1/matches/{id}/actions', { params: { id }, body })
  }

  async resign(id: string): Promise<void> {
    await this.#curia.rest.post('/v1/matches/{id}/resign', { params: { id }, body: { actionId: randomUUID() } })
  }

  /** Plays to the end by polling the view, and returns the last one. */
  async playOn(id: string, pick: Picker): Promise<ViewAnswer> {
    let view = await this.view(id)
    while (view.snapshot.status !== 'ended') {
      const { version, snapshot } = view
      if (snapshot.board?.legal) {
        await this.act(id, view, await pick(snapshot, version))
        view = await this.view(id)
      } else {
        view = await this.view(id, { after: version, wait: 25 })
      }
    }
    return view
  }
}
