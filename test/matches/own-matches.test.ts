import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { OwnMatch, PlayerRef } from '../../src/protocol/index.ts'
import { ownMatchesAnswerSchema } from '../../src/protocol/index.ts'
import { codeOf, create, creation, join, openMatches, seatTwo, step } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

let backend: MemoryBackend
let store: MemoryStore
let matches: Matches
const opened: Matches[] = []
const node = (): Matches => {
  const other = openMatches({ store: new MemoryStore(backend) })
  opened.push(other)
  return other
}
beforeEach(() => {
  backend = new MemoryBackend(11)
  store = new MemoryStore(backend)
  matches = openMatches({ store })
  opened.push(matches)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

const listed = async (player: PlayerRef, on = matches): Promise<OwnMatch[]> =>
  ownMatchesAnswerSchema.parse(await on.own.page(player, { limit: 50 })).matches

describe('the matches of a player', () => {
  it('are those that wait, with their code, and those that are played, with opponent, turn and deadline', async () => {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const { snapshot } = await create(matches, ada, creation({ seat: 1, kind: 'agora', clock: 'correspondence-3' }))
    const waiting = {
      match: snapshot.match,
      you: 1,
      status: 'waiting',
      kind: 'agora',
      terms: snapshot.terms,
      origin: 'invitation',
      version: 0,
      since: snapshot.createdAt,
      code: snapshot.code,
    }
    expect(await listed(ada)).toEqual([waiting])
    expect(await listed(bo)).toEqual([])

    const { snapshot: playing } = await join(matches, bo, { code: snapshot.code! })
    const { clocks, board } = playing
    const common = {
      match: snapshot.match,
      status: 'playing',
      kind: 'agora',
      terms: snapshot.terms,
      origin: 'invitation',
      version: 1,
      toAct: board!.toAct,
      deadline: clocks!.since + clocks![clocks!.running!],
    }
    expect(await listed(ada)).toEqual([{ ...common, you: 1, opponent: bo, since: snapshot.createdAt }])
    expect(await listed(bo)).toEqual([{ ...common, you: 0, opponent: ada, since: expect.any(Number) as number }])
  })

  it('say after each move whose turn it is, and have no deadline without a clock', async () => {
    const seated = await seatTwo(matches)
    const random = seededRandom(4)
    for (let moves = 0; moves < 12; moves += 1) {
      await step(matches, seated, random)
      const { snapshot, version } = await matches.views.view(null, seated.match)
      for (const player of seated.players) {
        const [entry] = await listed(player)
        expect(entry).toMatchObject({ toAct: snapshot.board!.toAct, version })
        expect(entry).not.toHaveProperty('deadline')
        expect(entry).not.toHaveProperty('code')
      }
    }
  })

  it('are known to every node, and to a node that starts later', async () => {
    const { match, players } = await seatTwo(matches)
    expect(await listed(players[1], node())).toMatchObject([{ match, you: 1, opponent: players[0] }])
    await matches.close()
    const later = node()
    expect(await listed(players[0], later)).toMatchObject([{ match, you: 0 }])
    await later.endings.resign(players[0], { match, actionId: newActionId() })
    for (const player of players) expect(await listed(player, later)).toEqual([])
  })

  it('do not depend on what happens after the answer to a join was lost', async () => {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const { snapshot } = await create(matches, ada, creation({}))
    store.answersLost = true
    await matches.play.join(bo, { match: snapshot.match }).catch(() => undefined)
    store.answersLost = false
    expect(await listed(bo, node())).toMatchObject([{ match: snapshot.match, opponent: ada, status: 'playing' }])
  })

  it('come page by page, newest first', async () => {
    const ada = newPlayer('Ada')
    const created: string[] = []
    for (let number = 0; number < 7; number += 1) created.push(await matches.play.create(ada, creation({})))
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await matches.own.page(ada, { limit: 3, ...(cursor !== undefined && { cursor }) })
      expect(page.matches.length).toBeLessThanOrEqual(3)
      found.push(...page.matches.map(({ match }) => match))
      cursor = page.next
    } while (cursor !== undefined)
    expect([...found].sort()).toEqual([...created].sort())
    const times = (await listed(ada)).map(({ since }) => since)
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  it('refuse a cursor of another list', async () => {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    for (let number = 0; number < 2; number += 1) await matches.play.create(ada, creation({}))
    const { next } = await matches.own.page(ada, { limit: 1 })
    for (const cursor of ['', 'AAAA', next!.slice(1)]) {
      expect(await codeOf(matches.own.page(ada, { limit: 1, cursor }))).toBe('bad-cursor')
    }
    expect(await codeOf(matches.own.page(bo, { limit: 1, cursor: next! }))).toBe('bad-cursor')
  })

  it('leave out a match of other rules, and list the rest', async () => {
    const { match: other, players } = await seatTwo(matches)
    const mine = await matches.play.create(players[0], creation({}))
    const newer = new MemoryStore(backend)
    const load = newer.load.bind(newer)
    newer.load = async (match) => {
      const record = await load(match)
      return record && match === other
        ? { ...record, header: { ...record.header, rules: 'of another release' } }
        : record
    }
    const upgraded = openMatches({ store: newer })
    opened.push(upgraded)
    expect((await listed(players[0], upgraded)).map(({ match }) => match)).toEqual([mine])
  })

  it('fail as unavailable while the store does not answer', async () => {
    const { players } = await seatTwo(matches)
    store.down = true
    expect(await codeOf(matches.own.page(players[0], { limit: 5 }))).toBe('unavailable')
    store.down = false
  })
})
