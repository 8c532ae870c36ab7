import { becomeGuest, Client } from '../../scripts/demo/client.ts'
import { pickAny } from '../../scripts/demo/play.ts'

/** Two players who are connected before an attack begins, and play one match after the other. */
export class HonestMatch {
  readonly #clients: [Client, Client]

  private constructor(clients: [Client, Client]) {
    this.#clients = clients
  }

  static async begin(url: string): Promise<HonestMatch> {
    const [ada, ben] = [await becomeGuest(url, 'Ada'), await becomeGuest(url, 'Ben')]
    const honest = new HonestMatch([new Client(url, ada), new Client(url, ben)])
    await honest.#next()
    return honest
  }

  /** The match that is played now. */
  get match(): string {
    return this.#clients[0].known.snapshot.match
  }

  /** Plays so many moves. Resolves with how long each took to be acknowledged (ms). */
  async play(moves: number): Promise<number[]> {
    const durations: number[] = []
    while (durations.length < moves) {
      const mover = this.#clients.find(({ known }) => known.snapshot.board?.legal)
      if (!mover) {
        await this.#next()
        continue
      }
      const { version, snapshot } = mover.known
      const began = performance.now()
      await mover.act(pickAny(snapshot), version)
      durations.push(performance.now() - began)
      await Promise.all(this.#clients.map((client) => client.past(version)))
    }
    return durations
  }

  async #next(): Promise<void> {
    const [ada, ben] = this.#clients
    const { snapshot } = await ada.create({ seat: 0 })
    await ben.join({ code: snapshot.code! })
    await ada.past(0)
  }

  close(): void {
    for (const client of this.#clients) client.close()
  }
}
