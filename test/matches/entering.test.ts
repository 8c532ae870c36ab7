import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { CreateRequest } from '../../src/protocol/index.ts'
import { CodedError, viewAnswerSchema } from '../../src/protocol/index.ts'
import type { MatchHeader } from '../../src/record/index.ts'
import { hashSeed } from '../../src/record/index.ts'
import { drawSeat } from '../../src/rules/index.ts'
import { BASE, codeOf, create, creation, join, openMatches, seatTwo } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'

const NOWHERE = 'AAAAAAAAAAAAAAAA'
const [ada, bo, cy] = [newPlayer('Ada'), newPlayer('Bo'), newPlayer('Cy')]
let backend: MemoryBackend
let matches: Matches
beforeEach(() => {
  backend = new MemoryBackend(7)
  matches = openMatches({ store: new MemoryStore(backend) })
})
afterEach(() => matches.close())

describe('creating', () => {
  it('gives the host their view, with the invitation code and the seed’s hash but not the seed', async () => {
    const answer = await create(matches, ada, creation({ options: BASE, seat: 1 }))
    expect(viewAnswerSchema.parse(answer)).toEqual(answer)
    const { header } = backend.record(answer.snapshot.match)
    expect(answer).toMatchObject({
      version: 0,
      snapshot: {
        you: 1,
        status: 'waiting',
        players: { 1: ada },
        options: BASE,
        code: header.code,
        seedHash: hashSeed(header.seed),
      },
    })
    expect(JSON.stringify(answer)).not.toContain(header.seed)
    expect(header.seed).toMatch(/^[0-9a-f]{64}$/)
  })

  it('draws a random seat from the seed', async () => {
    const seats = new Set<unknown>()
    for (let times = 0; times < 20; times += 1) {
      const { snapshot } = await create(matches, ada, creation({ options: BASE, seat: 'random' }))
      const { header } = backend.record(snapshot.match)
      expect(snapshot.you).toBe(drawSeat(header.seed))
      seats.add(snapshot.you)
    }
    expect(seats).toEqual(new Set([0, 1]))
  })

  it('tries another invitation code when one is taken', async () => {
    const store = new MemoryStore(backend)
    const refused: string[] = []
    const plainCreate = (header: MatchHeader) => MemoryStore.prototype.create.call(store, header)
    store.create = async (header) => {
      if (refused.length === 2) return plainCreate(header)
      refused.push(header.code)
      return { taken: 'code' }
    }
    const other = openMatches({ store })
    const { snapshot } = await create(other, ada, creation({ options: BASE, seat: 0 }))
    expect(new Set([...refused, snapshot.code]).size).toBe(3)
    await other.close()
  })
})

