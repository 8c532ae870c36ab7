import { expect, it } from 'vitest'
import type { Samples } from '../../scripts/samples/make.ts'
import { challengeRequestSchema, createRequestSchema, DECISION_KINDS, TEST_CLOCKS } from '../../src/protocol/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { read } from '../support/markdown.ts'
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

const samples = JSON.parse(read('assets/samples.json')) as Samples

it.each(DECISION_KINDS)('in test mode, a match begins with the sample of %s', async (sample) => {
  const matches = openMatches({ store: new MemoryStore(), testMode: true })
  const { match, players } = await seatTwo(matches, {}, { sample })
  const { board, you } = samples.views[sample]!.snapshot
  const view = await matches.views.view(players[you as Seat], match)
  expect([view.version, view.snapshot.board]).toEqual([1, board])
  await matches.close()
})

it.each(TEST_CLOCKS)('in test mode, a match may have the clock %s', async (clock) => {
  const matches = openMatches({ store: new MemoryStore(), testMode: true })
  const { match, players } = await seatTwo(matches, {}, { clock })
  const { snapshot } = await matches.views.view(players[0], match)
  expect([snapshot.terms.clock, snapshot.clocks![0]]).toEqual([clock, 10_000])
  await matches.close()
})

const ONLY_FOR_TESTS = [
  ['seed', { seed: SEED }],
  ['sample', { sample: 'revive' }],
  ['rated', { clock: 'test-real-time' }],
] as const

it.each(ONLY_FOR_TESTS)('no other server has it, and no rated match (%s)', async (path, wish) => {
  const matches = openMatches({ store: new MemoryStore() })
  expect(await codeOf(matches.play.create(newPlayer('Ada'), creation(wish)))).toBe('bad-request')
  await matches.close()
  expect(createRequestSchema.safeParse({ rated: true, clock: 'blitz', ...wish }).error?.issues).toMatchObject([
    { path: [path] },
  ])
})

it('a sample has its own seed, and no challenge has a clock for tests', () => {
  expect(createRequestSchema.safeParse({ sample: 'revive', seed: SEED }).error?.issues).toMatchObject([
    { path: ['seed'] },
  ])
  const challenge = { to: { name: 'Ada' }, clock: 'test-real-time' }
  expect(challengeRequestSchema.safeParse(challenge).error?.issues).toMatchObject([{ path: ['clock'] }])
})
