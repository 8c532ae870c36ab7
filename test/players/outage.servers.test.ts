import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import type { Node } from '../support/accounts.ts'
import { HOME, openNode, PASSWORD } from '../support/accounts.ts'
import { quiet } from '../support/history.ts'
import type { Postgres } from '../support/postgres.ts'
import { startPostgres } from '../support/postgres.ts'

const unavailable = { code: 'unavailable' }
const SOON = { timeout: 60_000 }

describe('Accounts whose PostgreSQL server is away', () => {
  let server: Postgres
  let database: Database
  let node: Node
  const lines: string[] = []
  const warnings = (): string[] => lines.filter((line) => line.includes('sessions'))

  beforeAll(async () => {
    server = await startPostgres()
    database = await openDatabase({ databaseUrl: server.url }, quiet)
    node = await openNode(database, { log: pino({}, { write: (line) => void lines.push(line) }) })
  })
  afterAll(async () => {
    await node.close()
    await database.close()
    await server.destroy()
  })

  it('accept valid tokens and refuse revoked ones; nothing is claimed, begun, renewed or ended', async () => {
    const [ada, bo] = [await node.player('Ada'), await node.player('Bo')]
    await node.sessions.logOut(bo)
    await server.stop()

    const cy = await node.guest('Cy')
    const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject(unavailable)
    await Promise.all([
      refused(node.accounts.claim(cy, { name: 'Cy', password: PASSWORD }, HOME)),
      refused(node.logIn('Ada')),
      refused(node.accounts.changePassword(ada, { current: PASSWORD, next: 'another password' })),
      refused(node.accounts.delete(ada.player.id)),
      refused(node.accounts.export(ada.player.id)),
      refused(node.sessions.renew(ada, HOME)),
      refused(node.sessions.renew(cy, HOME)),
      refused(node.sessions.list(ada)),
      refused(node.sessions.revoke(ada, ada.session)),
      refused(node.sessions.revokeOthers(ada)),
      refused(node.sessions.logOut(cy)),
    ])
    for (const good of [ada, cy]) expect(await node.refusal(good)).toBe('')
    expect(await node.refusal(bo)).toBe('token-revoked')
    // The token of an account says that there is one; a guest may have claimed a name with another token.
    await node.sessions.requireAccount(ada.player)
    await refused(node.sessions.requireAccount(cy.player))
    await expect.poll(warnings, SOON).toHaveLength(1)

    await server.start()
    await vi.waitFor(() => node.sessions.logOut(ada), { ...SOON, interval: 100 })
    expect(await node.refusal(ada)).toBe('token-revoked')
    await expect.poll(warnings, SOON).toHaveLength(2)
  })

  it('are read when the server is back, by a node that started without it', async () => {
    const dee = await node.guest('Dee')
    await node.sessions.logOut(dee)
    await server.stop()
    const lateDatabase = await openDatabase({ databaseUrl: server.url }, quiet)
    const late = await openNode(lateDatabase)
    try {
      expect(await late.refusal(dee)).toBe('')
      await server.start()
      await expect.poll(() => late.refusal(dee), SOON).toBe('token-revoked')
    } finally {
      await late.close()
      await lateDatabase.close()
    }
  })
})
