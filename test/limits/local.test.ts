import { expect, it } from 'vitest'
import { LocalLimiter } from '../../src/limits/index.ts'

/** More keys than are counted. */
const MANY = 20_001

it('a limiter forgets the key that was counted longest ago, once there are too many', async () => {
  const limiter = new LocalLimiter({ points: 1, duration: 60 })
  await limiter.consume('first')
  await limiter.consume('second')
  await expect(limiter.consume('first')).rejects.toMatchObject({ remainingPoints: 0 })
  for (let key = 2; key < MANY; key += 1) await limiter.consume(`other ${key}`)
  await expect(limiter.consume('first')).rejects.toMatchObject({ remainingPoints: 0 })
  await expect(limiter.consume('second')).resolves.toMatchObject({ remainingPoints: 0 })
})
