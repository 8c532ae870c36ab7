import { expect, it } from 'vitest'
import type { Commit, CommitResult, LiveStore } from '../../../src/live/index.ts'
import { OUTAGE_MS } from '../../../src/live/index.ts'
import type { Harness } from './harness.ts'
import { aBegunMatch, aborting, acting, aFollowedMatch, aMatch, commitNow, flagging } from './harness.ts'
import { joining, newActionId, PATIENTLY, resigning } from './harness.ts'

const LONG = 3_600_000
const ALL = 10_000
const PAST = { at: 1 }
const REPEATS = 200

/** The downtimes in the log of a match (ms). */
async function givenBack(store: LiveStore, match: string): Promise<number[]> {
  const { entries } = (await store.load(match))!
  return entries.flatMap(({ body }) => (body.type === 'downtime' ? [body.ms] : []))
}

/** Ends a match, so that other tests do not find it. */
const over = (store: LiveStore, match: string): Promise<CommitResult> =>
  commitNow(store, match, (version) => flagging(match, version))

export function deadlines({ node, pass }: Harness): void {
  it('that has passed refuses every commit except the one that ends the match for it', async () => {
    const { store, heard } = await node()
    const match = await aMatch(store)
    await store.follow(match)
    await store.commit(joining(match, { deadline: PAST }))
    for (const command of [acting(match, 1, { actionId: newActionId() }), resigning(match, 1), aborting(match, 1)]) {
      expect(await store.commit(command)).toEqual({ status: 'late' })
    }
    expect((await store.load(match))!.entries).toHaveLength(1)
    expect(await store.commit(flagging(match, 1))).toMatchObject({ status: 'committed', version: 2 })
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2])
    await store.markArchived(match)
  })

  it('is a moment, or a time after the commit, and passes by itself', async () => {
    const { store } = await node()
    const soon = await aBegunMatch(store, { deadline: { after: 100 } })
    const later = await aBegunMatch(store, { deadline: { at: store.now() + LONG } })
    pass(101)
    await expect.poll(() => store.heartbeat(ALL), PATIENTLY).toContain(soon)
    expect(await commitNow(store, soon, (version) => acting(soon, version))).toEqual({ status: 'late' })
    expect(await commitNow(store, later, (version) => flagging(later, version))).toEqual({ status: 'premature' })
    expect(await store.heartbeat(ALL)).not.toContain(later)
    expect(await over(store, soon)).toMatchObject({ status: 'committed' })
    const committed = { status: 'committed' }
    const expire = (version: number): Commit => acting(later, version, { deadline: PAST })
    expect(await commitNow(store, later, expire)).toMatchObject(committed)
    expect(await over(store, later)).toMatchObject({ status: 'committed' })
    for (const match of [soon, later]) await store.markArchived(match)
  })

  it('stays until another is set, or none', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store, { deadline: { after: LONG } })
    expect(await store.commit(acting(match, 1))).toMatchObject({ status: 'committed' })
    expect(await store.commit(acting(match, 2, { deadline: PAST }))).toMatchObject({ status: 'committed' })
    expect(await store.commit(acting(match, 3))).toEqual({ status: 'late' })
    expect(await store.heartbeat(ALL)).toContain(match)
    const goOn = acting(match, 3, { condition: { is: 'overdue' }, deadline: null })
    expect(await store.commit(goOn)).toMatchObject({ status: 'committed' })
    expect(await store.commit(acting(match, 4))).toMatchObject({ status: 'committed' })
    expect(await store.commit(flagging(match, 5))).toEqual({ status: 'premature' })
    expect(await store.heartbeat(ALL)).not.toContain(match)
  })

  it('cannot pass for an unknown match, one without a deadline, or one that has ended', async () => {
    const { store } = await node()
    const [none, aborted] = [await aBegunMatch(store), await aMatch(store)]
    const ended = await aBegunMatch(store, { deadline: { after: LONG } })
    await store.commit(resigning(ended, 1))
    await store.commit(aborting(aborted, 0))
    expect(await store.commit(acting(ended, 2, { deadline: PAST }))).toMatchObject({ status: 'committed' })
    expect(await store.commit(acting(aborted, 1, { deadline: PAST }))).toMatchObject({ status: 'committed' })
    for (const [match, version] of [
      [none, 1],
      [ended, 3],
      [aborted, 2],
    ] as const) {
      expect(await store.commit(flagging(match, version))).toEqual({ status: 'premature' })
      expect(await store.heartbeat(ALL)).not.toContain(match)
    }
    expect(await store.commit(flagging('none', 0))).toEqual({ status: 'unknown' })
    await store.markArchived(ended)
  })

  it('is judged after the version: a commit for another version is stale', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    const command = acting(match, 1, { actionId: newActionId(), deadline: PAST })
    expect(await store.commit(command)).toMatchObject({ status: 'committed' })
    expect(await store.commit(command)).toEqual({ status: 'stale', version: 2 })
    expect(await store.commit(acting(match, 1))).toEqual({ status: 'stale', version: 2 })
    expect(await store.commit(flagging(match, 1))).toEqual({ status: 'stale', version: 2 })
    await over(store, match)
    await store.markArchived(match)
  })

  it('that has passed is found by every heartbeat, for at most as many matches as asked for', async () => {
    const [one, other] = [await node(), await node()]
    const matches = await Promise.all(Array.from({ length: 20 }, () => aBegunMatch(one.store, { deadline: PAST })))
    for (const { store } of [one, other]) expect(await store.heartbeat(ALL)).toEqual(expect.arrayContaining(matches))
    expect(await one.store.heartbeat(7)).toHaveLength(7)
    expect(await one.store.heartbeat(0)).toEqual([])
    await Promise.all(matches.map((match) => over(other.store, match)))
    const found = await one.store.heartbeat(ALL)
    expect(matches.filter((match) => found.includes(match))).toEqual([])
    await Promise.all(matches.map((match) => one.store.markArchived(match)))
  })

  it(`and a move, at once: the match continues or is over, never both, ${REPEATS} times`, async () => {
    const [one, other] = [await node(), await node()]
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const match = await aBegunMatch(one.store, { deadline: { after: repeat % 4 } })
      const move = (): Promise<CommitResult> => one.store.commit(acting(match, 1, { actionId: newActionId() }))
      const flag = async (): Promise<CommitResult> => {
        for (;;) {
          const result = await other.store.commit(flagging(match, 1))
          if (result.status !== 'premature') return result
          pass(1)
        }
      }
      const moveFirst = repeat % 2 === 0
      const answers = await Promise.all(moveFirst ? [move(), flag()] : [flag(), move()])
      const [moved, flagged] = (moveFirst ? answers : answers.reverse()).map(({ status }) => status)
      expect(['committed,stale', 'stale,committed', 'late,committed']).toContain([moved, flagged].join())
      const { entries } = (await one.store.load(match))!
      expect(entries.map(({ body }) => body.type)).toEqual(['join', moved === 'committed' ? 'act' : 'flag'])
      await over(one.store, match)
      await one.store.markArchived(match)
    }
  })
}

