import { afterAll, expect, it } from 'vitest'
import { repeats } from '../../support/drawn.ts'
import { seededRandom } from '../../support/random.ts'
import { Kills } from './kills.ts'

/** `npm run soak:journal` does more. */
const ROUNDS = Number(process.env['KILLS'] ?? repeats(40))

const kills = new Kills(seededRandom(Date.now()))
afterAll(() => kills.clear())

const timeout = ROUNDS * 20_000

it(`a store that is killed ${ROUNDS} times has everything acknowledged and nothing else`, { timeout }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) await kills.round()
  expect(kills.acknowledged).toBeGreaterThan(ROUNDS)
  const { rounds, acknowledged, unsaid } = kills
  if (rounds > 40) process.stdout.write(`${rounds} kills, ${acknowledged} acknowledged, ${unsaid} done without\n`)
})
