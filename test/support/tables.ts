import { expect } from 'vitest'
import { becomeGuest, Client } from '../../scripts/demo/client.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import type { CreateMessage } from '../../src/protocol/index.ts'

/** Two clients who sit in a match that has begun; by index, their seats. */
export interface Table {
  match: string
  clients: [Client, Client]
  tokens: [string, string]
  /** What everybody was shown before the first action. */
  seedHash: string
  /** Plays to the end, with actions picked at random from the legal ones. */
  play(): Promise<void>
  close(): void
}

/** Seats two guests, each on a node of his own if two addresses are given. */
export async function openTable(urls: string | [string, string], game: CreateMessage = {}): Promise<Table> {
  const nodes = typeof urls === 'string' ? [urls, urls] : urls
  const seated = await Promise.all(
    nodes.map(async (url, seat) => {
      const guest = await becomeGuest(url, seat === 0 ? 'Ada' : 'Ben')
      return { client: new Client(url, guest), token: guest.token }
    }),
  )
  const [ada, ben] = seated.map(({ client }) => client) as [Client, Client]
  const { match, code, seedHash } = (await ada.create({ ...game, seat: 0 })).snapshot
  await ben.join({ code: code! })
  await ada.past(0)
  return {
    match,
    clients: [ada, ben],
    tokens: seated.map(({ token }) => token) as [string, string],
    seedHash,
    play: async () => {
      await Promise.all([playOn(ada, pickAny), playOn(ben, pickAny)])
    },
    close: () => {
      ada.close()
      ben.close()
    },
  }
}

/** Each client's snapshot, had by patches, is the one that the server would give him now. */
export async function expectExactViews(clients: readonly Client[]): Promise<void> {
  for (const client of clients) expect(client.known.snapshot).toEqual((await client.ask()).snapshot)
}
