import { afterAll, expect, it } from 'vitest'
import { seededRandom } from '../../support/random.ts'
import { Kills } from './kills.ts'

/** `npm run soak:journal` does more. */
const ROUNDS = Number(process.env['KILLS'] ?? 40)

const kills = new Kills(seededRandom(Date.now()))
afterAll(() => kills.clear())

it(`loses nothing that was acknowledged to ${ROUNDS} times kill -9, and invents nothing`, { timeout: ROUNDS * 20_000 }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) await kills.round()
  expect(kills.acknowledged).toBeGreaterThan(ROUNDS)
  if (ROUNDS > 40) process.stdout.write(`${kills.rounds} kills, ${kills.acknowledged} acknowledged, ${kills.unsaid} not yet\n`)
})
