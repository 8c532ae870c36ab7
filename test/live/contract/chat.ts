import { expect, it } from 'vitest'
import { CHAT_LINES_KEPT } from '../../../src/live/index.ts'
import type { ChatLine } from '../../../src/protocol/index.ts'
import type { Harness } from './harness.ts'
import { aBegunMatch, aborting, aMatch, anEndedMatch, claimAll, newHeader, PATIENTLY } from './harness.ts'

const ADA = { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }
const LONG = 3_600_000

export function chat({ node, pass }: Harness): void {
  it('retains the lines of each room in order, and publishes them', async () => {
    const { store, heard } = await node()
    const match = await aMatch(store)
    await store.follow(match)
    const first = await store.say(match, 'players', { from: ADA, seat: 0, text: 'Salve' })
    expect(first).toEqual({ number: 1, at: expect.any(Number) as number, from: ADA, seat: 0, text: 'Salve' })
    const aside = await store.say(match, 'spectators', { from: ADA, text: 'Ave' })
    expect(aside).toEqual({ number: 1, at: expect.any(Number) as number, from: ADA, text: 'Ave' })
    const second = await store.say(match, 'players', { from: ADA, seat: 0, text: 'Vale' })
    expect(second).toMatchObject({ number: 2, text: 'Vale' })
    expect(await store.chat(match, 'players')).toEqual([first, second])
    expect(await store.chat(match, 'spectators')).toEqual([aside])
    await expect
      .poll(() => heard.lines(match), PATIENTLY)
      .toEqual([
        { room: 'players', line: first, muted: [] },
        { room: 'spectators', line: aside, muted: [] },
        { room: 'players', line: second, muted: [] },
      ])
  })

  it('numbers the lines, and every node gets them in that order, also when many are said at once', async () => {
    const nodes = [await node(), await node()]
    const match = await aBegunMatch(nodes[0]!.store)
    await Promise.all(nodes.map(({ store }) => store.follow(match)))
    const say = (index: number): Promise<ChatLine | null> =>
      nodes[index % 2]!.store.say(match, 'players', { from: ADA, text: String(index) })
    const said = await Promise.all(Array.from({ length: 60 }, (_, index) => say(index)))
    const inOrder = [...said].sort((a, b) => a!.number - b!.number) as ChatLine[]
    expect(inOrder.map(({ number }) => number)).toEqual(inOrder.map((_, index) => index + 1))
    expect(await nodes[1]!.store.chat(match, 'players')).toEqual(inOrder)
    for (const { heard } of nodes) {
      await expect.poll(() => heard.lines(match).map(({ line }) => line), PATIENTLY).toEqual(inOrder)
    }
  })

  it('retains the last lines of a room, whose numbers continue', async () => {
    const { store } = await node()
    const match = await aMatch(store)
    await store.say(match, 'spectators', { from: ADA, text: 'first' })
    for (let number = 1; number <= CHAT_LINES_KEPT + 3; number += 1) {
      await store.say(match, 'players', { from: ADA, text: String(number) })
    }
    const lines = await store.chat(match, 'players')
    expect(lines.map(({ number }) => number)).toEqual(Array.from({ length: CHAT_LINES_KEPT }, (_, index) => index + 4))
    expect(lines.map(({ text }) => Number(text))).toEqual(lines.map(({ number }) => number))
    expect(await store.chat(match, 'spectators')).toHaveLength(1)
  })

  it('publishes with every line which seats do not want to read it', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aBegunMatch(one.store)
    await other.store.follow(match)
    expect(await one.store.muted(match)).toEqual([])
    await one.store.mute(match, 1, true)
    await one.store.mute(match, 1, true)
    expect(await other.store.muted(match)).toEqual([1])
    await other.store.say(match, 'players', { from: ADA, text: 'one' })
    await other.store.mute(match, 0, true)
    expect(await one.store.muted(match)).toEqual([0, 1])
    await one.store.mute(match, 1, false)
    await one.store.mute(match, 1, false)
    expect(await one.store.muted(match)).toEqual([0])
    await one.store.say(match, 'players', { from: ADA, text: 'two' })
    const told = (): unknown => other.heard.lines(match).map(({ line, muted }) => [line.text, muted])
    await expect.poll(told, PATIENTLY).toEqual([
      ['one', [1]],
      ['two', [0]],
    ])
  })

  it('puts an ended match into the outbox once more, some seconds later', async () => {
    const { store } = await node()
    const match = await anEndedMatch(store)
    expect(await claimAll(store, match)).toContain(match)
    await store.markArchived(match)
    await store.say(match, 'players', { from: ADA, text: 'Well played' })
    await store.say(match, 'players', { from: ADA, text: 'Again?' })
    expect(await claimAll(store, match)).not.toContain(match)
    // Archived twice: the second time does not store the lines either.
    await store.markArchived(match)
    pass(10_000)
    await expect.poll(() => claimAll(store, match), PATIENTLY).toContain(match)
    expect(await store.chat(match, 'players')).toHaveLength(2)
    await store.markArchived(match)
    pass(LONG)
    expect(await claimAll(store, match)).not.toContain(match)
  })

  it('puts an ended match that is just being archived into the outbox once more', async () => {
    const { store } = await node()
    const match = await anEndedMatch(store)
    expect(await claimAll(store, match)).toContain(match)
    await store.say(match, 'spectators', { from: ADA, text: 'Well played' })
    await store.markArchived(match)
    expect(await claimAll(store, match)).not.toContain(match)
    pass(10_000)
    await expect.poll(() => claimAll(store, match), PATIENTLY).toContain(match)
    await store.markArchived(match)
  })

  it('does not delay a match that is not claimed yet', async () => {
    const { store } = await node()
    const match = await anEndedMatch(store)
    await store.say(match, 'players', { from: ADA, text: 'Well played' })
    expect(await claimAll(store, match)).toContain(match)
    await store.markArchived(match)
    pass(LONG)
    expect(await claimAll(store, match)).not.toContain(match)
  })

  it('puts neither a match in play nor an aborted one into the outbox', async () => {
    const { store } = await node()
    const [begun, aborted] = [await aBegunMatch(store), await aBegunMatch(store)]
    await store.commit(aborting(aborted, 1))
    for (const match of [begun, aborted]) {
      expect(await store.say(match, 'players', { from: ADA, text: '?' })).not.toBeNull()
    }
    pass(10_000)
    const claimed = await claimAll(store)
    expect([begun, aborted].filter((match) => claimed.includes(match))).toEqual([])
  })

  it('of one match is not that of another', async () => {
    const { store } = await node()
    const [match, other] = [await aMatch(store), await aMatch(store)]
    await store.say(match, 'players', { from: ADA, text: 'Salve' })
    await store.mute(match, 0, true)
    expect(await store.chat(other, 'players')).toEqual([])
    expect(await store.muted(other)).toEqual([])
    expect(await store.chat(newHeader().id, 'players')).toEqual([])
  })
}
