import { afterAll, expect, it } from 'vitest'
import { seededRandom } from '../../support/random.ts'
import { Kills } from './kills.ts'

const ROUNDS = 40

const kills = new Kills(seededRandom(Date.now()))
afterAll(() => kills.clear())

it(`loses nothing that was acknowledged to ${ROUNDS} times kill -9, and invents nothing`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) await kills.round()
  expect(kills.acknowledged).toBeGreaterThan(ROUNDS)
})
