/** The ladder of engines, on one process with its own stores. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../client/support.ts'
import { clientOf } from '../support/guest.ts'
import { newEngine, pairOf, playOut, playPair } from '../support/ladder.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_LADDER: '2' })
})
afterAll(async () => {
  await server?.destroy()
})

const IN_LADDER = { pool: 'engines', kind: 'base', clock: 'blitz' } as const

describe('a ladder on one process', () => {
  it('lets two bot accounts play a pair, and nobody is told what is dealt before both games have ended', async () => {
    await playPair([server.url, server.url], async () => {
      await server.end('SIGKILL')
      await server.start()
    })
  })

  it('has as many games as the operator allows, and the next pair as soon as both have ended', async () => {
    const names = ['Kit', 'Lou', 'Max', 'Nil']
    const [kit, lou, max, nil] = await Promise.all(names.map((name) => newEngine(server.url, name)))
    const [match, twin] = await pairOf([kit!, lou!])
    for (const { curia } of [max!, nil!]) await curia.queue.join(IN_LADDER)
    await playOut([kit!, lou!], match)
    for (const { curia } of [max!, nil!]) expect((await curia.rest.get('/v1/queue')).status).toBe('waiting')
    await playOut([kit!, lou!], twin)
    for (const { curia } of [max!, nil!]) {
      await expect.poll(() => curia.queue.value.status, { timeout: 60_000 }).toBe('matched')
    }
    for (const { curia } of [kit!, lou!, max!, nil!]) curia.close()
  })

  it('is not for people', async () => {
    const ada = await clientOf(server.url, 'Ada')
    expect(await codeOf(ada.queue.join(IN_LADDER))).toBe('not-for-people')
    ada.close()
  })

  it('is refused by a server that has none', async () => {
    const other = await startServer({})
    try {
      const engine = await newEngine(other.url, 'Otto')
      expect(await codeOf(engine.curia.queue.join(IN_LADDER))).toBe('no-ladder')
      expect(await codeOf(engine.curia.queue.join({ clock: 'blitz', rated: true }))).toBe('not-for-bots')
      expect(await codeOf(engine.curia.rest.get('/v1/ladder'))).toBe('no-ladder')
      const { pools } = await engine.curia.rest.get('/v1/pools')
      expect(pools.filter(({ pool }) => pool.pool !== undefined)).toEqual([])
      engine.curia.close()
    } finally {
      await other.destroy()
    }
  })
})
