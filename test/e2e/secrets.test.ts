import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expandOffers } from '../../client/src/index.ts'
import { pickAny } from '../../scripts/demo/play.ts'
import type { CreateMessage, Snapshot, ViewAnswer } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_KIND, GAME_KIND_IDS, GAME_KINDS } from '../../src/protocol/index.ts'
import { foldable } from '../../src/record/index.ts'
import type { Viewer } from '../../src/rules/index.ts'
import { drawn } from '../support/drawn.ts'
import { becomeGuest } from '../support/guest.ts'
import type { WholeReplay } from '../support/rest.ts'
import { finishedGame } from '../support/rest.ts'
import { secretsOf, stringsOf } from '../support/secrets.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { Tap } from '../support/tap.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'trace' })
})
afterAll(() => server?.destroy())

/** Every expansion has something that only one player knows. */
const hasExpansion = ({ kind = DEFAULT_GAME_KIND }: CreateMessage): boolean =>
  Object.values(GAME_KINDS[kind].switches).includes(true)

/** The largest structure is that of Age I with Agora. */
const MOST_SLOTS = 25

/** Versions of a game that reaches Age III. */
const LONG = 50

const VIEWERS: Viewer[] = [0, 1, 'spectator']

/** All that both players and a spectator receive of a whole game, by viewer, and the game itself. */
async function tapGame(game: CreateMessage): Promise<{ taps: Tap[]; tokens: string[]; replay: WholeReplay }> {
  const guests = await Promise.all(['Ada', 'Ben', 'Eve'].map((name) => becomeGuest(server.url, name)))
  const taps = guests.map(({ token }) => new Tap(server.url, token)) as [Tap, Tap, Tap]
  const [ada, ben, eve] = taps
  try {
    const created = await ada.ask<ViewAnswer>('match:create', { ...game, seat: 0 })
    if (!created.ok) throw new Error(created.error.code)
    const { match, code } = created.snapshot
    await ben.ask('match:join', { code })
    await eve.ask('match:watch', { match })
    const streamed = await Promise.all(taps.map((tap) => tap.stream(match)))
    for (;;) {
      const views = await Promise.all([ada.view(match), ben.view(match)])
      const seat = views.findIndex(({ snapshot }) => snapshot.board?.legal)
      if (seat < 0) break
      const { version, snapshot } = views[seat]!
      await probe(match, version, snapshot, taps[seat]!, taps[1 - seat]!, eve)
      if (version % 4 === 0) await lookBack(match, version, taps)
      expect(await taps[seat]!.act(match, version, pickAny(snapshot))).toBeNull()
    }
    await Promise.all(streamed.map((end) => end()))
    return { taps, tokens: guests.map(({ token }) => token), replay: (await finishedGame(server.url, match)).replay }
  } finally {
    for (const tap of taps) tap.close()
  }
}

type Secrets = ReturnType<typeof secretsOf>

/** Whether each seat knows something, at some version, that the other one must not know. */
const areApart = ([first, second]: readonly [Secrets, Secrets]): boolean =>
  [
    [first, second],
    [second, first],
  ].every(([own, other]) =>
    own!.some((secrets, version) => secrets.some((secret) => !other![version]!.includes(secret))),
  )

/**
 * A supremacy can end a game before there was much to know, and random players may take no secret of an expansion: then
 * another game is played.
 */
async function tapTellingGame(
  game: CreateMessage,
): Promise<Awaited<ReturnType<typeof tapGame>> & { secrets: Secrets[] }> {
  for (;;) {
    const tapped = await tapGame(game)
    const { record } = tapped.replay
    if (record.entries.length < LONG) continue
    const [first, second, spectator] = VIEWERS.map((viewer) => secretsOf(foldable(record), viewer)) as [
      Secrets,
      Secrets,
      Secrets,
    ]
    if (!hasExpansion(game) || areApart([first, second])) return { ...tapped, secrets: [first, second, spectator] }
  }
}

/** Tries what is refused: a refusal must not show anything either. */
async function probe(
  match: string,
  version: number,
  { board }: Snapshot,
  mover: Tap,
  waiting: Tap,
  spectator: Tap,
): Promise<void> {
  const legal = expandOffers(board!.legal)
  const slots = new Set(legal.map((action) => ('slot' in action ? action.slot : -1)))
  const covered = Array.from({ length: MOST_SLOTS }, (_, slot) => slot).filter((slot) => !slots.has(slot))
  const slot = covered[version % covered.length]
  // A decision may take any card of the structure.
  if (slot === undefined) return
  for (const type of ['construct-building', 'discard-card', 'choose-available-card'] as const) {
    expect(await mover.act(match, version, { type, slot })).toBe('illegal-action')
  }
  expect(await waiting.act(match, version, { type: 'discard-card', slot })).toBe('not-your-turn')
  expect(await spectator.act(match, version, { type: 'discard-card', slot })).toBe('not-your-match')
}

/** Reads all that there is of a live match over HTTP, allowed or not. */
async function lookBack(match: string, version: number, taps: Tap[]): Promise<void> {
  const paths = [
    `/v1/matches/${match}?after=0`,
    `/v1/games/${match}`,
    `/v1/games/${match}/replay`,
    `/v1/games/${match}/positions/${version}`,
    `/v1/games/${match}/positions/${version - 1}`,
    ...VIEWERS.map((viewer) => `/v1/games/${match}/positions/${version}?viewer=${viewer}`),
  ]
  await Promise.all(
    taps.map(async (tap) => {
      for (const path of paths) await tap.get(path)
    }),
  )
}

const GAMES: CreateMessage[] = [
  ...GAME_KIND_IDS.map((kind) => ({ kind })),
  { options: { wonders: 'first-game' } },
  { kind: 'agora-pantheon', options: { wonders: 'first-game' } },
]

describe('everything that a server sends of a live match, over sockets, in streams, and over HTTP', () => {
  it.each(drawn(GAMES, 2))('shows no viewer what they cannot know: %o', async (game) => {
    const { taps, tokens, replay, secrets } = await tapTellingGame(game)
    const leaks: string[] = []
    let shownOne = 0
    for (const [index, { received }] of taps.entries()) {
      expect(received.length).toBeGreaterThan(200)
      for (const { version, text } of received) {
        const strings = stringsOf(text)
        for (const secret of secrets[index]![version]!) {
          if (strings.has(secret)) leaks.push(`version ${version}, viewer ${VIEWERS[index]}: ${secret}`)
        }
        // This viewer knows secrets of another viewer: there is something to leak.
        shownOne += secrets[(index + 1) % 2]![version]!.filter((secret) => strings.has(secret)).length
      }
    }
    expect(leaks).toEqual([])
    if (hasExpansion(game)) expect(shownOne).toBeGreaterThan(0)

    const log = server.output()
    expect(log).toContain(replay.record.header.id)
    for (const secret of [replay.record.header.seed, ...tokens]) expect(log).not.toContain(secret)
  })
})