describe('creating with the id of the command', () => {
  const request = (): CreateRequest => creation({ options: BASE, seat: 'random', actionId: newActionId() })

  it('again, on any node, is answered with the same match, whatever it has become', async () => {
    const other = openMatches({ store: new MemoryStore(backend) })
    const asked = request()
    const { snapshot } = await create(matches, ada, asked)
    const { match } = snapshot
    for (const node of [matches, other]) expect((await create(node, ada, asked)).snapshot).toEqual(snapshot)
    await join(matches, bo, { code: snapshot.code! })
    expect(await create(other, ada, asked)).toMatchObject({ version: 1, snapshot: { match, you: snapshot.you } })
    await other.endings.resign(ada, { match, actionId: newActionId() })
    expect(await create(matches, ada, asked)).toMatchObject({ version: 2, snapshot: { match, status: 'ended' } })
    expect([...backend.matches.keys()]).toEqual([match])
    await other.close()
  })

  it('is another match for another player, another command, and a command without an id', async () => {
    const asked = request()
    const created = [
      await create(matches, ada, asked),
      await create(matches, bo, asked),
      await create(matches, ada, request()),
      await create(matches, ada, creation({ options: BASE })),
      await create(matches, ada, creation({ options: BASE })),
    ]
    expect(new Set(created.map(({ snapshot }) => snapshot.match)).size).toBe(5)
  })

  it('at once, on two nodes, creates one match and notifies of it once', async () => {
    const other = openMatches({ store: new MemoryStore(backend) })
    const created: string[] = []
    for (const node of [matches, other]) node.lifecycle.subscribe({ created: ({ id }) => void created.push(id) })
    for (let times = 1; times <= 20; times += 1) {
      const asked = request()
      const answers = await Promise.all([0, 1, 2, 3].map((index) => create(index % 2 ? other : matches, ada, asked)))
      const [first] = answers
      for (const answer of answers) expect(answer.snapshot).toEqual(first!.snapshot)
      expect(created).toHaveLength(times)
      expect(created.at(-1)).toBe(first!.snapshot.match)
      await matches.endings.abort(ada, { match: first!.snapshot.match, actionId: newActionId(), version: 0 })
    }
    expect(backend.matches.size).toBe(20)
    await other.close()
  })

  it('does not meet the limit of open matches a second time', async () => {
    const asked = request()
    const { snapshot } = await create(matches, ada, asked)
    while ((await codeOf(matches.play.create(ada, request()))) !== 'limit-reached');
    expect((await create(matches, ada, asked)).snapshot.match).toBe(snapshot.match)
  })

  it('whose answer the store lost creates one match when it is repeated', async () => {
    const store = new MemoryStore(backend)
    const node = openMatches({ store })
    const asked = request()
    const plain = MemoryStore.prototype.create.bind(store)
    store.create = async (...parameters) => {
      await plain(...parameters)
      store.create = plain
      throw new CodedError('unavailable')
    }
    expect(await codeOf(node.play.create(ada, asked))).toBe('unavailable')
    const [only] = backend.matches.keys()
    expect((await create(node, ada, asked)).snapshot.match).toBe(only)
    expect(backend.matches.size).toBe(1)
    await node.close()
  })

  it('against a bot seats the bot that a creation cut short has not', async () => {
    const store = new MemoryStore(backend)
    const node = openMatches({ store, playsBots: true })
    const asked = creation({ options: BASE, opponent: { bot: 'club' }, actionId: newActionId() })
    store.commit = () => Promise.reject(new CodedError('unavailable'))
    expect(await codeOf(node.play.create(ada, asked))).toBe('unavailable')
    store.commit = MemoryStore.prototype.commit.bind(store)
    for (let times = 0; times < 2; times += 1) {
      const { version, snapshot } = await create(node, ada, asked)
      expect([version, snapshot.status, snapshot.origin]).toEqual([1, 'playing', 'bot'])
    }
    expect(backend.matches.size).toBe(1)
    await node.close()
  })

  it('seats no bot in a match that waits for a person, whatever the repeated request says', async () => {
    const node = openMatches({ store: new MemoryStore(backend), playsBots: true })
    const asked = creation({ options: BASE, clock: 'blitz', rated: true, listed: true, actionId: newActionId() })
    const { snapshot } = await create(node, ada, asked)
    const other = { ...asked, listed: false, opponent: { bot: 'club' } } as const
    for (const repeated of [asked, other])
      expect(await create(node, ada, repeated)).toMatchObject({ version: 0, snapshot })
    await node.close()
  })
})

