import { expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { newActionId, newHeader } from './harness.ts'

export function creations({ node }: Harness): void {
  it('is known to every node by its host and the id of the command', async () => {
    const [one, other] = [await node(), await node()]
    const [header, actionId] = [newHeader(), newActionId()]
    const host = header.host.player.id
    expect(await other.store.createdBy(host, actionId)).toBeNull()
    await one.store.create(header, actionId)
    expect(await other.store.createdBy(host, actionId)).toBe(header.id)
    expect(await other.store.createdBy(`${host}-`, actionId)).toBeNull()
    expect(await other.store.createdBy(host, `${actionId}-`)).toBeNull()
    expect((await other.store.load(header.id))!.header).toEqual(header)
  })

  it('is refused if the command has created another match, and changes nothing', async () => {
    const [one, other] = [await node(), await node()]
    const [header, actionId] = [newHeader(), newActionId()]
    await one.store.create(header, actionId)
    const again = newHeader({ host: header.host })
    expect(await other.store.create(again, actionId)).toEqual({ taken: 'action', match: header.id })
    expect(await other.store.load(again.id)).toBeNull()
    expect(await other.store.findByCode(again.code)).toBeNull()
    // Its code is free, too.
    expect(await other.store.create(newHeader({ code: again.code }))).not.toHaveProperty('taken')
    expect(await other.store.create(header, actionId)).toEqual({ taken: 'id' })
    expect(await one.store.createdBy(header.host.player.id, actionId)).toBe(header.id)
  })

  it('of another player, or by another command, is another match', async () => {
    const { store } = await node()
    const [header, actionId] = [newHeader(), newActionId()]
    await store.create(header, actionId)
    const { seat, player } = header.host
    const others = [
      newHeader({ host: { seat, player: { ...player, id: `${player.id}-` } } }),
      newHeader({ host: header.host }),
    ]
    expect(await store.create(others[0]!, actionId)).not.toHaveProperty('taken')
    expect(await store.create(others[1]!, newActionId())).not.toHaveProperty('taken')
    expect(await store.create(newHeader({ host: header.host }))).not.toHaveProperty('taken')
  })

  it('is done once, also when many nodes do the same command at once', async () => {
    const nodes = [await node(), await node()]
    const actionId = newActionId()
    const { host } = newHeader()
    const headers = Array.from({ length: 6 }, () => newHeader({ host }))
    const attempts = await Promise.all(headers.map((header, index) => nodes[index % 2]!.store.create(header, actionId)))
    const first = attempts.findIndex((attempt) => !('taken' in attempt))
    const match = headers[first]!.id
    expect(attempts.filter((_, index) => index !== first)).toEqual(Array(5).fill({ taken: 'action', match }))
    expect(await nodes[1]!.store.createdBy(host.player.id, actionId)).toBe(match)
    const records = await Promise.all(headers.map(({ id }) => nodes[0]!.store.load(id)))
    expect(records.filter((record) => record !== null)).toHaveLength(1)
  })

  it('with a code that is taken can be repeated with another one', async () => {
    const { store } = await node()
    const [holder, actionId] = [newHeader(), newActionId()]
    await store.create(holder)
    const header = newHeader({ code: holder.code })
    expect(await store.create(header, actionId)).toEqual({ taken: 'code' })
    expect(await store.createdBy(header.host.player.id, actionId)).toBeNull()
    expect(await store.create({ ...header, code: newHeader().code }, actionId)).not.toHaveProperty('taken')
    expect(await store.createdBy(header.host.player.id, actionId)).toBe(header.id)
  })
}
