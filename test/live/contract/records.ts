import { expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { acting, aMatch, joining, newActionId, newHeader } from './harness.ts'

/** Every character that somebody, somewhere, treats as something else. */
const ODD = '\u0000\u0001\n\r\t\\"\'`${}{s00}%s;--/*中文🦉\u202e\ud800e\u0301\ufeff __proto__ nil NULL'

export function records({ node }: Harness): void {
  it('is kept as it was created, with an empty log', async () => {
    const { store } = await node()
    const header = newHeader()
    const created = await store.create(header)
    expect(created).toEqual({ createdAt: expect.any(Number) as number })
    expect(await store.load(header.id)).toEqual({ header, ...created, entries: [] })
    expect(await store.entriesAfter(header.id, 0)).toEqual([])
  })

  it('is the same for every node', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aMatch(one.store)
    await other.store.commit(joining(match))
    expect(await one.store.load(match)).toEqual(await other.store.load(match))
    expect((await one.store.load(match))!.entries).toHaveLength(1)
  })

  it('is refused if there is one with its id, which stays as it is', async () => {
    const { store } = await node()
    const header = newHeader()
    await store.create(header)
    await store.commit(joining(header.id))
    const before = await store.load(header.id)
    const intruder = newHeader({ id: header.id })
    await expect(store.create(intruder)).rejects.toThrow(header.id)
    expect(await store.load(header.id)).toEqual(before)
    expect(await store.create(newHeader({ code: intruder.code }))).not.toBe(false)
  })

  it('is created once, however many try at once', async () => {
    const { store } = await node()
    const { id } = newHeader()
    const headers = Array.from({ length: 5 }, () => newHeader({ id }))
    const attempts = await Promise.allSettled(headers.map((header) => store.create(header)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await store.load(id))!.header).toEqual(headers[attempts.findIndex(({ status }) => status === 'fulfilled')])
  })

  it('that there is not is unknown to everything', async () => {
    const { store } = await node()
    const { id } = newHeader()
    expect(await store.load(id)).toBeNull()
    expect(await store.entriesAfter(id, 0)).toBeNull()
    expect(await store.commit(joining(id))).toEqual({ status: 'unknown' })
    expect(await store.present(id)).toEqual([])
    await store.settle(id)
    expect(await store.load(id)).toBeNull()
  })

  it('gives the entries after any version, in order', async () => {
    const { store } = await node()
    const match = await aMatch(store)
    await store.commit(joining(match))
    for (let version = 1; version < 12; version += 1) await store.commit(acting(match, version, { slot: version }))
    const { entries } = (await store.load(match))!
    expect(entries.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    for (let version = 0; version <= 13; version += 1) {
      expect(await store.entriesAfter(match, version)).toEqual(entries.slice(version))
    }
  })

  it('keeps odd and very long text as it is', async () => {
    const { store, heard } = await node()
    const long = ODD.repeat(10_000)
    const header = newHeader({ seed: long, host: { seat: 1, player: { id: ODD, name: long } } })
    await store.create(header)
    await store.follow(header.id)
    const body = { type: 'join' as const, seat: 0 as const, player: { id: ODD, name: long } }
    await store.commit({ match: header.id, version: 0, body, ends: false })
    const record = (await store.load(header.id))!
    expect(record.header).toEqual(header)
    expect(record.entries.map((entry) => entry.body)).toEqual([body])
    await expect.poll(() => heard.entries(header.id)).toEqual(record.entries)
  })

  it('can have any printable text for a name, and so can its commands', async () => {
    const { store, heard } = await node()
    const unusual = `{s00}:a b"c'd\\e/f%s\n🦉 ${newActionId()}`
    const match = await aMatch(store, { id: unusual, code: unusual })
    expect(await store.findByCode(unusual)).toBe(match)
    await store.follow(match)
    await store.commit(joining(match))
    const command = acting(match, 1, { actionId: unusual })
    const first = await store.commit(command)
    expect(await store.commit(command)).toEqual({ ...first, status: 'duplicate' })
    await store.connect(match, 1, unusual, 60_000)
    expect(await store.present(match)).toEqual([1])
    await expect.poll(() => heard.seats(match)).toEqual([[1]])
    await expect.poll(() => heard.entries(match)).toEqual((await store.load(match))!.entries)
  })
}
