import { describe, expect, it } from 'vitest'
import { localLimiters } from '../../../src/limits/index.ts'
import { Blocks, BOT_TOKEN_MS, BotAccounts, MOST_BOTS } from '../../../src/players/index.ts'
import { accountExportSchema, botAccountSchema } from '../../../src/protocol/index.ts'
import type { Node } from '../../support/accounts.ts'
import { DAY_MS, HOME, PASSWORD } from '../../support/accounts.ts'
import type { World } from './world.ts'
import { SOON } from './world.ts'

/** Accounts for programs, and their personal tokens. */
export function bots(world: World): void {
  const opened = ({ tokens, sessions, accounts }: Node): BotAccounts =>
    new BotAccounts({ database: world.database, tokens, sessions, accounts, limiters: localLimiters })
  const begun = async () => {
    const node = await world.open()
    const owner = await node.player(world.newName())
    return { node, owner: owner.player, accounts: opened(node) }
  }

  describe('a bot account', () => {
    it('has the mark in its token, in what its owner reads, and where it is found', async () => {
      const { owner, accounts } = await begun()
      const name = world.newName()
      const before = Date.now()
      const issued = await accounts.create(owner, ` ${name} `)
      const bot = { id: issued.player.id, name, bot: true }
      expect(issued.player).toEqual(bot)
      const other = await world.open()
      expect(await other.sessions.authenticate(issued.token)).toMatchObject({ player: bot, account: true })
      expect(issued.expiresAt).toBeGreaterThanOrEqual(before - 1000 + BOT_TOKEN_MS)
      expect(await other.accounts.find({ name: name.toUpperCase() })).toEqual(bot)
      expect(await other.accounts.find({ player: bot.id })).toEqual(bot)
      const [listed, ...more] = await accounts.list(owner)
      expect(more).toEqual([])
      expect(botAccountSchema.parse(listed)).toMatchObject({ player: bot, token: { expiresAt: issued.expiresAt } })
      expect(JSON.stringify(listed)).not.toContain(issued.token)
    })

    it('has the mark in the list of those who block it', async () => {
      const { node, owner, accounts } = await begun()
      const [name, { player }] = [world.newName(), await node.player(world.newName())]
      const { id } = (await accounts.create(owner, name)).player
      const blocks = new Blocks(world.database)
      await blocks.block(player.id, id)
      const since = expect.any(Number) as number
      expect(await blocks.list(player.id)).toEqual([{ id, name, bot: true, since }])
    })

    it('has a name that no other account has, and no guest gets', async () => {
      const { node, owner, accounts } = await begun()
      const name = world.newName()
      await accounts.create(owner, name)
      await world.refused(accounts.create(owner, name.toLowerCase()), 'name-taken')
      await world.refused(accounts.create(owner, owner.name), 'name-taken')
      await world.refused(accounts.create(owner, ' '), 'name-invalid')
      await world.refused(node.accounts.newGuest(name), 'name-taken')
      await world.refused(node.player(name), 'name-taken')
      const twice = world.newName()
      expect(await world.codes([1, 2].map(() => accounts.create(owner, twice)))).toEqual(['name-taken', 'ok'])
    })

    it('belongs to an account: neither guests nor bots have any, and nobody else sees or changes it', async () => {
      const { node, owner, accounts } = await begun()
      const [guest, stranger] = [await node.guest(), await node.player(world.newName())]
      const { player: bot, ...token } = await accounts.create(owner, world.newName())
      await world.refused(accounts.create(guest.player, world.newName()), 'account-needed')
      await world.refused(accounts.list(guest.player), 'account-needed')
      await world.refused(accounts.create(bot, world.newName()), 'not-for-bots')
      expect(await accounts.list(stranger.player)).toEqual([])
      await world.refused(accounts.replaceToken(stranger.player, bot.id), 'unknown-player')
      await world.refused(accounts.revokeToken(stranger.player, bot.id), 'unknown-player')
      await world.refused(accounts.delete(stranger.player, bot.id), 'unknown-player')
      await world.refused(accounts.delete(owner, owner.id), 'unknown-player')
      expect(await node.refusal(token)).toBe('')
    })

    it('is one of at most ten, also when several are created at once', async () => {
      const { owner, accounts } = await begun()
      const attempts = Array.from({ length: MOST_BOTS + 2 }, () => accounts.create(owner, world.newName()))
      const refused = Array.from({ length: 2 }, () => 'limit-reached')
      expect(await world.codes(attempts)).toEqual([...refused, ...Array.from({ length: MOST_BOTS }, () => 'ok')])
      const [first] = await accounts.list(owner)
      await accounts.delete(owner, first!.player.id)
      await accounts.create(owner, first!.player.name)
      expect(await accounts.list(owner)).toHaveLength(MOST_BOTS)
    })

    it('has no password', async () => {
      const { node, owner, accounts } = await begun()
      const bot = await accounts.create(owner, world.newName())
      await world.refused(node.logIn(bot.player.name), 'login-failed')
      const change = { current: PASSWORD, next: PASSWORD }
      await world.refused(node.accounts.changePassword(bot, change), 'not-for-bots')
      await world.refused(node.accounts.requirePassword(bot.player, PASSWORD), 'not-for-bots')
      const claimed = { name: world.newName(), password: PASSWORD }
      await world.refused(node.accounts.claim(bot, claimed, HOME), 'account-exists')
    })

    it('is deleted with its owner, who finds it in their data until then', async () => {
      const { node, owner, accounts } = await begun()
      const [one, other] = [
        await accounts.create(owner, world.newName()),
        await accounts.create(owner, world.newName()),
      ]
      const data = accountExportSchema.parse(await node.accounts.export(owner.id))
      expect(data.bots!.map(({ player }) => player)).toEqual([one.player, other.player])
      expect(accountExportSchema.parse(await node.accounts.export(one.player.id))).toMatchObject({ owner: owner.id })
      expect((await accounts.ids(owner)).sort()).toEqual([one.player.id, other.player.id].sort())
      await node.accounts.delete(owner.id)
      for (const token of [one, other]) expect(await node.refusal(token)).toBe('token-revoked')
      expect(await node.accounts.find({ player: one.player.id })).toBeNull()
      expect((await node.guest(one.player.name)).player.name).toBe(one.player.name)
    })
  })

  describe('a personal token', () => {
    it('is replaced and revoked by the owner, on every node, and cannot renew itself', async () => {
      const { node, owner, accounts } = await begun()
      const other = await world.open()
      const first = await accounts.create(owner, world.newName())
      const { id } = first.player
      await world.refused(node.sessions.renew(first, HOME), 'not-for-bots')
      const second = await accounts.replaceToken(owner, id)
      expect(second.player).toEqual(first.player)
      expect(await node.refusal(first)).toBe('token-revoked')
      await expect.poll(() => other.refusal(first), SOON).toBe('token-revoked')
      expect(await other.refusal(second)).toBe('')
      await accounts.revokeToken(owner, id)
      await accounts.revokeToken(owner, id)
      expect(await node.refusal(second)).toBe('token-revoked')
      expect(await accounts.list(owner)).toEqual([{ player: first.player, createdAt: expect.any(Number) as number }])
      const third = await accounts.replaceToken(owner, id)
      expect(await node.refusal(third)).toBe('')
    })

    it('is the only one of a bot, also when it is replaced twice at once', async () => {
      const { node, owner, accounts } = await begun()
      const { player } = await accounts.create(owner, world.newName())
      const both = await Promise.all([accounts.replaceToken(owner, player.id), accounts.replaceToken(owner, player.id)])
      const answers = await Promise.all(both.map((token) => node.refusal(token)))
      expect(answers.sort()).toEqual(['', 'token-revoked'])
    })

    it('is refused for as long as it would have been valid', async () => {
      const { owner, accounts } = await begun()
      const { player, session, expiresAt } = await accounts.create(owner, world.newName())
      await accounts.revokeToken(owner, player.id)
      const row = await world.database.use((db) => db.revocation.findUniqueOrThrow({ where: { session } }))
      expect(row.expiresAt.getTime()).toBeGreaterThanOrEqual(expiresAt)
    })

    it('ends when its owner is banned', async () => {
      const { node, owner, accounts } = await begun()
      const token = await accounts.create(owner, world.newName())
      node.sessions.ended(
        await world.database.write((db) => db.$transaction((tx) => node.sessions.endAll(tx, owner.id))),
      )
      expect(await node.refusal(token)).toBe('token-revoked')
    })

    it('is issued only so often in a day', async () => {
      const { owner, accounts } = await begun()
      const { player } = await accounts.create(owner, world.newName())
      for (let issued = 1; issued < 20; issued += 1) await accounts.replaceToken(owner, player.id)
      await expect(accounts.replaceToken(owner, player.id)).rejects.toMatchObject({
        code: 'rate-limited',
        details: { retryAfterMs: expect.any(Number) as number },
      })
      await world.refused(accounts.create(owner, world.newName()), 'rate-limited')
      await accounts.revokeToken(owner, player.id)
    })

    it('of an expired session is not shown as valid', async () => {
      const { owner, accounts } = await begun()
      const { player, session } = await accounts.create(owner, world.newName())
      const expired = { where: { id: session }, data: { expiresAt: new Date(Date.now() - DAY_MS) } }
      await world.database.write((db) => db.session.update(expired))
      expect(await accounts.list(owner)).toEqual([{ player, createdAt: expect.any(Number) as number }])
    })
  })
}
