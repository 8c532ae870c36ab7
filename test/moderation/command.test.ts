import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { ownDataSchema } from '../../src/protocol/index.ts'
import type { Node } from '../support/accounts.ts'
import { openNode, PASSWORD } from '../support/accounts.ts'
import { copyEmptyHistory } from '../support/empty-history.ts'
import { quiet } from '../support/history.ts'
import { runCommand } from '../support/operator.ts'

const OTHER = 'another password altogether'
const AWAY = { address: '203.0.113.2', label: 'Away' }

let data: string
let dir: string
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'curia-account-'))
  dir = join(data, 'history')
  await copyEmptyHistory(dir)
})
afterAll(() => rm(data, { recursive: true, force: true }))

const run = (...args: string[]) => runCommand('account', { DATA_DIR: data, PORT: '4321' }, ...args)

/** Does something while a server has the database open. */
async function served<T>(work: (node: Node, database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dir }, quiet)
  const node = await openNode(database)
  try {
    return await work(node, database)
  } finally {
    await node.close()
    await database.close()
  }
}
const measures = (database: Database) =>
  database.use((db) =>
    db.measure.findMany({
      orderBy: { number: 'asc' },
      select: { type: true, playerId: true, moderatorId: true, why: true },
    }),
  )

it('the command gives an account of the embedded database the role, unless a server has the database open', async () => {
  const player = await served(async (node) => {
    const { player } = await node.player('Ada')
    const refused = await run('Ada', '--moderator')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain(dir)
    return player
  })
  const made = await run('ada', '--moderator', '--why', 'runs the club')
  expect(made).toEqual({ code: 0, err: '', out: `In the embedded database in ${dir}: ada is a moderator now.\n` })
  await served(async (_node, database) => {
    const appointed = { type: 'appoint', playerId: player.id, moderatorId: null, why: 'runs the club' }
    expect(await measures(database)).toEqual([appointed])
    const account = await database.use((db) => db.account.findUnique({ where: { playerId: player.id } }))
    expect(account!.moderator).toBe(true)
  })
})

it('the command makes a reset link, also for a moderator, and the audit log has it without its secret', async () => {
  const { code, out, err } = await run('ADA', '--reset')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [, token] = /^http:\/\/localhost:4321\/reset#([\w-]{43})\n$/.exec(out)!
  await served(async (node, database) => {
    expect((await measures(database)).at(-1)).toMatchObject({
      type: 'reset',
      moderatorId: null,
      why: 'by the operator',
    })
    expect(JSON.stringify(await database.use((db) => db.reset.findMany()))).not.toContain(token)
    const { player } = await node.accounts.waysBack.reset({ token: token!, password: OTHER }, AWAY)
    expect(player.name).toBe('Ada')
    await expect(node.logIn('Ada', PASSWORD)).rejects.toMatchObject({ code: 'login-failed' })
  })
  const at = await runCommand('account', { DATA_DIR: data, PUBLIC_URL: 'https://curia.example.org' }, 'Ada', '--reset')
  expect(at.out).toMatch(/^https:\/\/curia\.example\.org\/reset#/)
})

it('the command prints what is stored of a player, and changes nothing', async () => {
  const { code, out } = await run('Ada', '--export')
  expect(code).toBe(0)
  const { player, account } = ownDataSchema.parse(JSON.parse(out))
  expect(player.name).toBe('Ada')
  expect(account).toMatchObject({ recoveryCodes: { left: 10 }, sessions: [{ via: 'reset' }] })
  expect(await served((_node, database) => measures(database))).toHaveLength(3)
})

it('the command deletes an account with its sessions, and its name is free', async () => {
  const token = await served((node) => node.logIn('Ada', OTHER))
  const deleted = await run('Ada', '--delete', '--why', 'they asked for it')
  expect(deleted).toEqual({
    code: 0,
    err: '',
    out: `In the embedded database in ${dir}: the account Ada is deleted.\n`,
  })
  await served(async (node, database) => {
    const { id } = token.player
    expect((await measures(database)).at(-1)).toMatchObject({ type: 'delete', playerId: id, why: 'they asked for it' })
    expect(await node.refusal(token)).toBe('banned')
    expect(await node.accounts.export(id)).toBeNull()
    await expect(node.player('Ada')).resolves.toBeDefined()
  })
})

it('the command says what it does not understand, and what is not there', async () => {
  for (const action of ['--moderator', '--reset', '--delete', '--export']) {
    const unknown = await run('Bo', action)
    expect(unknown).toMatchObject({ code: 1, err: `In the embedded database in ${dir}: no account has the name Bo.\n` })
  }
  const wrong = [[], ['Ada'], ['--reset'], ['Ada', 'Bo', '--reset'], ['Ada', '--reset', '--delete']]
  for (const args of [...wrong, ['Ada', '--reset', '--dismiss'], ['Ada', '--reset', '--why', ' ']]) {
    const usage = await run(...args)
    expect(usage).toMatchObject({ code: 2, out: '' })
    expect(usage.err).toMatch(/^Usage: npm run account/)
  }
})
