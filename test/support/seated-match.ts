import { expect } from 'vitest'
import type { Curia, LiveMatch } from '../../client/src/index.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import type { CreateMessage } from '../../src/protocol/index.ts'
import type { Guest } from './guest.ts'
import { becomeGuest, clientOf } from './guest.ts'

/** A viewer of a match, with the client that follows it. */
export interface Viewing {
  curia: Curia
  match: LiveMatch
}

/** Two players, each of whom sits in the seat of their index, in a match that has begun. */
export interface SeatedMatch {
  match: string
  seats: [Viewing, Viewing]
  guests: [Guest, Guest]
  /** The hash of the seed, as the server showed it before the first action. */
  seedHash: string
  /** Plays to the end: picks each action at random from the legal ones. */
  play(): Promise<void>
  close(): void
}

/** Seats two guests in a match; if two addresses are given, each guest connects to its own node. */
export async function seatTwo(urls: string | [string, string], game: CreateMessage = {}): Promise<SeatedMatch> {
  const [first, second] = typeof urls === 'string' ? [urls, urls] : urls
  const guests: [Guest, Guest] = [await becomeGuest(first, 'Ada'), await becomeGuest(second, 'Ben')]
  const [ada, ben] = [await clientOf(first, guests[0]), await clientOf(second, guests[1])]
  const adas = await ada.create({ ...game, seat: 0 })
  const { code, seedHash } = adas.value.snapshot
  const bens = await ben.join({ code: code! })
  await adas.until(({ version }) => version > 0)
  return {
    match: adas.id,
    seats: [
      { curia: ada, match: adas },
      { curia: ben, match: bens },
    ],
    guests,
    seedHash,
    play: async () => {
      await Promise.all([playOn(adas, pickAny), playOn(bens, pickAny)])
    },
    close: () => {
      ada.close()
      ben.close()
    },
  }
}

/** Expects that each viewer's snapshot, the result of patches, equals the one that the server would send now. */
export async function expectExactViews(viewings: readonly Viewing[]): Promise<void> {
  for (const { curia, match } of viewings) {
    const { snapshot } = await curia.rest.get('/v1/matches/{id}', { params: { id: match.id } })
    expect(match.value.snapshot).toEqual(snapshot)
  }
}
