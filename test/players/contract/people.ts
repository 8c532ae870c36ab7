import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Blocks, Directory, Follows, nameKey } from '../../../src/players/index.ts'
import { accountExportSchema, HOUSE_BOTS, MOST_FOLLOWED, SEARCH } from '../../../src/protocol/index.ts'
import { countCharacters } from '../../../src/text/index.ts'
import { repeats } from '../../support/drawn.ts'
import { newPlayer } from '../../support/players.ts'
import type { World } from './world.ts'

/** How accounts find each other, and follow each other. */
export function people(world: World): void {
  const follows = (): Follows => new Follows(world.database)
  const blocks = (): Blocks => new Blocks(world.database)
  const search = (name: string, caller: string | null = null, limit: number = SEARCH.most) =>
    new Directory(world.database).search({ name, limit }, caller)
  /** Accounts, as they are in the database. */
  const store = async (names: readonly string[], ownerId: string | null = null): Promise<string[]> => {
    const data = names.map((name) => ({
      ...{ playerId: newPlayer(name).id, name, nameKey: nameKey(name), createdAt: new Date() },
      ...(ownerId === null ? { passwordHash: 'none' } : { ownerId }),
    }))
    await world.database.write((db) => db.account.createMany({ data }))
    return data.map(({ playerId }) => playerId)
  }

  describe('the search for accounts', () => {
    it('finds those whose names begin like this, in any spelling, and no others', async () => {
      const names = ['Zoë%Ω', 'Zoë%', 'ZOË_x', 'Zoë Ω', 'Zoëß', 'zoe', 'Ｚoa', 'Zoë\\', 'Straße Z', '東京 Z', '東京']
      await store(names)
      const beginnings = fc
        .tuple(fc.constantFrom(...names), fc.nat(7), fc.boolean())
        .map(([name, length, capitals]) => {
          const beginning = Array.from(name).slice(0, length).join('').trim()
          return capitals ? beginning.toUpperCase() : beginning
        })
      const known = beginnings.filter((beginning) => countCharacters(nameKey(beginning)) >= SEARCH.least)
      await fc.assert(
        fc.asyncProperty(known, async (beginning) => {
          const found = (await search(beginning)).map(({ name }) => name)
          const expected = names.filter((name) => nameKey(name).startsWith(nameKey(beginning)))
          expect(found.filter((name) => names.includes(name)).sort()).toEqual(expected.sort())
        }),
        { numRuns: repeats(60) },
      )
    })

    it('finds as many as are wanted, the shortest name first, and marks bots', async () => {
      const [owner] = await store(['Quintus'])
      const [bot] = await store(['Quintus 1'], owner)
      await store(['Quintus 11', 'quintus 10'])
      expect(await search('QUINTUS', null, 3)).toEqual([
        { id: owner, name: 'Quintus' },
        { id: bot, name: 'Quintus 1', bot: true },
        { id: expect.any(String) as string, name: 'quintus 10' },
      ])
    })

    it('needs two characters that a name can have', async () => {
      for (const name of ['q', ' q ', 'Ｑ', '東']) await world.refused(search(name), 'bad-request')
      for (const name of ['', ' ', '\u202Eqq', 'q'.repeat(25)]) await world.refused(search(name), 'name-invalid')
    })

    it('leaves out whoever blocks the caller, and finds others in their place', async () => {
      const ids = await store(['Varro', 'Varro 1', 'Varro 2', 'Varro 3'])
      const [ada, bo, cleo, dido] = ids as [string, string, string, string]
      const guest = newPlayer('Gus').id
      for (const blocked of [dido, guest]) await blocks().block(ada, blocked)
      const found = async (caller: string | null) => (await search('varro', caller, 2)).map(({ id }) => id)
      for (const caller of [dido, guest]) expect(await found(caller)).toEqual([bo, cleo])
      for (const caller of [null, ada, bo]) expect(await found(caller)).toEqual([ada, bo])
      await blocks().unblock(ada, guest)
      expect(await found(guest)).toEqual([ada, bo])
    })
  })

  describe('the players whom an account follows', () => {
    it('are listed, and vanish with their accounts', async () => {
      const node = await world.open()
      const names = [world.newName(), world.newName()] as const
      const [ada, bo] = [await node.player(names[0]), await node.player(names[1])]
      const [other] = await store([world.newName()])
      const list = async (): Promise<string[]> => (await follows().list(ada.player.id)).map(({ id }) => id)
      expect(await list()).toEqual([])
      for (const id of [bo.player.id, other!, bo.player.id]) await follows().follow(ada.player.id, id)
      expect((await list()).sort()).toEqual([bo.player.id, other].sort())
      expect(await follows().list(ada.player.id)).toContainEqual({
        id: bo.player.id,
        name: names[1],
        since: expect.any(Number) as number,
      })
      expect(await follows().list(bo.player.id)).toEqual([])
      await follows().unfollow(ada.player.id, other!)
      await follows().unfollow(ada.player.id, other!)
      expect(await list()).toEqual([bo.player.id])
      const { following } = accountExportSchema.parse(await node.accounts.export(ada.player.id))
      expect(following).toMatchObject([{ id: bo.player.id, name: names[1] }])
      await node.accounts.delete(bo.player.id)
      expect(await list()).toEqual([])
    })

    it('are forgotten with the account', async () => {
      const node = await world.open()
      const { player } = await node.player(world.newName())
      const [other] = await store([world.newName()])
      await follows().follow(player.id, other!)
      await node.accounts.delete(player.id)
      expect(await world.database.use((db) => db.follow.count({ where: { playerId: player.id } }))).toBe(0)
    })

    it('are other accounts', async () => {
      const [ada] = await store([world.newName()])
      const guest = newPlayer('Gus').id
      await world.refused(follows().follow(ada!, guest), 'unknown-player')
      await world.refused(follows().follow(ada!, HOUSE_BOTS.club.id), 'unknown-player')
      await world.refused(follows().follow(ada!, ada!), 'bad-request')
      await world.refused(follows().follow(guest, ada!), 'account-needed')
      await world.refused(follows().list(guest), 'account-needed')
      await follows().unfollow(guest, ada!)
    })

    it('are unknown to whom they block, also while both requests go on', async () => {
      const [ada, bo] = (await store([world.newName(), world.newName()])) as [string, string]
      const list = async (): Promise<string[]> => (await follows().list(bo)).map(({ id }) => id)
      await follows().follow(bo, ada)
      await follows().follow(ada, bo)
      await blocks().block(ada, bo)
      expect(await list()).toEqual([])
      await world.refused(follows().follow(bo, ada), 'unknown-player')
      expect((await follows().list(ada)).map(({ id }) => id)).toEqual([bo])
      for (let times = 0; times < 10; times += 1) {
        await blocks().unblock(ada, bo)
        await Promise.allSettled([follows().follow(bo, ada), blocks().block(ada, bo), follows().follow(ada, bo)])
        expect(await list()).toEqual([])
      }
    })

    it('have a bound, also when many are followed at once', async () => {
      const [ada] = await store([world.newName()])
      const others = await store(Array.from({ length: MOST_FOLLOWED + 3 }, () => world.newName()))
      const data = others.slice(0, -5).map((followed) => ({ playerId: ada!, followed, since: new Date() }))
      await world.database.write((db) => db.follow.createMany({ data }))
      const attempts = others.slice(-5).map((followed) => follows().follow(ada!, followed))
      expect(await world.codes(attempts)).toEqual(['limit-reached', 'limit-reached', 'limit-reached', 'ok', 'ok'])
      expect(await follows().list(ada!)).toHaveLength(MOST_FOLLOWED)
      await follows().follow(ada!, others[0]!)
    })
  })
}
