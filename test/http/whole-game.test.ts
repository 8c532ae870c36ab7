import { expect, it } from 'vitest'
import type { Game, Replay, ViewAnswer } from '../../src/protocol/index.ts'
import { foldable, foldRecord, snapshot } from '../../src/record/index.ts'
import { openHttp } from '../support/http.ts'
import { legalOf } from '../support/match.ts'
import { newActionId } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'

/** A client with an address, a name and `fetch`; it does not know the rules. */
class Client {
  readonly #origin: string
  #token = ''

  constructor(origin: string) {
    this.#origin = origin
  }

  async call<Body>(path: string, body?: object): Promise<Body> {
    const response = await fetch(this.#origin + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Body
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }

  async register(name: string): Promise<this> {
    this.#token = (await this.call<{ token: string }>('/v1/players', { name })).token
    return this
  }

  /** Plays when it is its turn, waits otherwise; returns the last view and all versions that it received. */
  async play(match: string, random: () => number): Promise<{ last: ViewAnswer; received: number[] }> {
    const received: number[] = []
    let now = await this.call<ViewAnswer>(`/v1/matches/${match}?after=0`)
    for (;;) {
      received.push(...now.missed!.map(({ version }) => version))
      const { version, snapshot } = now
      if (snapshot.status === 'ended') return { last: now, received }
      if (snapshot.board?.legal) {
        const action = pick(legalOf(snapshot), random)
        await this.call(`/v1/matches/${match}/actions`, { actionId: newActionId(), version, action })
      }
      now = await this.call<ViewAnswer>(`/v1/matches/${match}?after=${version}&wait=25`)
    }
  }
}

it('two clients that use HTTP alone play a whole game, and everybody can read it afterwards', async () => {
  const http = await openHttp()
  try {
    const origin = await http.app.listen({ port: 0, host: '127.0.0.1' })
    const [ada, bo] = await Promise.all([new Client(origin).register('Ada'), new Client(origin).register('Bo')])
    const { code, match } = (await ada.call<ViewAnswer>('/v1/matches', {})).snapshot
    await bo.call('/v1/matches/join', { code })
    const random = seededRandom(7)
    const [first, second] = await Promise.all([ada.play(match, random), bo.play(match, random)])

    const { version } = first.last
    expect(second.last.version).toBe(version)
    const all = Array.from({ length: version }, (_, index) => index + 1)
    expect(first.received).toEqual(all)
    expect(second.received).toEqual(all)

    const reader = new Client(origin)
    const game = await reader.call<Game>(`/v1/games/${match}`)
    expect(game.scores).toEqual(first.last.snapshot.scores)
    expect(game.outcome).toEqual(first.last.snapshot.outcome)
    const replay = await reader.call<Replay>(`/v1/games/${match}/replay`)
    if (!replay.complete) throw new Error('the replay is not whole')
    const fold = foldRecord(foldable(replay.record))
    expect(snapshot(fold, first.last.snapshot.you)).toEqual(first.last.snapshot)
    expect(snapshot(fold, second.last.snapshot.you)).toEqual(second.last.snapshot)
  } finally {
    await http.close()
  }
})
