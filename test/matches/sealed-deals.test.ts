/** A deal of the day is sealed until it opens: it is played once, in one way, and nobody else sees anything of it. */
import { describe, expect, it } from 'vitest'
import { finishedGame } from '../../src/history/index.ts'
import type { MatchesOptions } from '../../src/matches/index.ts'
import type { CreateMessage, MatchServerEvent, PlayerRef } from '../../src/protocol/index.ts'
import { HOUSE_BOTS } from '../../src/protocol/index.ts'
import { hashSeed, verifyRecord } from '../../src/record/index.ts'
import { codeOf, create, creation, legalOf, openMatches, seatTwo } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { memoryDeals, sealedDeal } from '../support/sealed-deals.ts'

const NOON = 1_700_000_000_000
const HOUR = 3_600_000
const CLUB = HOUSE_BOTS.club

/** Matches at noon, with a deal that opens an hour later. */
function open(options: Partial<MatchesOptions> = {}) {
  let now = NOON
  const backend = new MemoryBackend(1, 0, () => now)
  backend.outageMs = Infinity
  const store = new MemoryStore(backend)
  const deal = sealedDeal({ sealedUntil: NOON + HOUR })
  const sealedDeals = memoryDeals([deal])
  const matches = openMatches({ store, sealedDeals, playsBots: true, ...options })
  const wait = (ms: number): void => void (now += ms)
  return { store, deal, matches, wait, ada: newPlayer('Ada') }
}
type Opened = ReturnType<typeof open>

const begin = ({ matches, deal, ada }: Opened, player = ada, request: CreateMessage = {}) =>
  create(matches, player, creation({ deal: deal.id, ...request }))

/** Does one action for whoever decides. */
async function act({ matches }: Opened, match: string, player: PlayerRef): Promise<void> {
  const { version, snapshot } = await matches.views.view(player, match)
  await matches.play.act(player, { match, actionId: newActionId(), version, action: legalOf(snapshot)[0]! })
}

const resign = ({ matches, ada }: Opened, match: string): Promise<unknown> =>
  matches.endings.resign(ada, { match, actionId: newActionId() })

describe('a match on a sealed deal', () => {
  it('is played against the bot of the deal, as seat 0, with the standard clock, unrated and private', async () => {
    const world = open()
    const { snapshot } = await begin(world)
    expect(snapshot).toMatchObject({
      you: 0,
      status: 'playing',
      kind: world.deal.kind,
      terms: { clock: 'standard', rated: false, visibility: 'private' },
      players: { 0: { name: 'Ada' }, 1: CLUB },
      deal: world.deal.id,
      sealedUntil: NOON + HOUR,
      seedHash: hashSeed(world.deal.seed),
      origin: 'bot',
    })
    await world.matches.close()
  })

  it.each<[string, CreateMessage]>([
    ['a bid', { bid: 2 }],
    ['the other seat', { seat: 1 }],
    ['a handicap', { options: { handicap: { seat: 0, coins: 3 } } }],
    ['spectators', { visibility: 'public' }],
    ['another bot', { opponent: { bot: 'novice' } }],
    ['playing alone', { opponent: 'self' }],
  ])('is refused with %s', async (_what, request) => {
    const world = open()
    expect(await codeOf(begin(world, world.ada, request))).toBe('bad-request')
    expect((await begin(world)).version).toBe(1)
    await world.matches.close()
  })

  it('is the same match for whoever asks again before their first action, on any device', async () => {
    const world = open()
    const all = await Promise.all(Array.from({ length: 8 }, () => begin(world)))
    expect(new Set(all.map(({ snapshot }) => snapshot.match)).size).toBe(1)
    expect((await begin(world, newPlayer('Bo'))).snapshot.match).not.toBe(all[0]!.snapshot.match)
    await world.matches.close()
  })

  it('is another match after one that was aborted without an action, and none after the first action', async () => {
    const world = open()
    const first = (await begin(world)).snapshot.match
    await world.matches.endings.abort(world.ada, { match: first, actionId: newActionId(), version: 1 })
    const second = (await begin(world)).snapshot.match
    expect(second).not.toBe(first)
    await act(world, second, world.ada)
    const refused = { code: 'deal-played', details: { match: second } }
    await expect(begin(world)).rejects.toMatchObject(refused)
    const { version } = await world.matches.views.view(world.ada, second)
    await world.matches.endings.abort(world.ada, { match: second, actionId: newActionId(), version })
    await expect(begin(world)).rejects.toMatchObject(refused)
    await world.matches.close()
  })

  it('counts once it was given up, also before the first action', async () => {
    const world = open()
    const { match } = (await begin(world)).snapshot
    await resign(world, match)
    expect(await codeOf(begin(world))).toBe('deal-played')
    await world.matches.close()
  })

  it('has neither hints nor draws', async () => {
    const world = open()
    const { match } = (await begin(world)).snapshot
    expect(await codeOf(world.matches.hints.hint(world.ada, match))).toBe('no-hints')
    await act(world, match, world.ada)
    await act(world, match, CLUB)
    await act(world, match, CLUB)
    expect((await world.matches.views.view(world.ada, match)).snapshot.mayDo).toMatchObject({ resign: true })
    expect((await world.matches.views.view(world.ada, match)).snapshot.mayDo).not.toHaveProperty('offerDraw')
    const offer = { match, actionId: newActionId(), answer: 'offer' } as const
    expect(await codeOf(world.matches.endings.draw(world.ada, offer))).toBe('not-now')
    await world.matches.close()
  })
})

