import { beforeEach, expect, it } from 'vitest'
import { HOUSE_BOTS } from '../../../src/protocol/index.ts'
import type { Harness } from './harness.ts'
import { aBegunMatch, acting, joining, newHeader, PATIENTLY, resigning } from './harness.ts'

const LONG = 3_600_000
const SHORT = 300
const ALL = 10_000
const DUE = { leaseMs: 0 }

export function botTurns({ node, pass }: Harness): void {
  beforeEach(async () => {
    const { store } = await node()
    await store.claimBotTurns(ALL, LONG)
    expect(await store.claimBotTurns(ALL, LONG)).toEqual([])
  })

  it('begins and ends with the commit that says so, and stays with those that say nothing', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aBegunMatch(one.store)
    await one.store.commit(acting(match, 1, { botTurn: DUE }))
    expect(await other.store.claimBotTurns(ALL, 0)).toEqual([match])
    await one.store.commit(acting(match, 2))
    expect(await other.store.claimBotTurns(ALL, 0)).toEqual([match])
    await one.store.commit(acting(match, 3, { botTurn: null }))
    expect(await other.store.claimBotTurns(ALL, 0)).toEqual([])
    await one.store.commit(acting(match, 4))
    expect(await other.store.claimBotTurns(ALL, 0)).toEqual([])
  })

  it('is leased to the node that committed', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aBegunMatch(one.store)
    await one.store.commit(acting(match, 1, { botTurn: { leaseMs: SHORT } }))
    const longer = await aBegunMatch(one.store)
    await one.store.commit(acting(longer, 1, { botTurn: { leaseMs: LONG } }))
    pass(SHORT)
    await expect.poll(() => other.store.claimBotTurns(ALL, LONG), PATIENTLY).toEqual([match])
    expect(await one.store.claimBotTurns(ALL, LONG)).toEqual([])
  })

  it('is not changed by a commit that is refused', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    await store.commit(acting(match, 1, { botTurn: DUE }))
    expect(await store.commit(acting(match, 1, { botTurn: null }))).toMatchObject({ status: 'stale' })
    const premature = acting(match, 2, { botTurn: null, condition: { is: 'overdue' } })
    expect(await store.commit(premature)).toMatchObject({ status: 'premature' })
    expect(await store.claimBotTurns(ALL, LONG)).toEqual([match])
  })

  it('ends with the match, and does not begin after it', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    await store.commit(acting(match, 1, { botTurn: DUE }))
    await store.commit(resigning(match, 2))
    expect(await store.claimBotTurns(ALL, LONG)).toEqual([])
    await store.commit(acting(match, 3, { botTurn: DUE }))
    expect(await store.claimBotTurns(ALL, LONG)).toEqual([])
    for (const ended of await store.claimEnded(ALL, LONG)) await store.markArchived(ended)
  })

  it('can begin with the second player, and ends with an aborted match', async () => {
    const { store } = await node()
    const header = newHeader()
    await store.create(header)
    await store.commit(joining(header.id, { botTurn: DUE }))
    expect(await store.claimBotTurns(ALL, 0)).toEqual([header.id])
    await store.commit({ match: header.id, version: 1, body: { type: 'abort', seat: 0 }, ends: 'aborted' })
    expect(await store.claimBotTurns(ALL, LONG)).toEqual([])
  })

  it('is claimed by one of many nodes, up to a limit, and all in the end', async () => {
    const nodes = [await node(), await node()]
    const { store } = nodes[0]!
    const matches = await Promise.all(Array.from({ length: 25 }, () => aBegunMatch(store)))
    await Promise.all(matches.map((match) => store.commit(acting(match, 1, { botTurn: DUE }))))
    const first = await store.claimBotTurns(10, LONG)
    expect(first).toHaveLength(10)
    const claims = await Promise.all([0, 1, 0, 1].map((index) => nodes[index]!.store.claimBotTurns(ALL, LONG)))
    expect([...first, ...claims.flat()].sort()).toEqual([...matches].sort())
  })

  it('can be leased for longer; what awaits no bot is left as it is', async () => {
    const [one, other] = [await node(), await node()]
    const [renewed, left, without] = await Promise.all([1, 2, 3].map(() => aBegunMatch(one.store)))
    await one.store.commit(acting(renewed!, 1, { botTurn: { leaseMs: SHORT } }))
    await one.store.commit(acting(left!, 1, { botTurn: { leaseMs: SHORT } }))
    await one.store.renewBotTurns([renewed!, without!, 'unknown'], LONG)
    await one.store.renewBotTurns([], LONG)
    pass(SHORT)
    await expect.poll(() => other.store.claimBotTurns(ALL, LONG), PATIENTLY).toEqual([left])
    await one.store.renewBotTurns([renewed!], 0)
    expect(await other.store.claimBotTurns(ALL, LONG)).toEqual([renewed])
  })

  it('leaves no list of seats of the bot behind', async () => {
    const { store } = await node()
    const [bot, header] = [HOUSE_BOTS.club, newHeader()]
    await store.create(header)
    await store.commit({ ...joining(header.id), body: { type: 'join', seat: 1, player: bot } })
    expect(await store.matchesOf(header.host.player.id, 10)).toHaveLength(1)
    expect(await store.matchesOf(bot.id, 10)).toEqual([])
    await store.commit({ match: header.id, version: 1, body: { type: 'abort', seat: 0 }, ends: 'aborted' })
    expect(await store.matchesOf(header.host.player.id, 10)).toEqual([])
  })
}
