import { expect, it } from 'vitest'
import type { TableRequest } from '../../../src/live/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { aTable, CODE, LONG, newPool, PATIENTLY, SHORT } from './harness.ts'

const MANY = 1000

export function tables({ node, pass }: LobbyHarness): void {
  it('shows a table from its opening to its closing, on every node', async () => {
    const [one, other] = [await node(), await node()]
    const table: TableRequest = { ...aTable(), admits: { rating: { least: 1400.5, most: 1800 }, accounts: true } }
    const { match } = table
    const listed = async () => (await other.tables.list(MANY)).filter((listed) => listed.match === match)
    expect(await one.tables.reserve(table, 5)).toBe(true)
    expect(await listed()).toEqual([])
    await one.tables.open(match, CODE)
    await one.tables.open(match, CODE)
    expect(await listed()).toEqual([{ ...table, code: CODE, createdAt: expect.any(Number) as number }])
    await other.tables.close(match)
    await other.tables.close(match)
    expect(await listed()).toEqual([])
    for (const { recorder } of [one, other]) {
      await expect.poll(() => recorder.ofTable(match), PATIENTLY).toEqual([`opened ${match}`, `closed ${match}`])
    }
  })

  it('publishes nothing about a table that is never opened', async () => {
    const { tables, recorder } = await node()
    const [unopened, marker] = [aTable(), aTable()]
    await tables.reserve(unopened, 5)
    await tables.close(unopened.match)
    await tables.open(unopened.match, CODE)
    await tables.reserve(marker, 5)
    await tables.open(marker.match, CODE)
    await expect.poll(() => recorder.ofTable(marker.match), PATIENTLY).toHaveLength(1)
    expect(recorder.ofTable(unopened.match)).toEqual([])
    await tables.close(marker.match)
  })

  it('shows the newest table first, and is bounded', async () => {
    const { pairings, tables } = await node()
    const opened: string[] = []
    for (let number = 0; number < 5; number += 1) {
      const table = aTable()
      await tables.reserve(table, 5)
      await tables.open(table.match, CODE)
      const { createdAt } = (await tables.list(MANY)).find(({ match }) => match === table.match)!
      opened.unshift(table.match)
      pass(5)
      // The next table is reserved at a later moment.
      const now = async () => (await pairings.waiting(newPool(), 1)).readAt
      await expect.poll(now, PATIENTLY).toBeGreaterThan(createdAt)
    }
    expect((await tables.list(MANY)).map(({ match }) => match)).toEqual(opened)
    expect((await tables.list(3)).map(({ match }) => match)).toEqual(opened.slice(0, 3))
    for (const match of opened) await tables.close(match)
  })

  it('has a bounded number of tables of one host, whichever nodes reserve them', async () => {
    const [one, other] = [await node(), await node()]
    const host = newPlayer('Ada')
    const wanted = Array.from({ length: 12 }, () => aTable(host))
    const given = await Promise.all(
      wanted.map((table, index) => (index % 2 === 0 ? one : other).tables.reserve(table, 5)),
    )
    const reserved = wanted.filter((_, index) => given[index])
    expect(reserved).toHaveLength(5)
    expect(await one.tables.reserve(aTable(), 5)).toBe(true)
    expect(await one.tables.reserve(reserved[0]!, 5)).toBe(true)
    await other.tables.close(reserved[0]!.match)
    await other.tables.close(reserved[0]!.match)
    const next = [aTable(host), aTable(host)] as const
    const answers = [await one.tables.reserve(next[0], 5), await one.tables.reserve(next[1], 5)]
    expect(answers).toEqual([true, false])
  })

  it('gives each table to be checked, again and again, but to one node at a time', async () => {
    const [one, other] = [await node(), await node()]
    const [open, reserved] = [aTable(), aTable()]
    for (const table of [open, reserved]) await one.tables.reserve(table, 5)
    await one.tables.open(open.match, CODE)
    const ours = [open.match, reserved.match]
    const given: string[] = []
    const claim = async () => {
      const tables = await Promise.all([one, other].map(({ tables }) => tables.claim(MANY, SHORT)))
      const claimed = tables.flat().map(({ match }) => match)
      expect(new Set(claimed).size).toBe(claimed.length)
      given.push(...claimed)
      return ours.map((match) => given.filter((claimed) => claimed === match).length)
    }
    expect(await one.tables.claim(MANY, LONG)).toEqual([])
    for (const times of [1, 2, 3]) {
      pass(SHORT)
      const atLeast = ours.map(() => expect.toSatisfy((claims: number) => claims >= times) as number)
      await expect.poll(claim, PATIENTLY).toEqual(atLeast)
    }
    await one.tables.close(open.match)
    given.length = 0
    pass(SHORT)
    await expect.poll(claim, PATIENTLY).toEqual([0, 1])
    await one.tables.close(reserved.match)
  })
}
