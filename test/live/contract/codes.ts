import { expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { aborting, aMatch, joining, newHeader, PATIENTLY } from './harness.ts'

export function codes({ node }: Harness): void {
  it('leads to the match that has it', async () => {
    const [one, other] = [await node(), await node()]
    const header = newHeader()
    await one.store.create(header)
    expect(await other.store.findByCode(header.code)).toBe(header.id)
    expect(await other.store.findByCode(`${header.code}x`)).toBeNull()
  })

  it('is refused while a match has it, and nothing is retained', async () => {
    const { store } = await node()
    const header = newHeader()
    await store.create(header)
    const rival = newHeader({ code: header.code })
    expect(await store.create(rival)).toEqual({ taken: 'code' })
    expect(await store.load(rival.id)).toBeNull()
    expect(await store.findByCode(header.code)).toBe(header.id)
  })

  it('belongs to one match, also when many are created at once', async () => {
    const { store } = await node()
    const { code } = newHeader()
    const headers = Array.from({ length: 5 }, () => newHeader({ code }))
    const created = await Promise.all(headers.map((header) => store.create(header)))
    expect(created.filter((result) => !('taken' in result))).toHaveLength(1)
    expect(await store.findByCode(code)).toBe(headers[created.findIndex((result) => !('taken' in result))]!.id)
  })

  it.each([
    ['has begun', (match: string) => joining(match)],
    ['has been aborted', (match: string) => aborting(match, 0)],
  ])('leads to its match, on any node, after it %s, and is not free for another one', async (_how, use) => {
    const [one, other] = [await node(), await node()]
    const header = newHeader()
    await one.store.create(header)
    await one.store.commit(use(header.id))
    for (const { store } of [one, other]) {
      expect(await store.findByCode(header.code)).toBe(header.id)
      expect(await store.create(newHeader({ code: header.code }))).toEqual({ taken: 'code' })
    }
  })

  it('is not lost by a join that is stale', async () => {
    const { store } = await node()
    const match = await aMatch(store)
    const { code } = (await store.load(match))!.header
    expect(await store.commit(joining(match, { version: 1 }))).toEqual({ status: 'stale', version: 0 })
    await expect.poll(() => store.findByCode(code), PATIENTLY).toBe(match)
  })
}
