import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Archive, FinishedGame } from '../../../src/history/index.ts'
import { finishedGame } from '../../../src/history/index.ts'
import type { ChatLine, PlayerRef } from '../../../src/protocol/index.ts'
import { gamesQuerySchema, ownGameSchema } from '../../../src/protocol/index.ts'
import { foldRecord, verifyRecord } from '../../../src/record/index.ts'
import { playedRecord, someGame } from '../../support/finished.ts'
import type { Places } from '../../support/history.ts'
import { Archives, patiently } from '../../support/history.ts'
import { newPlayer } from '../../support/players.ts'
import { seededRandom } from '../../support/random.ts'

const START = 1_700_000_000_000
const DELETED = { name: 'Deleted player', text: '(deleted)' }

const line = (number: number, from: PlayerRef, text: string): ChatLine => ({
  number,
  at: START + number,
  from,
  seat: 0,
  text,
})

/** The contract of a history for chat, for a player's own data and for its deletion, for every database. */
export function describeOwnData(where: string, prepare: () => Promise<Places>): void {
  describe(`chat and players' own data in a history in ${where}`, () => {
    let archives: Archives
    let archive: Archive
    beforeAll(async () => {
      archives = new Archives(await prepare())
      archive = await archives.fresh()
    })
    afterAll(() => archives.end())

    type Page<One> = { items: One[]; next?: string | undefined }
    const pagesOf = async <One>(read: (cursor: { cursor?: string }) => Promise<Page<One>>): Promise<One[]> => {
      const all: One[] = []
      for (let cursor: string | undefined; ;) {
        const { items, next } = await read(cursor === undefined ? {} : { cursor })
        all.push(...items)
        if (next === undefined) return all
        cursor = next
      }
    }
    const chatOf = (id: string, limit = 100): Promise<ChatLine[]> =>
      pagesOf(async (cursor) => {
        const { page } = (await archive.chat(id, { limit, ...cursor }))!
        return { items: page.lines, next: page.next }
      })
    const ownGames = (player: string, limit = 100) =>
      pagesOf(async (cursor) => {
        const { games, next } = await archive.ownGames(player, { limit, ...cursor })
        return { items: games, next }
      })
    /** Everything that the history shows of a player's games, and of the player's opponents. */
    const allOf = async ({ id }: PlayerRef, games: readonly FinishedGame[]): Promise<string> => {
      const list = gamesQuerySchema.parse({ player: id, limit: 100 })
      const all: unknown[] = [await archive.player(id), await archive.list(list), await ownGames(id)]
      for (const { record } of games) {
        const { id: game } = record.header
        all.push(await archive.find(game), await archive.past(game), await archive.record(game))
        all.push(await archive.get(game), await archive.chat(game, { limit: 100 }))
      }
      for (const player of new Set(games.flatMap(({ players }) => players.map((one) => one.id)))) {
        all.push(
          await archive.encounter(id, player, { limit: 100 }),
          await archive.encounter(player, id, { limit: 100 }),
        )
        all.push(await archive.ratingHistory(player, 'base-real-time', { limit: 100 }))
      }
      return JSON.stringify(all)
    }

    it('store the chat of a game, and add the lines after its end, each line once', async () => {
      const game = someGame()
      const [livia, gaius] = game.players
      const lines = [line(1, livia, 'salve'), line(2, gaius, 'salve!'), line(3, livia, 'bene lusisti')]
      const id = game.record.header.id
      expect(await archive.store({ ...game, chat: lines.slice(0, 1) })).toBe('stored')
      expect(await chatOf(id)).toEqual(lines.slice(0, 1))
      await Promise.all(
        [lines, lines.slice(0, 2), lines].map((chat) => patiently(() => archive.store({ ...game, chat }))),
      )
      expect(await chatOf(id)).toEqual(lines)
      expect(await chatOf(id, 1)).toEqual(lines)
      // The live store has dropped the oldest lines; the history has not.
      await archive.store({ ...game, chat: [...lines.slice(2), line(4, gaius, 'vale')] })
      expect((await chatOf(id)).map(({ number }) => number)).toEqual([1, 2, 3, 4])
    })

    it('give a player all of their games whole, with their own chat lines, on pages of any size', async () => {
      const [livia, gaius] = [newPlayer('Livia'), newPlayer('Gaius')]
      const games = Array.from({ length: 5 }, (_, n) => ({
        ...finishedGame(playedRecord(seededRandom(n), n * 10 + 1, { players: [livia, gaius] })),
        chat: [line(1, livia, 'mine'), line(2, gaius, 'theirs')],
      }))
      for (const game of games) await archive.store(game)
      const all = await ownGames(livia.id)
      expect(await ownGames(livia.id, 2)).toEqual(all)
      expect(new Set(all.map(({ game }) => game.id))).toEqual(new Set(games.map(({ record }) => record.header.id)))
      for (const one of all) {
        expect(ownGameSchema.safeParse(one).error).toBeUndefined()
        expect(one.game).toEqual(await archive.get(one.game.id))
        expect(one.record).toEqual(games.find(({ record }) => record.header.id === one.game.id)!.record)
        expect(one.said.map(({ text }) => text)).toEqual(['mine'])
      }
    })

    it('name a deleted player nowhere, but retain games, results and the ratings of opponents', async () => {
      const deleted = newPlayer('Very Secret Name')
      const others = [newPlayer('Livia'), newPlayer('Gaius')]
      const terms = { clock: 'blitz', rated: true, visibility: 'public' } as const
      // More games than are rewritten at a time; as the host, and as the player who joined.
      const games = Array.from({ length: 60 }, (_, n) => {
        const players: FinishedGame['players'] =
          n % 2 ? [deleted, others[n % 3 ? 0 : 1]!] : [others[n % 3 ? 0 : 1]!, deleted]
        const game = finishedGame(playedRecord(seededRandom(n), 12, { players, terms }))
        return {
          ...game,
          endedAt: START + n,
          chat: [
            { ...line(1, deleted, 'my very secret words'), phrase: 'luck' as const },
            line(2, others[0]!, 'public words'),
          ],
        }
      })
      for (const game of games) await archive.store(game)
      const before = await allOf(deleted, games)
      expect(before).toContain('Very Secret Name')
      expect(before).toContain('"phrase":"luck"')
      const profiles = await Promise.all(others.map(({ id }) => archive.player(id)))

      await archive.forget(deleted.id)
      const after = await allOf(deleted, games)
      expect(after).not.toMatch(/very secret/i)
      // Nothing else has changed.
      const expected = before
        .replaceAll('Very Secret Name', DELETED.name)
        .replaceAll('my very secret words', DELETED.text)
        .replaceAll(',"phrase":"luck"', '')
      expect(JSON.parse(after)).toEqual(JSON.parse(expected))
      expect(await Promise.all(others.map(({ id }) => archive.player(id)))).toEqual(profiles)
      for (const { record } of games) {
        const found = (await archive.record(record.header.id))!
        const { outcome, scores } = (await archive.get(record.header.id))!
        expect(verifyRecord(found, { outcome, scores }).filter(({ ok }) => !ok)).toEqual([])
        expect(foldRecord(found).state).toEqual(foldRecord(record).state)
      }
      await archive.forget(deleted.id)
      expect(JSON.parse(await allOf(deleted, games))).toEqual(JSON.parse(after))
    })

    it('name a deleted player neither in games that are stored later nor in later chat lines', async () => {
      const [deleted, other] = [newPlayer('Very Secret Name'), newPlayer('Livia')]
      const games = Array.from({ length: 4 }, (_, n) => ({
        ...finishedGame(playedRecord(seededRandom(n), 5, { players: n % 2 ? [deleted, other] : [other, deleted] })),
        chat: [{ ...line(1, deleted, 'my very secret words'), phrase: 'luck' as const }],
      }))
      const [stored, ...later] = games
      await archive.store(stored!)
      await archive.forget(deleted.id)
      for (const game of later) expect(await archive.store(game)).toBe('stored')
      await archive.store({ ...stored!, chat: [...stored!.chat, line(2, deleted, 'more very secret words')] })
      const all = await allOf(deleted, games)
      expect(all).not.toMatch(/very secret|phrase/i)
      expect(all).toContain('Livia')
      expect(await archive.player(deleted.id)).toMatchObject({ name: DELETED.name, games: 4 })
    })

    it('do not name a player who was deleted before a first game, neither then nor in later games', async () => {
      const game = someGame({ players: [newPlayer('Very Secret Name'), newPlayer('Livia')] })
      const [deleted] = game.players
      await archive.forget(deleted.id)
      expect(await archive.player(deleted.id)).toBeNull()
      await archive.store(game)
      expect(await allOf(deleted, [game])).not.toMatch(/very secret/i)
      expect(await archive.player(deleted.id)).toMatchObject({ name: DELETED.name, since: game.endedAt, games: 1 })
    })

    it('name neither of two players who are deleted at once', async () => {
      for (let round = 0; round < 4; round++) {
        const players: FinishedGame['players'] = [newPlayer('Very Secret Name'), newPlayer('Very Secret Name, too')]
        const games = Array.from({ length: 40 }, (_, n) => someGame({ players, endedAt: START + n }))
        for (const game of games) await archive.store(game)
        await Promise.all(players.map(({ id }) => archive.forget(id)))
        expect(JSON.stringify(await ownGames(players[0].id))).not.toMatch(/very secret/i)
      }
    })

    it('do not name a player who is deleted while games of that player are being stored', async () => {
      for (let round = 0; round < 6; round++) {
        const players: FinishedGame['players'] = [newPlayer('Very Secret Name'), newPlayer('Very Secret Name, too')]
        const games = Array.from({ length: 12 }, (_, n) => ({
          ...someGame({ players, rated: n % 2 === 0, endedAt: START + n }),
          chat: [line(1, players[0], 'very secret'), line(2, players[1], 'very secret, too')],
        }))
        const work = [
          ...games.map((game) => () => archive.store(game)),
          ...players.map(
            ({ id }) =>
              () =>
                archive.forget(id),
          ),
        ]
        const random = seededRandom(round)
        const shuffled = work.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at)
        await Promise.all(shuffled.map(({ one }) => one()))
        expect(await allOf(players[0], games)).not.toMatch(/very secret/i)
        for (const { id } of players) expect(await archive.player(id)).toMatchObject({ name: DELETED.name, games: 12 })
      }
    })
  })
}
