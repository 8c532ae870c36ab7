import { expect } from 'vitest'
import { becomeGuest, Client } from '../../scripts/demo/client.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import type { CreateMessage } from '../../src/protocol/index.ts'

/** Two clients, each of which sits in the seat of its index, in a match that has begun. */
export interface SeatedMatch {
  match: string
  clients: [Client, Client]
  tokens: [string, string]
  /** The hash of the seed, as the server showed it before the first action. */
  seedHash: string
  /** Plays to the end: picks each action at random from the legal ones. */
  play(): Promise<void>
  close(): void
}

/** Seats two guests in a match; if two addresses are given, each guest connects to its own node. */
export async function seatTwo(urls: string | [string, string], game: CreateMessage = {}): Promise<SeatedMatch> {
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

/** Expects that each client's snapshot, the result of its patches, equals the one that the server would send now. */
export async function expectExactViews(clients: readonly Client[]): Promise<void> {
  for (const client of clients) expect(client.known.snapshot).toEqual((await client.ask()).snapshot)
}
