/** The opponents whom the server plays, on nodes that share a store in memory. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GAME_KIND_IDS, HOUSE_BOTS } from '../../src/protocol/index.ts'
import { seededRandom } from '../support/random.ts'
import { against, botNode, playAgainst } from './support.ts'
import type { BotNode } from './support.ts'

let node: BotNode
beforeAll(() => {
  node = botNode()
})
afterAll(() => node.close())

it.each(GAME_KIND_IDS)('plays a whole game of %s', async (kind) => {
  const game = await against(node, 'club', { kind })
  await playAgainst(node, game, seededRandom(7))
  const { snapshot } = await node.matches.views.view(game.player, game.match)
  expect(snapshot.origin).toBe('bot')
  expect(Object.values(snapshot.players)).toContainEqual(HOUSE_BOTS.club)
  expect(snapshot.outcome).toBeDefined()
  expect(node.logged).toEqual([])
})
