import { expect, it } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import { openNode } from '../support/accounts.ts'
import { quiet } from '../support/history.ts'
import { inDatabases } from '../support/history-databases.ts'
import { runCommand } from '../support/operator.ts'
import { describeModeration } from './contract.ts'

describeModeration('Postgres', inDatabases)

it('the command changes an account in Postgres while a server uses it, which learns of it', async () => {
  const places = await inDatabases()
  const place = await places.fresh()
  const database = await openDatabase(place, quiet)
  try {
    const node = await openNode(database)
    await node.player('Ada')
    if (!('databaseUrl' in place)) throw new Error('this is not Postgres')
    const environment = { DATABASE_URL: place.databaseUrl }
    const now = { code: 0, err: '', out: 'In Postgres (DATABASE_URL): Ada is a moderator now.\n' }
    expect(await runCommand('account', environment, 'Ada', '--moderator')).toEqual(now)
    expect(await database.use((db) => db.measure.count())).toBe(1)
    const dismissed = await runCommand('account', environment, 'Ada', '--moderator', '--dismiss')
    expect(dismissed.out).toBe('In Postgres (DATABASE_URL): Ada is no moderator now.\n')

    const bo = await node.player('Bo')
    const expelled = new Set<string>()
    node.sessions.sanctions.subscribe({ banned: (players) => players.forEach((id) => expelled.add(id)) })
    expect((await runCommand('account', environment, 'Bo', '--delete')).code).toBe(0)
    // The node removes the player from what they take part in, and accepts none of their tokens.
    await expect.poll(() => [...expelled], { timeout: 60_000 }).toEqual([bo.player.id])
    expect(await node.refusal(bo)).toBe('banned')
    await node.close()
  } finally {
    await database.close()
    await places.end()
  }
})
