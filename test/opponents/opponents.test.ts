/** The opponents whom the server plays, on nodes that share a store in memory. */
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { Figures } from '../../src/metrics/index.ts'
import type { JobType, ThinkingThread } from '../../src/opponents/index.ts'
import { ThreadPool } from '../../src/opponents/index.ts'
import { startThinkingThread } from '../../src/opponents/threads/thinking-thread.ts'
import { createRequestSchema, GAME_KIND_IDS, HOUSE_BOTS } from '../../src/protocol/index.ts'
import { ratedKind } from '../../src/record/index.ts'
import { drawn } from '../support/drawn.ts'
import { Follower } from '../support/follower.ts'
import { openLobby } from '../support/lobby.ts'
import { codeOf, creation, legalOf, openMatches } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'
import type { BotMatch, BotNode } from './support.ts'
import { against, answering, botNode, firstLegal, playAgainst, QUICK } from './support.ts'

const nodes: BotNode[] = []
const open = (...parts: Parameters<typeof botNode>): BotNode => {
  const node = botNode(...parts)
  nodes.push(node)
  return node
}
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()))
})

const viewOf = ({ matches }: BotNode, { match, player }: BotMatch) => matches.views.view(player, match)

/** Waits until the player has to act, or the match is over. */
const turnOf = (node: BotNode, game: BotMatch) =>
  expect
    .poll(async () => {
      const { snapshot } = await viewOf(node, game)
      return snapshot.status === 'ended' || snapshot.board?.legal !== undefined
    })
    .toBe(true)

/** A pool in which a wish is given up when its signal is aborted. */
const givesUp = (pool: BotNode['pool']): BotNode['pool'] => ({
  shareOf: () => 1,
  useIdle: () => [],
  use: (wish, work) =>
    Promise.race([
      pool.use(wish, work),
      new Promise<never>((_resolve, reject) => {
        wish.signal!.addEventListener('abort', () => reject(wish.signal!.reason as Error))
      }),
    ]),
})

