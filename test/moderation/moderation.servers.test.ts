import { expect, it } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import { openNode } from '../support/accounts.ts'
import { quiet } from '../support/history.ts'
import { inDatabases } from '../support/history-databases.ts'
import { runCommand } from '../support/operator.ts'
import { describeModeration } from './contract.ts'

describeModeration('Postgres', inDatabases)

it('the command gives an account in Postgres the role, while a server uses it', async () => {
  const places = await inDatabases()
  const place = await places.fresh()
  const database = await openDatabase(place, quiet)
  try {
    const node = await openNode(database)
    await node.player('Ada')
    if (!('databaseUrl' in place)) throw new Error('this is not Postgres')
    const environment = { DATABASE_URL: place.databaseUrl }
    const now = { code: 0, err: '', out: 'In Postgres (DATABASE_URL): Ada is a moderator now.\n' }
    expect(await runCommand('moderator', environment, 'Ada')).toEqual(now)
    expect(await database.use((db) => db.measure.count())).toBe(1)
    const dismissed = await runCommand('moderator', environment, 'Ada', '--dismiss')
    expect(dismissed.out).toBe('In Postgres (DATABASE_URL): Ada is no moderator now.\n')
    await node.close()
  } finally {
    await database.close()
    await places.end()
  }
})