export function downtime({ node, outage }: Harness): void {
  it('is given back to every match with a deadline, by an entry in its log', async () => {
    const { store, heard } = await node()
    const match = await aFollowedMatch(store)
    const untimed = await aBegunMatch(store)
    const ended = await aBegunMatch(store, { deadline: { after: LONG } })
    await store.commit(resigning(ended, 1))
    await store.commit(acting(match, 1, { deadline: { after: 20_000 } }))
    await outage(60_000)
    expect(await store.heartbeat(ALL)).not.toContain(match)
    const [ms] = await givenBack(store, match)
    expect(ms).toBeGreaterThanOrEqual(60_000)
    expect(ms).toBeLessThan(60_000 + LONG)
    await expect.poll(() => heard.entries(match), PATIENTLY).toEqual((await store.load(match))!.entries)
    expect(await givenBack(store, untimed)).toEqual([])
    expect(await givenBack(store, ended)).toEqual([])
    const goOn = await commitNow(store, match, (version) => acting(match, version, { deadline: null }))
    expect(goOn).toMatchObject({ status: 'committed' })
    await store.markArchived(ended)
  })

  it('does not change that a deadline had passed before', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store, { deadline: PAST })
    await outage(60_000)
    await expect.poll(() => store.heartbeat(ALL), PATIENTLY).toContain(match)
    expect(await givenBack(store, match)).toHaveLength(1)
    expect(await over(store, match)).toMatchObject({ status: 'committed' })
    await store.markArchived(match)
  })

  it('is none while somebody reports often enough that matches can be played', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store, { deadline: { after: LONG } })
    await outage(OUTAGE_MS / 3)
    await store.heartbeat(0)
    await outage(OUTAGE_MS / 3)
    expect(await store.commit(acting(match, 1))).toMatchObject({ status: 'committed' })
    await outage(OUTAGE_MS / 3)
    await store.heartbeat(0)
    expect(await givenBack(store, match)).toEqual([])
    await store.commit(acting(match, 2, { deadline: null }))
  })

  it('is given back by the first command, before anything is late', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store, { deadline: { after: 20_000 } })
    await outage(60_000)
    expect(await store.commit(acting(match, 1))).toEqual({ status: 'stale', version: 2 })
    expect(await givenBack(store, match)).toHaveLength(1)
    expect(await store.commit(flagging(match, 2))).toEqual({ status: 'premature' })
    expect(await store.commit(acting(match, 2, { deadline: null }))).toMatchObject({ status: 'committed', version: 3 })
  })

  it('is given back once, also when many commands come at once', async () => {
    const nodes = [await node(), await node()]
    const { store } = nodes[0]!
    for (let repeat = 0; repeat < 20; repeat += 1) {
      const match = await aBegunMatch(store, { deadline: { after: 20_000 } })
      await outage(60_000)
      const answers = await Promise.all(
        [0, 1, 0, 1, 0, 1].map((index, turn) =>
          turn % 3 === repeat % 3
            ? nodes[index]!.store.heartbeat(ALL)
            : nodes[index]!.store.commit(acting(match, 1, { actionId: newActionId() })),
        ),
      )
      for (const answer of answers) {
        if (Array.isArray(answer)) expect(answer).not.toContain(match)
        else expect(answer).toEqual({ status: 'stale', version: 2 })
      }
      expect(await givenBack(store, match)).toHaveLength(1)
      await store.commit(acting(match, 2, { deadline: null }))
    }
  })

  it('is not counted as absence', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store, { deadline: { after: LONG } })
    await store.connect(match, 0, 'a', 1)
    await store.connect(match, 1, 'b', 10 * LONG)
    await store.disconnect(match, 1, 'b')
    const before = await store.attendance(match)
    await outage(60_000)
    await store.heartbeat(0)
    const given = (await store.load(match))!.entries.at(-1)!
    const ms = given.body.type === 'downtime' ? given.body.ms : NaN
    // A player who left after the last report has not been away at all.
    expect((await store.attendance(match)).away[1]).toBe(Math.min(given.at, before.away[1]! + ms))
    const condition = { is: 'away', seat: 1, ms: 60_000 } as const
    const claim = (version: number): Commit => acting(match, version, { condition })
    expect(await commitNow(store, match, claim)).toEqual({ status: 'premature' })
    await store.commit(acting(match, 2, { deadline: null }))
  })
}
