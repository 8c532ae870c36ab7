/** On a sealed deal everybody meets the same answers to the same moves, at whichever node, in whatever time. */
import { afterEach, expect, it } from 'vitest'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import type { Entry } from '../../src/record/index.ts'
import { drawn } from '../support/drawn.ts'
import { creation } from '../support/match.ts'
import { MemoryBackend } from '../support/memory-store.ts'
import { newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'
import { memoryDeals, sealedDeal } from '../support/sealed-deals.ts'
import type { BotMatch, BotNode } from './support.ts'
import { botNode, playAgainst, QUICK } from './support.ts'

const nodes: BotNode[] = []
const open = (...parts: Parameters<typeof botNode>): BotNode => {
  const node = botNode(...parts)
  nodes.push(node)
  return node
}
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()))
})

const FAR = 4_000_000_000_000

async function begin({ matches }: BotNode, deal: string, name: string): Promise<BotMatch> {
  const player = newPlayer(name)
  return { player, match: await matches.play.create(player, creation({ deal })) }
}

/** What was done in a match. */
const deedsOf = async ({ store }: BotNode, { match }: BotMatch): Promise<Entry['body'][]> =>
  (await store.load(match))!.entries.flatMap(({ body }) => (body.type === 'join' ? [] : [body]))

it.each(drawn(GAME_KIND_IDS))(
  'equal moves meet equal answers, however much time and however many worlds there are (%s)',
  async (kind) => {
    const deal = sealedDeal({ sealedUntil: FAR, kind })
    const settings = [QUICK, { ...QUICK, samples: 1 }, { threads: 1, paceMs: 0 }]
    const played: Entry['body'][][] = []
    for (const each of settings) {
      const node = open(new MemoryBackend(), { settings: each, sealedDeals: memoryDeals([deal]) })
      const game = await begin(node, deal.id, 'Ada')
      await playAgainst(node, game, seededRandom(11))
      played.push(await deedsOf(node, game))
    }
    expect(played[0]!.length).toBeGreaterThan(20)
    for (const deeds of played) expect(deeds).toEqual(played[0])
  },
)

it('a node that takes over decides the same', async () => {
  const deal = sealedDeal({ sealedUntil: FAR })
  const sealedDeals = memoryDeals([deal])
  const whole = open(new MemoryBackend(), { sealedDeals })
  const one = await begin(whole, deal.id, 'Ada')
  await playAgainst(whole, one, seededRandom(5))
  const backend = new MemoryBackend()
  const random = seededRandom(5)
  const first = botNode(backend, { sealedDeals })
  const other = await begin(first, deal.id, 'Bo')
  await playAgainst(first, other, random, (version) => version >= 15)
  await first.close()
  const second = open(backend, { sealedDeals, pollMs: 5 })
  await playAgainst(second, other, random)
  expect(await deedsOf(second, other)).toEqual(await deedsOf(whole, one))
})