describe('a match against a bot', () => {
  it('is played to its end, by a mind that thinks in a thread, and each thought is timed', async () => {
    const figures = new Figures()
    const node = open(undefined, { figures })
    const game = await against(node, 'club', { kind: 'agora-pantheon' })
    await playAgainst(node, game, seededRandom(7))
    const { snapshot } = await viewOf(node, game)
    expect(snapshot.origin).toBe('bot')
    expect(Object.values(snapshot.players)).toContainEqual(HOUSE_BOTS.club)
    expect(snapshot.outcome).toBeDefined()
    expect(node.logged).toEqual([])
    const text = await figures.text()
    const [thoughts, seconds] = ['count', 'sum'].map((what) =>
      Number(new RegExp(`^curia_bot_thought_duration_seconds_${what}\\{level="club"\\} (.*)$`, 'm').exec(text)![1]),
    )
    expect(thoughts).toBeGreaterThan(10)
    expect(seconds! / thoughts!).toBeGreaterThan(0)
    expect(seconds! / thoughts!).toBeLessThan(60)
    await expect.poll(() => figures.text()).toMatch(/^curia_bot_turns 0$/m)
  })

  describe('at the strongest level', () => {
    /** A pool of three threads, and what they were asked. What `fails` is refused. */
    function threePool(fails?: JobType): { pool: ThreadPool; asked: JobType[] } {
      const asked: JobType[] = []
      const start = (): ThinkingThread => {
        const thread = startThinkingThread()
        const ask = thread.ask.bind(thread)
        thread.ask = (type, question, timeoutMs) => {
          asked.push(type)
          return type === fails ? Promise.reject(new Error('it fails')) : ask(type, question, timeoutMs)
        }
        return thread
      }
      return { pool: new ThreadPool({ threads: 3, logger: pino({ level: 'silent' }), start }), asked }
    }
    const count = (asked: readonly JobType[], type: JobType): number => asked.filter((each) => each === type).length

    it('thinks in all threads that have nothing else to do, also about later decisions', async () => {
      const { pool, asked } = threePool()
      const node = open(undefined, { pool })
      const game = await against(node, 'master')
      await playAgainst(node, game, seededRandom(3), (version) => version > 12)
      expect(count(asked, 'decide')).toBeGreaterThan(3)
      expect(count(asked, 'ponder')).toBe(2 * count(asked, 'decide'))
      expect(count(asked, 'begin')).toBe(3)
      expect(node.logged).toEqual([])
      await pool.close()
    })

    it('decides by itself where the others fail', async () => {
      const { pool, asked } = threePool('ponder')
      const node = open(undefined, { pool })
      await playAgainst(node, await against(node, 'master'), seededRandom(3), (version) => version > 6)
      expect(count(asked, 'decide')).toBeGreaterThan(1)
      expect(node.logged.map(({ msg }) => msg)).toContain('a thread could not help with a decision')
      await pool.close()
    })

    it('only: others are not helped', async () => {
      const { pool, asked } = threePool()
      const node = open(undefined, { pool })
      await playAgainst(node, await against(node, 'expert'), seededRandom(3), (version) => version > 6)
      expect(count(asked, 'decide')).toBeGreaterThan(1)
      expect(count(asked, 'ponder')).toBe(0)
      await pool.close()
    })
  })

  it.each(drawn(GAME_KIND_IDS))(
    'goes on from a position, of which the bot knows what its seat has seen (%s)',
    async (kind) => {
      const node = open()
      const game = await against(node, 'club', { kind, visibility: 'public' })
      await playAgainst(node, game, seededRandom(3))
      for (const version of [4, 25]) {
        const next = await against(node, 'club', { from: { match: game.match, version } })
        await playAgainst(node, next, seededRandom(version))
        expect((await viewOf(node, next)).snapshot.outcome).toBeDefined()
      }
      expect(node.logged).toEqual([])
    },
  )

  it('begins at once, and nobody waits in it', async () => {
    const node = open(undefined, { pool: answering({}) })
    const game = await against(node, 'novice', { seat: 0 })
    expect((await viewOf(node, game)).snapshot).toMatchObject({
      status: 'playing',
      players: { 0: game.player, 1: HOUSE_BOTS.novice },
      board: { toAct: 0 },
    })
  })

  it('is private and has no clock, unless its player wants otherwise, and so is its rematch', async () => {
    const node = open(undefined, { pool: answering({}) })
    const termsOf = async (game: BotMatch) => (await viewOf(node, game)).snapshot.terms
    expect(await termsOf(await against(node, 'novice'))).toEqual({ clock: 'none', rated: false, visibility: 'private' })
    const wanted = { clock: 'blitz', rated: true, visibility: 'public' } as const
    for (const terms of [wanted, { clock: 'none', rated: false, visibility: 'private' } as const]) {
      const game = await against(node, 'novice', terms)
      expect(await termsOf(game)).toEqual(terms)
      await node.matches.endings.resign(game.player, { match: game.match, actionId: newActionId() })
      const { next } = await node.matches.rematches.offer(game.player, game.match)
      expect(await termsOf({ ...game, match: next! })).toEqual(terms)
    }
  })

  it('is refused by a server without bots, and cannot be an open table', async () => {
    const store = new MemoryStore(new MemoryBackend())
    const matches = openMatches({ store })
    const refused = matches.play.create(newPlayer('Ada'), creation({ opponent: { bot: 'club' } }))
    expect(await codeOf(refused)).toBe('no-bots')
    expect(createRequestSchema.safeParse({ opponent: { bot: 'club' }, listed: true }).success).toBe(false)
    expect(createRequestSchema.safeParse({ opponent: { bot: 'nobody' } }).success).toBe(false)
    await matches.close()
  })

  it('is followed by a rematch as soon as the player wants one, and another one after that', async () => {
    const node = open(undefined, { pool: answering({}) })
    let game = await against(node, 'casual', { seat: 0 })
    for (const seat of [1, 0] as const) {
      await node.matches.endings.resign(game.player, { match: game.match, actionId: newActionId() })
      const { next } = await node.matches.rematches.offer(game.player, game.match)
      expect(await node.matches.rematches.offer(game.player, game.match)).toMatchObject({ next })
      game = { ...game, match: next! }
      const { snapshot } = await viewOf(node, game)
      expect(snapshot).toMatchObject({ you: seat, players: { [1 - seat]: HOUSE_BOTS.casual }, status: 'playing' })
      await turnOf(node, game)
    }
  })

  it('goes on with the next game of a series, in which the bot plays from the other seat', async () => {
    const node = open(undefined, { pool: answering({}) })
    let game = await against(node, 'casual', { seat: 0, series: { best: 3 } })
    for (const seat of [1, 0] as const) {
      await node.matches.endings.resign(game.player, { match: game.match, actionId: newActionId() })
      const { series } = (await viewOf(node, game)).snapshot
      expect(series!.next === undefined).toBe(seat === 0)
      if (series!.next === undefined) break
      game = { ...game, match: series!.next }
      expect((await viewOf(node, game)).snapshot).toMatchObject({ you: seat, players: { 0: HOUSE_BOTS.casual } })
      await turnOf(node, game)
    }
  })

  it('is one at which the bot is always present', async () => {
    const node = open(undefined, { pool: answering({}) })
    const game = await against(node, 'club', { clock: 'blitz', seat: 0 })
    const follower = new Follower()
    await follower.follow(node.matches, game.player, game.match)
    await expect.poll(() => follower.attendance).toMatchObject({ seats: [0, 1], away: {} })
    const claim = node.matches.endings.claim(game.player, { match: game.match, actionId: newActionId() })
    expect(await codeOf(claim)).toBe('not-away')
  })
})