describe('until the deal opens', () => {
  it.each(['in play', 'ended'])(
    'nobody but the player sees a match that is %s, with its code or without',
    async (how) => {
      const world = open()
      const { matches, ada } = world
      const { match, code } = (await begin(world)).snapshot
      await act(world, match, ada)
      if (how === 'ended') await resign(world, match)
      for (const player of [null, newPlayer('Eve')]) {
        const sealed = { code: 'sealed', details: { until: NOON + HOUR } }
        const tries = [
          () => matches.views.view(player, match, { code }),
          () => matches.views.replay(player, match, code),
          () => matches.views.position(player, match, 1, { code }),
          () => matches.explanations.explain(player, match, code),
          () => matches.watches.watch(player, match, { code }, { notify: () => undefined }),
        ]
        for (const tried of tries) await expect(tried()).rejects.toMatchObject(sealed)
      }
      await matches.close()
    },
  )

  it('the player of one that has ended sees no more than before: neither the seed, nor the replay, nor the other seat', async () => {
    const world = open()
    const { matches, ada, deal } = world
    const { match } = (await begin(world)).snapshot
    const events: unknown[] = []
    const { stop } = await matches.watches.watch(ada, match, {}, { notify: (event) => void events.push(event) })
    await act(world, match, ada)
    await resign(world, match)
    await world.store.told()
    expect(events).toContainEqual(expect.objectContaining({ event: 'match:ended' }))
    await stop()
    const view = await matches.views.view(ada, match)
    const own = await matches.views.position(ada, match, 2)
    expect(view.snapshot).toMatchObject({ status: 'ended', outcome: { by: 'resignation', winner: 1 } })
    expect(own.snapshot).toMatchObject({ you: 0, status: 'playing' })
    expect(JSON.stringify([events, view, own, await matches.views.summary(match)])).not.toContain(deal.seed)
    expect(await matches.views.summary(match)).not.toHaveProperty('outcome')
    expect(await matches.views.ended(match)).toBeNull()
    for (const tried of [matches.views.replay(ada, match), matches.views.position(ada, match, 2, { viewer: 1 })]) {
      expect(await codeOf(tried)).toBe('sealed')
    }
    await matches.close()
  })

  it('nobody plays on from it, or plays its deal in another way', async () => {
    const world = open()
    const { match } = (await begin(world)).snapshot
    await act(world, match, world.ada)
    const from = creation({ from: { match, version: 1 } })
    expect(await codeOf(world.matches.play.create(world.ada, from))).toBe('not-now')
    await resign(world, match)
    expect(await codeOf(world.matches.play.create(world.ada, from))).toBe('sealed')
    expect(await codeOf(world.matches.play.create(world.ada, creation({ deal: match })))).toBe('sealed')
    await world.matches.close()
  })

  it('the history is not offered the game', async () => {
    const world = open()
    const { match } = (await begin(world)).snapshot
    await resign(world, match)
    expect(await world.store.claimEnded(10, 1_000)).toEqual([])
    world.wait(HOUR)
    expect(await world.store.claimEnded(10, 1_000)).toEqual([match])
    const game = finishedGame((await world.store.load(match))!)
    expect(game).toMatchObject({ listed: true, ratingKind: null })
    expect(verifyRecord(game.record).filter(({ ok }) => !ok)).toEqual([])
    await world.matches.close()
  })
})

describe('when the deal opens', () => {
  it('a match that is still in play ends as aborted, at the first command that comes', async () => {
    const world = open()
    const { match } = (await begin(world)).snapshot
    await act(world, match, world.ada)
    const { version, snapshot } = await world.matches.views.view(CLUB, match)
    world.wait(HOUR)
    const request = { match, actionId: newActionId(), version, action: legalOf(snapshot)[0]! }
    expect(await codeOf(world.matches.play.act(CLUB, request))).toBe('late')
    expect((await world.matches.views.view(world.ada, match)).snapshot).toMatchObject({ outcome: { by: 'aborted' } })
    expect(await world.store.claimEnded(10, 1_000)).toEqual([])
    await world.matches.close()
  })

  it('such a match ends by itself, too, whether its clock has run out by then or not', async () => {
    for (const ms of [HOUR, 48 * HOUR]) {
      const world = open()
      const { match } = (await begin(world)).snapshot
      await act(world, match, world.ada)
      world.wait(ms)
      await world.matches.endings.flagMatch(match)
      const { snapshot } = await world.matches.views.view(world.ada, match)
      expect(snapshot.outcome).toEqual({ by: 'aborted' })
      await world.matches.close()
    }
  })

  it('whoever watches it is told that it is over', async () => {
    const world = open({ renewalMs: 10 })
    const { match } = (await begin(world)).snapshot
    const ended: unknown[] = []
    const notify = ({ event, payload }: MatchServerEvent): void => {
      if (event === 'match:ended') ended.push(payload)
    }
    const { stop } = await world.matches.watches.watch(world.ada, match, {}, { notify })
    world.wait(HOUR)
    await expect.poll(() => ended).toMatchObject([{ outcome: { by: 'aborted' } }])
    await stop()
    await world.matches.close()
  })

  it('everybody sees the games on it, and may play it as any known deal', async () => {
    const world = open()
    const { matches, deal } = world
    const { match } = (await begin(world)).snapshot
    await resign(world, match)
    world.wait(HOUR)
    const replay = await matches.views.replay(null, match)
    expect(await matches.views.ended(match)).not.toBeNull()
    expect(replay).toMatchObject({ complete: true, record: { header: { seed: deal.seed, sealedUntil: NOON + HOUR } } })
    const seated = await seatTwo(matches, {}, creation({ deal: deal.id, seat: 1 }))
    const { snapshot } = await matches.views.view(null, seated.match)
    expect(snapshot).toMatchObject({ deal: deal.id, seedHash: hashSeed(deal.seed) })
    expect(snapshot).not.toHaveProperty('sealedUntil')
    await matches.close()
  })
})
