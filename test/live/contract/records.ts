import { expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { aborting, acting, aMatch, joining, newActionId, newHeader, PATIENTLY } from './harness.ts'

/** Characters that some software treats as special. */
const ODD = '\u0000\u0001\n\r\t\\"\'`${}{s00}%s;--/*中文🦉\u202e\ud800e\u0301\ufeff __proto__ nil NULL'

const ADA = { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }

export function records({ node }: Harness): void {
  it('is stored as it was created, with an empty log', async () => {
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

  it('is refused if its id exists, and the existing match is unchanged', async () => {
    const { store } = await node()
    const header = newHeader()
    await store.create(header)
    await store.commit(joining(header.id))
    const before = await store.load(header.id)
    const intruder = newHeader({ id: header.id })
    expect(await store.create(intruder)).toEqual({ taken: 'id' })
    expect(await store.load(header.id)).toEqual(before)
    expect(await store.create(newHeader({ code: intruder.code }))).not.toHaveProperty('taken')
  })

  it('can be created repeatedly, with the effect of once', async () => {
    const { store } = await node()
    const header = newHeader()
    const created = await store.create(header)
    expect(await store.create(header)).toEqual({ taken: 'id' })
    expect(await store.findByCode(header.code)).toBe(header.id)
    await store.commit(joining(header.id))
    const before = await store.load(header.id)
    expect(await store.create(header)).toEqual({ taken: 'id' })
    expect(await store.load(header.id)).toEqual(before)
    expect(before).toMatchObject(created)
    expect(await store.findByCode(header.code)).toBe(header.id)
  })

  it.each([
    ['codes of their own', {}],
    ['one code', { code: newHeader().code }],
  ])('is created once, also when many create it at once with %s', async (_codes, fields) => {
    const nodes = [await node(), await node()]
    const { id } = newHeader()
    const headers = Array.from({ length: 5 }, () => newHeader({ id, ...fields }))
    const attempts = await Promise.all(headers.map((header, index) => nodes[index % 2]!.store.create(header)))
    const first = attempts.findIndex((attempt) => !('taken' in attempt))
    expect(attempts.filter((_attempt, index) => index !== first)).toEqual(Array(4).fill({ taken: 'id' }))
    const { header } = (await nodes[0]!.store.load(id))!
    expect(header).toEqual(headers[first])
    expect(await nodes[0]!.store.findByCode(header.code)).toBe(id)
  })

  it('that does not exist is unknown to every method', async () => {
    const { store } = await node()
    const { id } = newHeader()
    expect(await store.load(id)).toBeNull()
    expect(await store.entriesAfter(id, 0)).toBeNull()
    expect(await store.commit(joining(id))).toEqual({ status: 'unknown' })
    await store.connect(id, 0, 'a', 60_000)
    await store.reportWatchers(id, 'node', 3, 60_000)
    expect(await store.attendance(id)).toEqual({ seats: [], away: {}, watchers: 0 })
    await store.disconnect(id, 0, 'a')
    expect(await store.say(id, 'players', { from: ADA, text: 'Salve' })).toBeNull()
    expect(await store.chat(id, 'players')).toEqual([])
    await store.mute(id, 0, true)
    expect(await store.muted(id)).toEqual([])
    expect(await store.offerRematch(id, 0, newHeader())).toBeNull()
    expect(await store.rematch(id)).toEqual({ offered: [], next: null })
    await store.markArchived(id)
    expect(await store.load(id)).toBeNull()
    expect(await store.create(newHeader({ id }))).not.toHaveProperty('taken')
    expect(await store.attendance(id)).toMatchObject({ seats: [], watchers: 0 })
    expect(await store.muted(id)).toEqual([])
  })

  it('has the entries after any version, in order', async () => {
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

  it('retains odd and very long text unchanged', async () => {
    const { store, heard } = await node()
    const long = ODD.repeat(10_000)
    const header = newHeader({ seed: long, host: { seat: 1, player: { id: ODD, name: long } } })
    await store.create(header)
    await store.follow(header.id)
    const body = { type: 'join' as const, seat: 0 as const, player: { id: ODD, name: long } }
    await store.commit({ match: header.id, version: 0, body })
    const record = (await store.load(header.id))!
    expect(record.header).toEqual(header)
    expect(record.entries.map((entry) => entry.body)).toEqual([body])
    await expect.poll(() => heard.entries(header.id), PATIENTLY).toEqual(record.entries)
  })

  it('can have any printable text as its id, and so can its commands', async () => {
    const { store, heard } = await node()
    const unusual = `{s00}:a b"c'd\\e/f%s\n🦉 ${newActionId()}`
    const match = await aMatch(store, { id: unusual, code: unusual })
    expect(await store.findByCode(unusual)).toBe(match)
    await store.follow(match)
    await store.commit(joining(match))
    const command = acting(match, 1, { actionId: unusual })
    expect(await store.commit(command)).toMatchObject({ status: 'committed' })
    expect((await store.entriesAfter(match, 1))![0]!.actionId).toBe(unusual)
    await store.connect(match, 1, unusual, 60_000)
    await store.reportWatchers(match, unusual, 2, 60_000)
    expect(await store.attendance(match)).toMatchObject({ seats: [1], watchers: 2 })
    const line = await store.say(match, 'players', { from: { id: unusual, name: ODD }, text: ODD })
    expect(await store.chat(match, 'players')).toEqual([line])
    await expect.poll(() => heard.attendances(match).at(-1), PATIENTLY).toMatchObject({ seats: [1], watchers: 2 })
    await expect.poll(() => heard.lines(match), PATIENTLY).toEqual([{ room: 'players', line, muted: [] }])
    await expect.poll(() => heard.entries(match), PATIENTLY).toEqual((await store.load(match))!.entries)
    const next = newHeader({ id: unusual + unusual, seed: ODD })
    await store.commit(aborting(match, 2))
    await store.offerRematch(match, 0, newHeader())
    expect(await store.offerRematch(match, 1, next)).toEqual({ offered: [0, 1], next })
    expect(await store.rematch(match)).toEqual({ offered: [0, 1], next })
    await expect.poll(() => heard.rematches(match).at(-1), PATIENTLY).toEqual({ offered: [0, 1], next })
  })
}
