import type { Curia, LiveMatch } from '../../client/src/index.ts'
import { pickAny } from '../../scripts/demo/play.ts'
import { clientOf } from './guest.ts'

/** Two players who are connected before an attack begins, and play one match after the other. */
export class HonestMatch {
  readonly #clients: readonly [Curia, Curia]
  #seats: readonly [LiveMatch, LiveMatch]

  private constructor(clients: [Curia, Curia], seats: [LiveMatch, LiveMatch]) {
    this.#clients = clients
    this.#seats = seats
  }

  static async begin(url: string): Promise<HonestMatch> {
    const clients: [Curia, Curia] = [await clientOf(url, 'Ada'), await clientOf(url, 'Ben')]
    return new HonestMatch(clients, await seat(clients))
  }

  /** The match that is played now. */
  get match(): string {
    return this.#seats[0].id
  }

  /** Plays so many moves. Resolves with how long each took to be acknowledged (ms). */
  async play(moves: number): Promise<number[]> {
    const durations: number[] = []
    while (durations.length < moves) {
      const mover = this.#seats.find(({ value }) => value.snapshot.board?.legal)
      if (!mover) {
        for (const match of this.#seats) match.close()
        this.#seats = await seat(this.#clients)
        continue
      }
      const began = performance.now()
      const { version } = await mover.act(pickAny(mover.value.snapshot))
      durations.push(performance.now() - began)
      await Promise.all(this.#seats.map((match) => match.until((state) => state.version >= version)))
    }
    return durations
  }

  close(): void {
    for (const client of this.#clients) client.close()
  }
}

async function seat([ada, ben]: readonly [Curia, Curia]): Promise<[LiveMatch, LiveMatch]> {
  const adas = await ada.create({ seat: 0 })
  const bens = await ben.join({ code: adas.value.snapshot.code! })
  await adas.until(({ version }) => version > 0)
  return [adas, bens]
}