describe('joining', () => {
  it('by the code or by the id, the second player takes the free seat and the match begins', async () => {
    for (const by of ['code', 'match'] as const) {
      const { snapshot } = await create(matches, ada, creation({ options: BASE, seat: 1 }))
      const answer = await join(matches, bo, by === 'code' ? { code: snapshot.code! } : { match: snapshot.match })
      expect(viewAnswerSchema.parse(answer)).toEqual(answer)
      expect(answer).toMatchObject({ version: 1, snapshot: { you: 0, status: 'playing', players: { 0: bo, 1: ada } } })
      expect(answer.snapshot.code).toBeUndefined()
    }
  })

  it('again, by either player and by code or id, is answered with the player’s view', async () => {
    const { snapshot } = await create(matches, ada, creation({ options: BASE, seat: 0 }))
    const { match } = snapshot
    const code = snapshot.code!
    await join(matches, bo, { code })
    for (const request of [{ code }, { match }]) {
      expect(await join(matches, bo, request)).toMatchObject({ version: 1, snapshot: { you: 1 } })
      expect(await join(matches, ada, request)).toMatchObject({ version: 1, snapshot: { you: 0 } })
    }
    expect(backend.record(match).entries).toHaveLength(1)
  })

  it('again by code, on a node that did not see the first time, is answered with the player’s view', async () => {
    const { snapshot } = await create(matches, ada, creation({ options: BASE, seat: 0, visibility: 'private' }))
    const code = snapshot.code!
    await join(matches, bo, { code })
    const other = openMatches({ store: new MemoryStore(backend) })
    expect(await join(other, bo, { code })).toMatchObject({ version: 1, snapshot: { match: snapshot.match, you: 1 } })
    expect(await join(other, ada, { code })).toMatchObject({ version: 1, snapshot: { you: 0 } })
    expect(await codeOf(join(other, cy, { code }))).toBe('unknown-code')
    await other.endings.resign(ada, { match: snapshot.match, actionId: newActionId() })
    expect(await join(other, bo, { code })).toMatchObject({ version: 2, snapshot: { you: 1, status: 'ended' } })
    expect(await codeOf(join(other, cy, { code }))).toBe('unknown-code')
    await other.close()
  })

  it('is refused for the host, a third player, and an unknown match or code', async () => {
    const { snapshot } = await create(matches, ada, creation({ options: BASE, seat: 0 }))
    expect(await codeOf(join(matches, ada, { match: snapshot.match }))).toBe('own-match')
    expect(await codeOf(join(matches, ada, { code: snapshot.code! }))).toBe('own-match')
    await join(matches, bo, { code: snapshot.code! })
    expect(await codeOf(join(matches, cy, { match: snapshot.match }))).toBe('match-full')
    expect(await codeOf(join(matches, cy, { code: snapshot.code! }))).toBe('unknown-code')
    expect(await codeOf(join(matches, cy, { code: '22222222' }))).toBe('unknown-code')
    expect(await codeOf(join(matches, cy, { match: NOWHERE }))).toBe('unknown-match')
  })

  it('at once, on two nodes: exactly one of several gets the seat', async () => {
    const other = openMatches({ store: new MemoryStore(backend) })
    for (let times = 0; times < 50; times += 1) {
      const { match, code } = (await create(matches, ada, creation({ options: BASE, seat: 0 }))).snapshot
      const guests = Array.from({ length: 4 }, (_, index) => newPlayer(`Guest ${index}`))
      const answers = await Promise.allSettled(
        guests.map((guest, index) => join(index % 2 ? other : matches, guest, index < 2 ? { match } : { code: code! })),
      )
      const joined = guests.filter((_, index) => answers[index]!.status === 'fulfilled')
      expect(joined).toHaveLength(1)
      expect(backend.record(match).entries).toMatchObject([
        { version: 1, body: { type: 'join', seat: 1, player: joined[0] } },
      ])
      for (const answer of answers) {
        if (answer.status === 'rejected') {
          expect(['match-full', 'unknown-code']).toContain((answer.reason as { code: string }).code)
        }
      }
    }
    await other.close()
  })

  it('is an update for everybody who watched before, also for the spectator who takes the seat', async () => {
    const { match } = (await create(matches, ada, creation({ options: BASE, seat: 0 }))).snapshot
    const patches: unknown[] = []
    const { answer, stop } = await matches.watches.watch(
      bo,
      match,
      {},
      {
        notify({ event, payload }) {
          if (event !== 'match:update') return
          const { version, patch } = payload
          patches.push({ version, you: patch.you, status: patch.status })
        },
      },
    )
    expect(answer).toMatchObject({ version: 0, snapshot: { you: 'spectator' } })
    await join(matches, bo, { match })
    expect(patches).toEqual([{ version: 1, you: 1, status: 'playing' }])
    await stop()
  })
})

describe('a view', () => {
  it('is that of the caller: each player, or a spectator with a name or without', async () => {
    const { match, players } = await seatTwo(matches)
    const viewers = await Promise.all(
      [players[0], players[1], cy, null].map((player) => matches.views.view(player, match)),
    )
    expect(viewers.map(({ snapshot }) => snapshot.you)).toEqual([0, 1, 'spectator', 'spectator'])
    expect(viewers.map(({ snapshot }) => snapshot.board?.legal !== undefined)).toEqual([true, false, false, false])
  })

  it('of an unknown match or version is refused', async () => {
    const { match, players } = await seatTwo(matches)
    expect(await codeOf(matches.views.view(players[0], NOWHERE))).toBe('unknown-match')
    expect(await codeOf(matches.views.view(players[0], match, { sinceVersion: 2 }))).toBe('unknown-version')
    expect((await matches.views.view(players[0], match, { sinceVersion: 1 })).missed).toEqual([])
  })
})
