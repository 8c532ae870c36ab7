import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '../../src/database/index.ts'
import { artifact } from './artifacts.ts'

/** Everything that an empty database in a folder is made of. */
const INPUTS = ['src/database', 'prisma', 'package-lock.json']

let made: Promise<string> | undefined

/** An empty database of finished games, as the first start makes it. Returns its folder, which is for copies only. */
export const emptyHistory = (): Promise<string> => (made ??= artifact('history', INPUTS, make).then((folder) => join(folder, 'history')))

async function make(folder: string): Promise<void> {
  // The path of a database is limited by its lock, a socket.
  const parent = await mkdtemp(join(tmpdir(), 'curia-history-'))
  const dir = join(parent, 'history')
  try {
    await (await openDatabase({ dir }, pino({ level: 'silent' }))).close()
    cpSync(dir, join(folder, 'history'), { recursive: true })
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

/** Makes a folder that is such a database. */
export async function copyEmptyHistory(to: string): Promise<void> {
  // It has a thousand files: one by one they are copied in a fifth of the time that the asynchronous copy takes.
  cpSync(await emptyHistory(), to, { recursive: true })
}
