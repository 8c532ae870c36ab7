import { expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { aborting, acting, aMatch, joining, newHeader, PATIENTLY, resigning } from './harness.ts'

export function codes({ node }: Harness): void {
  it('leads to the match that waits under it', async () => {
    const [one, other] = [await node(), await node()]
    const header = newHeader()
    await one.store.create(header)
    expect(await other.store.findByCode(header.code)).toBe(header.id)
    expect(await other.store.findByCode(`${header.code}x`)).toBeNull()
  })

  it('is refused while a match waits under it, and nothing is kept', async () => {
    const { store } = await node()
    const header = newHeader()
    await store.create(header)
    const rival = newHeader({ code: header.code })
    expect(await store.create(rival)).toEqual({ taken: 'code' })
    expect(await store.load(rival.id)).toBeNull()
    expect(await store.findByCode(header.code)).toBe(header.id)
  })

  it('goes to one match, however many want it at once', async () => {
    const { store } = await node()
    const { code } = newHeader()
    const headers = Array.from({ length: 5 }, () => newHeader({ code }))
    const created = await Promise.all(headers.map((header) => store.create(header)))
    expect(created.filter((result) => !('taken' in result))).toHaveLength(1)
    expect(await store.findByCode(code)).toBe(headers[created.findIndex((result) => !('taken' in result))]!.id)
  })

  it('leads nowhere once somebody has joined, and is free for another match', async () => {
    const { store } = await node()
    const header = newHeader()
    await store.create(header)
    await store.commit(joining(header.id))
    expect(await store.findByCode(header.code)).toBeNull()
    const next = newHeader({ code: header.code })
    expect(await store.create(next)).not.toHaveProperty('taken')
    await store.commit(acting(header.id, 1))
    expect(await store.findByCode(header.code)).toBe(next.id)
  })

  it.each([
    ['ended', resigning],
    ['been aborted', aborting],
  ])('leads nowhere once its match has %s, and is free for another', async (_how, end) => {
    const { store } = await node()
    const header = newHeader()
    await store.create(header)
    await store.commit(end(header.id, 0))
    expect(await store.findByCode(header.code)).toBeNull()
    expect(await store.create(newHeader({ code: header.code }))).not.toHaveProperty('taken')
    await store.markArchived(header.id)
  })

  it('is not lost by a join that is stale', async () => {
    const { store } = await node()
    const match = await aMatch(store)
    const { code } = (await store.load(match))!.header
    expect(await store.commit(joining(match, { version: 1 }))).toEqual({ status: 'stale', version: 0 })
    await expect.poll(() => store.findByCode(code), PATIENTLY).toBe(match)
  })
}
