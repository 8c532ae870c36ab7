import { expect, it } from 'vitest'
import { createRequestSchema } from '../../src/protocol/index.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, creation, openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

const SEED = '5eed'.repeat(16)

it('in test mode, the same seed and the same picks give the same match, and another seed another one', async () => {
  const matches = openMatches({ store: new MemoryStore(), testMode: true })
  const boardAfter = async (seated: SeatedMatch) => {
    await playOn(matches, seated, seededRandom(3), 20)
    return (await matches.views.view(seated.players[0], seated.match)).snapshot.board
  }
  const begin = (seed: string) => seatTwo(matches, {}, { kind: 'agora', seed })
  const [first, second, other] = [await begin(SEED), await begin(SEED), await begin('0ff'.repeat(21) + '0')]
  const board = await boardAfter(first)
  expect(await boardAfter(second)).toEqual(board)
  expect(await boardAfter(other)).not.toEqual(board)
  await matches.close()
})

it('nobody chooses the seed of another server, or of a rated match', async () => {
  const matches = openMatches({ store: new MemoryStore() })
  expect(await codeOf(matches.play.create(newPlayer('Ada'), creation({ seed: SEED })))).toBe('bad-request')
  await matches.close()
  expect(createRequestSchema.safeParse({ seed: SEED, rated: true, clock: 'blitz' }).error?.issues).toMatchObject([
    { path: ['seed'] },
  ])
})