describe('a bot', () => {
  it.each([
    [0.2, 'agreement'],
    [0.8, undefined],
  ])('with a chance of %d answers an offer of a draw, whoever is to act', async (chance, by) => {
    const node = open(undefined, { pool: answering({ chance: () => chance }) })
    const game = await against(node, 'club', { seat: 0 })
    await playAgainst(node, game, seededRandom(3), (version) => version > 3)
    await turnOf(node, game)
    const { match, player } = game
    await node.matches.endings.draw(player, { match, actionId: newActionId(), answer: 'offer' })
    await expect
      .poll(async () => {
        const { snapshot } = await viewOf(node, game)
        return [snapshot.outcome?.by, snapshot.drawOffer]
      })
      .toEqual([by, undefined])
  })

  it('resigns after three decisions in a row at which it had as good as lost', async () => {
    const losing = [1, 2, 0, 1, 2, 3]
    const node = open(undefined, {
      pool: answering({ decide: (view) => ({ ...firstLegal(view), lost: losing.shift()! }) }),
    })
    const game = await against(node, 'master')
    await playAgainst(node, game, seededRandom(5))
    const { snapshot } = await viewOf(node, game)
    expect(snapshot.outcome).toEqual({ by: 'resignation', winner: snapshot.you })
    expect(losing).toEqual([])
  })

  it('whose mind fails plays on with any legal action, and the log says why', async () => {
    const failing = (): never => {
      throw new Error('no thought')
    }
    const node = open(undefined, { pool: answering({ decide: failing }) })
    const game = await against(node, 'club')
    await playAgainst(node, game, seededRandom(11))
    expect((await viewOf(node, game)).snapshot.outcome).toBeDefined()
    expect(node.logged.length).toBeGreaterThan(10)
    for (const { level, msg, err } of node.logged) {
      expect([level, msg, err?.message]).toEqual([50, 'a bot cannot decide; it plays any legal action', 'no thought'])
    }
  })

  it('whose mind chooses what is not legal plays a legal action, and the log says so', async () => {
    const wrong = { action: { type: 'discard-card', slot: 24 } as const, lost: 0 }
    const node = open(undefined, { pool: answering({ decide: () => wrong }) })
    const game = await against(node, 'club', { seat: 1 })
    await turnOf(node, game)
    expect(node.logged.map(({ level, msg }) => [level, msg])).toEqual([[50, 'a bot chose an illegal action']])
  })

  it('plays any legal action rather than lose on time', async () => {
    const never = new Promise<void>(() => undefined)
    const node = open(undefined, { pool: givesUp(answering({}, never)), timePassed: 299_500 })
    const game = await against(node, 'master', { clock: 'blitz', seat: 1 })
    await turnOf(node, game)
    const [{ level, msg }] = node.logged as [BotNode['logged'][0]]
    expect([level, msg]).toEqual([40, 'a bot has no time to think; it plays any legal action'])
  })
})

