import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '../../src/database/index.ts'
import { artifact } from './artifacts.ts'

/** All that an empty database in a folder depends on. */
const INPUTS = ['src/database', 'prisma', 'package-lock.json']

let made: Promise<string> | undefined

/**
 * Makes an empty database, as the first start of the server does, unless that was done before.
 * @returns its folder, which may be copied but not opened
 */
export function emptyHistory(): Promise<string> {
  made ??= artifact('history', INPUTS, make).then((folder) => join(folder, 'history'))
  return made
}

async function make(folder: string): Promise<void> {
  // A database has a lock, a socket, whose path may not be as long as that of an artifact.
  const parent = await mkdtemp(join(tmpdir(), 'curia-history-'))
  const dir = join(parent, 'history')
  try {
    await (await openDatabase({ dir }, pino({ level: 'silent' }))).close()
    cpSync(dir, join(folder, 'history'), { recursive: true })
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

/** Copies the empty database to a folder. */
export async function copyEmptyHistory(to: string): Promise<void> {
  // It has a thousand files: the asynchronous copy takes five times as much of the processor.
  cpSync(await emptyHistory(), to, { recursive: true })
}
