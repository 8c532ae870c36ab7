import { describe, expect, it } from 'vitest'
import { DEFAULT_RETENTION, OUTAGE_MS } from '../../../src/live/index.ts'
import type { Change } from '../../../src/live/machine/index.ts'
import { commands, Machine } from '../../../src/live/machine/index.ts'
import { joining, newHeader, resigning } from '../contract/harness.ts'

const NOW = 1_700_000_000_000

describe('a connection', () => {
  it('that is reported again after it expired, but before it was removed, was open all the time', () => {
    const machine = new Machine({ retention: DEFAULT_RETENTION, outageMs: OUTAGE_MS })
    const header = newHeader()
    machine.run(NOW, (tx) => commands.create(tx, header))
    const connect = (now: number): unknown[] =>
      machine.run(now, (tx) => commands.connect(tx, header.id, 0, 'a', 1000)).news.map(({ type }) => type)
    expect(connect(NOW)).toEqual(['attendance'])
    expect(connect(NOW + 1000)).toEqual([])
    expect(machine.run(NOW + 1999, commands.sweep).news).toEqual([])
    expect(machine.run(NOW + 2000, commands.sweep).news).toEqual([
      { match: header.id, type: 'attendance', attendance: { seats: [], away: { 0: NOW + 2000 }, watchers: 0 } },
    ])
  })
})

describe('the machine', () => {
  it('does not go back in time', () => {
    const machine = new Machine({ retention: DEFAULT_RETENTION, outageMs: OUTAGE_MS })
    const [one, other] = [newHeader(), newHeader()]
    expect(machine.run(NOW, (tx) => commands.create(tx, one)).result).toEqual({ createdAt: NOW })
    expect(machine.run(NOW - 5000, (tx) => commands.create(tx, other)).result).toEqual({ createdAt: NOW })
    expect(machine.time).toBe(NOW)
  })

  it('restores no change that does not follow the changes before it', () => {
    const machine = (): Machine => new Machine({ retention: DEFAULT_RETENTION, outageMs: OUTAGE_MS })
    const [first, header] = [machine(), newHeader()]
    const done = [
      first.run(NOW, (tx) => commands.create(tx, header)),
      first.run(NOW, (tx) => commands.commit(tx, joining(header.id))),
      first.run(NOW, (tx) => commands.commit(tx, resigning(header.id, 1))),
    ]
    const changes = done.flatMap((outcome) => outcome.changes.map((text) => JSON.parse(text) as Change))
    expect(changes).toHaveLength(3)
    const restoredFrom = (some: readonly Change[]) => (): number | undefined => {
      const other = machine()
      for (const change of some) other.restore(change)
      return other.versionOf(header.id)
    }
    expect(restoredFrom(changes)()).toBe(2)
    const [created, joined, resigned] = changes as [Change, Change, Change]
    const gap = `entries are missing: match ${header.id} goes from version`
    expect(restoredFrom([created, resigned])).toThrow(`${gap} 0 to version 2`)
    expect(restoredFrom([created, joined, joined])).toThrow(`${gap} 1 to version 1`)
    expect(restoredFrom([joined])).toThrow(`match ${header.id} is changed, but its beginning is missing`)
    // The same in a checkpoint of the format before.
    const [match] = [...first.checkpoint()] as [Extract<Change, { is: 'match' }>]
    const { entries } = first.run(NOW, (tx) => commands.load(tx, header.id)).result!
    expect(entries).toHaveLength(2)
    expect(restoredFrom([{ ...match, match: { ...match.match, entries: entries.slice(1) } }])).toThrow(
      `${gap} 0 to version 2`,
    )
  })

  it('gives no reader anything that changes it', () => {
    const machine = new Machine({ retention: DEFAULT_RETENTION, outageMs: OUTAGE_MS })
    const header = newHeader()
    machine.run(NOW, (tx) => commands.create(tx, header))
    const { result } = machine.run(NOW, (tx) => commands.load(tx, header.id))
    expect(() => {
      result!.header.host.player.name = 'Mallory'
    }).toThrow(TypeError)
    result!.entries.push({ version: 1, at: NOW, body: { type: 'resign', seat: 0 } })
    expect(machine.run(NOW, (tx) => commands.load(tx, header.id)).result!.entries).toEqual([])
  })
})
