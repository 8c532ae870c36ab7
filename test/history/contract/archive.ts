import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Archive, FinishedGame } from '../../../src/history/index.ts'
import { finishedGame, playersIn } from '../../../src/history/index.ts'
import type { ExportedGame } from '../../../src/protocol/index.ts'
import {
  exportedGameSchema,
  gameRecordSchema,
  gameSchema,
  gamesPageSchema,
  gamesQuerySchema,
  playerProfileSchema,
} from '../../../src/protocol/index.ts'
import { foldRecord, verifyRecord, wireOutcome, wireScores } from '../../../src/record/index.ts'
import { repeats } from '../../support/drawn.ts'
import { newId, playedRecord, someGame } from '../../support/finished.ts'
import type { Places } from '../../support/history.ts'
import { Archives, patiently } from '../../support/history.ts'
import { newPlayer } from '../../support/players.ts'
import { seededRandom } from '../../support/random.ts'

const gamesOf = (player: string) => gamesQuerySchema.parse({ player, limit: 100 })

/** The contract of a history for games and players, for every database. */
export function describeArchive(where: string, prepare: () => Promise<Places>): void {
  describe(`a history in ${where}`, () => {
    let archives: Archives
    let archive: Archive
    beforeAll(async () => {
      archives = new Archives(await prepare())
      archive = await archives.fresh()
    })
    afterAll(() => archives.end())

    it('gives a stored game back as it was', async () => {
      const record = playedRecord()
      const game = finishedGame(record)
      expect(await archive.store(game)).toBe('stored')

      const { id, rules, seed, seedHash } = record.header
      const fold = foldRecord(record)
      const found = await archive.get(id)
      expect(found).toEqual({
        id,
        rules,
        seed,
        seedHash,
        kind: 'base',
        options: { wonders: 'first-game', tiedPawn: 'chooses' },
        clock: 'none',
        rated: false,
        origin: 'invitation',
        players: { 0: fold.players[0], 1: fold.players[1] },
        outcome: wireOutcome(fold.outcome!),
        scores: wireScores(fold),
        versions: record.entries.length,
        startedAt: record.entries[0]!.at,
        endedAt: record.entries.at(-1)!.at,
      })
      expect(gameSchema.safeParse(found).error).toBeUndefined()
    })

    it('says of a game, without its record, what follows from it', async () => {
      const players = fc.uniqueArray(fc.constantFrom('Livia', 'Gaïus', '凛', 'bot "x"'), { minLength: 2, maxLength: 2 })
      const visibility = fc.constantFrom('public' as const, 'private' as const)
      await fc.assert(
        fc.asyncProperty(players, visibility, fc.nat(30), async ([one, other], shown, resignAfter) => {
          const seated: FinishedGame['players'] = [newPlayer(one!), newPlayer(other!)]
          const terms = { clock: 'blitz', rated: true, visibility: shown } as const
          const record = playedRecord(Math.random, resignAfter, { players: seated, terms })
          const { id } = record.header
          await archive.store(finishedGame(record))
          const listed = shown === 'public'
          expect(await archive.past(id)).toEqual({
            id,
            versions: record.entries.length,
            listed,
            named: playersIn((await archive.record(id))!),
          })
          expect(await archive.find(id)).toEqual({ game: await archive.get(id), listed })
        }),
        { numRuns: repeats(20) },
      )
      expect([await archive.past(newId()), await archive.find(newId())]).toEqual([null, null])
    })

    it('gives the record of a game back whole, so that it can be replayed and verified', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 120 }), async (seed, resignAfter) => {
          const record = playedRecord(seededRandom(seed), resignAfter)
          await archive.store(finishedGame(record))
          const found = await archive.record(record.header.id)
          expect(found).toEqual({ ...record, logHash: foldRecord(record).logHash.value })
          expect(gameRecordSchema.safeParse(found).error).toBeUndefined()
          expect(foldRecord(found!).state).toEqual(foldRecord(record).state)
          const { outcome, scores } = (await archive.get(record.header.id))!
          expect(verifyRecord(found!, { outcome, scores }).filter(({ ok }) => !ok)).toEqual([])
        }),
        { numRuns: repeats(20) },
      )
    })

    it('exports whole games, newest first, without those of private matches, from any line on', async () => {
      const players: FinishedGame['players'] = [newPlayer('Ada'), newPlayer('Bo')]
      const player = players[0].id
      for (const n of [0, 1, 2, 3, 4, 5, 6]) {
        const visibility = n % 3 === 1 ? 'private' : 'public'
        const terms = { clock: 'blitz', rated: true, visibility } as const
        await archive.store(finishedGame(playedRecord(seededRandom(n), 5 + n, { players, terms })))
      }
      const read = async (cursor?: string): Promise<ExportedGame[]> => {
        const page = await archive.export({ player, limit: 2, ...(cursor !== undefined && { cursor }) })
        return page.next === undefined ? page.games : [...page.games, ...(await read(page.next))]
      }
      const all = await read()
      expect(all.map(({ record }) => record.entries.length)).toEqual([13, 12, 10, 9, 7])
      for (const [index, { cursor, game, record }] of all.entries()) {
        expect(exportedGameSchema.safeParse(all[index]).error).toBeUndefined()
        expect(game).toEqual(await archive.get(game.id))
        expect(verifyRecord(record, game).every(({ ok }) => ok)).toBe(true)
        expect(await read(cursor)).toEqual(all.slice(index + 1))
      }
      const { cursor } = all[0]!
      const elsewhere = archive.export({ player, rated: true, limit: 2, cursor })
      await expect(elsewhere).rejects.toMatchObject({ code: 'bad-cursor' })
      expect(await archive.export({ player, rated: false, limit: 2 })).toEqual({ games: [] })
    })

    it('stores a shared victory without a winner', async () => {
      const game = someGame({ outcome: { winner: null, by: 'tie' } })
      await archive.store(game)
      expect((await archive.get(game.record.header.id))!.outcome).toEqual({ by: 'tie' })
    })

    it('stores names of any script as they were in the game', async () => {
      const players: FinishedGame['players'] = [newPlayer('Ἀσπασία 🦉'), newPlayer("O'Brien; DROP TABLE games")]
      const game = someGame({ players })
      await archive.store(game)
      expect((await archive.get(game.record.header.id))!.players).toEqual({ 0: players[0], 1: players[1] })
      expect((await archive.player(players[1].id))!.name).toBe(players[1].name)
    })

    it('answers null for unknown games and players', async () => {
      expect(await archive.get(newId())).toBeNull()
      expect(await archive.record(newId())).toBeNull()
      expect(await archive.player(newId())).toBeNull()
      expect(await archive.list(gamesOf(newId()))).toEqual({ games: [] })
    })

    it('stores a game once, however often and by however many callers at once it is stored', async () => {
      for (let round = 0; round < 20; round++) {
        const game = someGame()
        const results = await Promise.all(Array.from({ length: 10 }, () => patiently(() => archive.store(game))))
        expect(results.filter((result) => result === 'stored')).toHaveLength(1)
        expect(results.filter((result) => result === 'already')).toHaveLength(9)
        expect(await archive.store(game)).toBe('already')
        for (const { id } of game.players) {
          expect((await archive.list(gamesOf(id))).games).toHaveLength(1)
          expect((await archive.player(id))!.games).toBe(1)
        }
      }
    })

    it('stores many games in one step as it stores them one by one', async () => {
      const [a, b, c] = [newPlayer('Livia'), newPlayer('Gaius'), newPlayer('Titus')]
      const wonders = [{ seat: 0, wonder: 'the-colossus', constructed: true }] as const
      const games = [a, b, c].flatMap((first, n) =>
        [a, b, c]
          .filter((second) => second !== first)
          .map((second) => {
            const outcome = { winner: n % 2 ? 0 : 1, by: 'civilian' } as const
            const chat = [
              { number: 1, at: 5, from: first, seat: 0 as const, text: 'Good luck!', phrase: 'luck' as const },
            ]
            return someGame({ players: [first, second], outcome, wonders: [...wonders], chat, endedAt: 5000 + n })
          }),
      )
      // The same games with other ids and other players, one by one.
      const twins = new Map([a, b, c].map((player) => [player.id, newPlayer(player.name)]))
      const others = games.map((game) => {
        const players = game.players.map(({ id }) => twins.get(id)!) as FinishedGame['players']
        const chat = game.chat.map((line) => ({ ...line, from: twins.get(line.from.id)! }))
        return { ...someGame({ players, outcome: game.outcome, endedAt: game.endedAt }), wonders: game.wonders, chat }
      })
      expect(await archive.storeAll(games)).toEqual(games.map(() => 'stored'))
      for (const game of others) expect(await archive.store(game)).toBe('stored')
      for (const { id } of [a, b, c]) {
        const twin = twins.get(id)!.id
        expect(await archive.player(id)).toEqual({ ...(await archive.player(twin))!, id })
        expect(await archive.wonders(id)).toEqual(await archive.wonders(twin))
        for (const other of [a, b, c].filter((player) => player.id !== id)) {
          const balances = await Promise.all([
            archive.encounter(id, other.id, { limit: 1 }),
            archive.encounter(twin, twins.get(other.id)!.id, { limit: 1 }),
          ])
          expect(balances[0]!.balance).toEqual(balances[1]!.balance)
        }
      }
      for (const game of games) {
        expect((await archive.chat(game.record.header.id, { limit: 10 }))!.page.lines).toEqual(game.chat)
        expect(await archive.record(game.record.header.id)).toEqual(game.record)
      }
    })

    it('says of each game of a step whether it was stored already, and counts it once', async () => {
      const games = Array.from({ length: 4 }, () => someGame({ rated: true }))
      await archive.store(games[1]!)
      const step = [...games, games[2]!]
      expect(await archive.storeAll(step)).toEqual(['stored', 'already', 'stored', 'stored', 'already'])
      for (const { players } of games) expect((await archive.player(players[0].id))!.games).toBe(1)
      expect(await archive.storeAll([])).toEqual([])
    })

    it('stores all games of a step or none', async () => {
      const [first, second] = [someGame(), someGame({ rated: true })]
      const broken = { ...second, chat: [{ number: 2 ** 40, at: 1, from: second.players[0], text: 'salve' }] }
      await expect(archive.storeAll([first, broken])).rejects.toThrow()
      for (const { record, players } of [first, second]) {
        expect(await archive.get(record.header.id)).toBeNull()
        expect(await archive.player(players[0].id)).toBeNull()
      }
    })

    it('stores steps with the same players and games at the same time', async () => {
      const people = Array.from({ length: 6 }, (_, n) => newPlayer(`Player ${n}`))
      const games = Array.from({ length: 40 }, (_, n) =>
        someGame({ rated: n % 3 > 0, players: [people[n % 6]!, people[(n + 1 + (n % 5)) % 6]!], endedAt: 9000 + n }),
      )
      const steps = [0, 1, 2, 3].map((missing) => {
        const step = games.filter((_game, n) => n % 4 !== missing)
        return missing % 2 ? step : step.reverse()
      })
      const results = (await Promise.all(steps.map((step) => archive.storeAll(step)))).flat()
      expect(results.filter((result) => result === 'stored')).toHaveLength(40)
      for (const { id } of people) {
        const played = games.filter(({ players }) => players.some((player) => player.id === id))
        expect((await archive.player(id))!.games).toBe(played.length)
      }
    })

    it('stores many games of the same two players at once, whichever seats they had', async () => {
      const [a, b] = [newPlayer('Livia'), newPlayer('Gaius')]
      const games = Array.from({ length: 30 }, (_, n) => someGame({ players: n % 2 ? [a, b] : [b, a] }))
      expect(await Promise.all(games.map((game) => patiently(() => archive.store(game))))).toEqual(
        games.map(() => 'stored'),
      )
      expect((await archive.player(a.id))!.games).toBe(30)
    })

    it('stores a game wholly or not at all', async () => {
      const game = someGame()
      // The rows of the game and its seats are valid; the number of a chat line, which is inserted last, is too large.
      const from = game.players[0]
      const broken = { ...game, chat: [{ number: 2 ** 40, at: game.endedAt, from, text: 'salve' }] }
      await expect(archive.store(broken)).rejects.toThrow()
      expect(await archive.get(game.record.header.id)).toBeNull()
      expect(await archive.player(game.players[0].id)).toBeNull()
      expect(await archive.store(game)).toBe('stored')
    })

    it('counts what a player has won, lost and shared', async () => {
      const [me, other] = [newPlayer('Marcia'), newPlayer('Titus')]
      const ends = [0, 0, 1, null, 0, null, 0] as const
      for (const [n, winner] of ends.entries()) {
        const outcome = { winner, by: winner === null ? 'tie' : 'civilian' } as const
        await archive.store(someGame({ players: [me, other], outcome, endedAt: 5000 + n }))
      }
      const profile = await archive.player(me.id)
      expect(profile).toMatchObject({ id: me.id, name: 'Marcia', since: 5000, games: 7, won: 4, lost: 1, shared: 2 })
      expect(playerProfileSchema.safeParse(profile).error).toBeUndefined()
      expect(await archive.player(other.id)).toMatchObject({ won: 1, lost: 4, shared: 2 })
    })

    it('stores the terms of a game: kind, clock, rated or not, origin', async () => {
      const game = someGame({ rated: true, kind: 'agora', clock: 'correspondence-3', origin: 'queue' })
      await archive.store(game)
      const found = await archive.get(game.record.header.id)
      expect(found).toMatchObject({
        kind: 'agora',
        clock: 'correspondence-3',
        rated: true,
        origin: 'queue',
        ratings: { kind: 'agora-correspondence' },
      })
      expect(gameSchema.safeParse(found).error).toBeUndefined()
    })

    it('knows a deal by its first game and by every other one, with the public games on it, page by page', async () => {
      const first = someGame({ endedAt: 1_000_000 })
      const { id, seed, seedHash, rules } = first.record.header
      const again = (endedAt: number, listed = true): FinishedGame => {
        const { record, ...game } = someGame({ endedAt, listed })
        return { ...game, record: { ...record, header: { ...record.header, seed, seedHash, deal: id } } }
      }
      const others = [again(1_001_000), again(1_001_000), again(1_002_000)]
      const hidden = again(1_003_000, false)
      await archive.storeAll([first, ...others, hidden])
      for (const game of [first, ...others, hidden]) {
        expect(await archive.deal(game.record.header.id)).toMatchObject({ id, kind: 'base', seed, seedHash, rules })
      }
      const pages: string[] = []
      for (let cursor: string | undefined; pages.length < 9;) {
        const page = await archive.dealResults(others[0]!.record.header.id, { limit: 3, ...(cursor && { cursor }) })
        pages.push(page!.games.map((game) => game.id).join())
        cursor = page!.next
        if (cursor === undefined) break
      }
      const newestFirst = [first, ...others].sort(
        (a, b) => b.endedAt - a.endedAt || (a.record.header.id < b.record.header.id ? 1 : -1),
      )
      const ids = newestFirst.map(({ record }) => record.header.id)
      expect(pages).toEqual([ids.slice(0, 3).join(), ids[3]])
      expect(await archive.get(others[0]!.record.header.id)).toMatchObject({ deal: id })
      expect(await archive.get(id)).not.toHaveProperty('deal')
      expect(await archive.deal('nobody-has-this1')).toBeNull()
      expect(await archive.dealResults('nobody-has-this1', { limit: 3 })).toBeNull()
    })

    it('calls a player by the name of the latest game, in whatever order games are stored', async () => {
      const id = newId()
      const play = (name: string, endedAt: number) =>
        archive.store(someGame({ players: [{ id, name }, newPlayer('Gaius')], endedAt }))
      await play('second', 2000)
      await play('third', 3000)
      await play('first', 1000)
      expect(await archive.player(id)).toMatchObject({ name: 'third', since: 1000, games: 3 })
      const { games } = await archive.list(gamesOf(id))
      expect(games.map((game) => game.players[0].name)).toEqual(['third', 'second', 'first'])
    })

    it('shows lists in the documented shape, without seeds', async () => {
      const game = finishedGame(playedRecord())
      await archive.store(game)
      const page = await archive.list(gamesOf(game.players[0].id))
      expect(gamesPageSchema.safeParse(page).error).toBeUndefined()
      expect(JSON.stringify(page)).not.toContain(game.record.header.seed)
    })
  })
}
