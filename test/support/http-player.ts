import { randomUUID } from 'node:crypto'
import type { CommitAnswer, CreateMessage, ErrorBody, PlayerRef, ViewAnswer } from '../../src/protocol/index.ts'
import type { Picker } from '../../scripts/demo/play.ts'

/** A player who uses HTTP alone. */
export class HttpPlayer {
  readonly player: PlayerRef
  readonly #url: string
  readonly #token: string

  private constructor(url: string, { player, token }: { player: PlayerRef; token: string }) {
    this.#url = url
    this.player = player
    this.#token = token
  }

  static async guest(url: string, name: string): Promise<HttpPlayer> {
    const response = await fetch(`${url}/v1/players`, json({ name }))
    return new HttpPlayer(url, (await response.json()) as { player: PlayerRef; token: string })
  }

  async create(request: CreateMessage): Promise<ViewAnswer> {
    return this.#send('/v1/matches', request)
  }

  async join(code: string): Promise<ViewAnswer> {
    return this.#send('/v1/matches/join', { code })
  }

  async view(match: string, query = ''): Promise<ViewAnswer> {
    return this.#send(`/v1/matches/${match}${query}`)
  }

  /** Plays to the end by polling the view, and returns the last one. */
  async playOn(match: string, pick: Picker): Promise<ViewAnswer> {
    let view = await this.view(match)
    while (view.snapshot.status !== 'ended') {
      const { version, snapshot } = view
      if (snapshot.board?.legal) {
        const action = await pick(snapshot, version)
        await this.#send<CommitAnswer>(`/v1/matches/${match}/actions`, { actionId: randomUUID(), version, action })
        view = await this.view(match)
      } else {
        view = await this.view(match, `?after=${version}&wait=25`)
      }
    }
    return view
  }

  async #send<Answer>(path: string, body?: object): Promise<Answer> {
    const init = body ? json(body) : { headers: {} }
    const response = await fetch(`${this.#url}${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${this.#token}` },
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${(answer as ErrorBody).error.code}`)
    return answer as Answer
  }
}

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