describe('two nodes', () => {
  it('hand over at once the turns of one that stops', async () => {
    const backend = new MemoryBackend(1, 0.1, () => 1_800_000_000_000)
    const never = new Promise<void>(() => undefined)
    const stopping = botNode(backend, { settings: { ...QUICK, paceMs: 60_000 }, pool: answering({}) })
    const thinking = botNode(backend, { pool: givesUp(answering({}, never)) })
    const other = open(backend, { pool: answering({}), pollMs: 1 })
    const games = [await against(stopping, 'club', { seat: 1 }), await against(thinking, 'club', { seat: 1 })]
    expect([stopping.opponents.playing, thinking.opponents.playing, other.opponents.playing]).toEqual([1, 1, 0])
    await Promise.all([stopping.close(), thinking.close()])
    for (const game of games) await turnOf(other, game)
  })

  it('play each turn once: the one that is late changes nothing', async () => {
    let now = 1_800_000_000_000
    const backend = new MemoryBackend(1, 0.1, () => now)
    backend.outageMs = Infinity
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let decided = 0
    const late = open(backend, {
      pool: answering(
        {
          decide: (view) => {
            decided += 1
            return firstLegal(view)
          },
        },
        held,
      ),
      pollMs: 3_600_000,
    })
    const other = open(backend, { pool: answering({}), pollMs: 1 })
    const game = await against(late, 'club', { seat: 1 })
    expect(other.opponents.playing).toBe(0)
    // The late node renews its lease every now and then: time moves on faster than that.
    await expect
      .poll(async () => {
        now += 5_000
        return (await viewOf(other, game)).snapshot.board?.legal !== undefined
      })
      .toBe(true)
    const { version } = await viewOf(other, game)
    expect(late.opponents.playing).toBe(1)
    release()
    await expect.poll(() => late.opponents.playing).toBe(0)
    expect(decided).toBe(0)
    expect((await viewOf(late, game)).version).toBe(version)
    expect([...late.logged, ...other.logged]).toEqual([])
    const { snapshot } = await viewOf(late, game)
    const { match, player } = game
    const action = legalOf(snapshot)[0]!
    await late.matches.play.act(player, { match, actionId: newActionId(), version, action })
    await turnOf(late, game)
  })
})

it('plays with a player for whom the queue has found nobody', async () => {
  const node = open()
  const { matches, store } = node
  const lobby = openLobby(matches, store, {
    playsBots: true,
    times: { botAfter: { 'real-time': 0, correspondence: 0 } },
  })
  try {
    const ada = newPlayer('Ada')
    await lobby.queue.join(ada, { kind: 'base', clock: 'slow', rated: true, bot: 'novice' })
    const matched = async (): Promise<object> => lobby.queue.status(ada.id)
    await expect.poll(matched, { timeout: 60_000 }).toMatchObject({ status: 'matched' })
    const { match } = (await lobby.queue.status(ada.id)) as { match: string }
    await playAgainst(node, { player: ada, match }, seededRandom(3))
    const { fold } = await matches.whole(match)
    expect(fold.players).toContainEqual(HOUSE_BOTS.novice)
    expect(fold.outcome).not.toBeNull()
    expect(ratedKind(fold)).toBe('base-bots')
    expect(node.logged).toEqual([])
  } finally {
    await lobby.close()
  }
})
