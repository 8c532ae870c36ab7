import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import { openNode } from '../support/accounts.ts'
import { copyEmptyHistory } from '../support/empty-history.ts'
import { quiet } from '../support/history.ts'
import { runCommand } from '../support/operator.ts'

it('the command gives an account of the embedded database the role, unless a server has the database open', async () => {
  const data = await mkdtemp(join(tmpdir(), 'curia-moderator-'))
  const dir = join(data, 'history')
  try {
    await copyEmptyHistory(dir)
    const database = await openDatabase({ dir }, quiet)
    const node = await openNode(database)
    const { player } = await node.player('Ada')
    const refused = await runCommand('moderator', { DATA_DIR: data }, 'Ada')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain(dir)
    await node.close()
    await database.close()

    const made = await runCommand('moderator', { DATA_DIR: data }, 'ada', '--why', 'runs the club')
    expect(made).toEqual({ code: 0, err: '', out: `In the embedded database in ${dir}: ada is a moderator now.\n` })
    const again = await openDatabase({ dir }, quiet)
    const [rows, account] = await again.use((db) =>
      Promise.all([db.measure.findMany(), db.account.findUnique({ where: { playerId: player.id } })]),
    )
    expect(rows).toMatchObject([{ type: 'appoint', playerId: player.id, moderatorId: null, why: 'runs the club' }])
    expect(account!.moderator).toBe(true)
    await again.close()

    const unknown = await runCommand('moderator', { DATA_DIR: data }, 'Bo')
    expect(unknown).toMatchObject({ code: 1, err: `In the embedded database in ${dir}: no account has the name Bo.\n` })
    const usage = await runCommand('moderator', { DATA_DIR: data })
    expect(usage).toMatchObject({ code: 2, out: '' })
    expect(usage.err).toMatch(/^Usage: npm run moderator/)
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})
