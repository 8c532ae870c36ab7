import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEmbedded } from '../../src/database/embedded/index.ts'
import type { PostgresThread } from '../../src/database/embedded/remote.ts'
import { startPostgres } from '../../src/database/embedded/remote.ts'
import { isOutage } from '../../src/database/faults.ts'
import type { Server } from '../../src/database/server.ts'

describe('The embedded Postgres', () => {
  let dir: string
  let server: Server
  let threads: PostgresThread[]
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'curia-postgres-'))
    threads = []
    server = await openEmbedded(dir, (folder) => {
      const thread = startPostgres(folder)
      threads.push(thread)
      return thread
    })
  })
  afterEach(async () => {
    await server.close()
    await rm(dir, { recursive: true, force: true })
  })

  const count = async (): Promise<number> => {
    const [row] = await server.db.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM things`
    return row!.n
  }

  it('stores all of a transaction or nothing', async () => {
    await server.db.$executeRaw`CREATE TABLE things (name text PRIMARY KEY)`
    await server.db.$transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO things VALUES ('one')`
      await tx.$executeRaw`INSERT INTO things VALUES ('two')`
    })
    const failed = server.db.$transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO things VALUES ('three')`
      await tx.$executeRaw`INSERT INTO things VALUES ('one')`
    })
    await expect(failed).rejects.toMatchObject({ code: 'P2010' })
    expect(await count()).toBe(2)
  })

  it('gives values back as they were', async () => {
    const values = {
      at: new Date(1_700_000_000_123),
      bytes: Uint8Array.of(0, 1, 255),
      big: 2n ** 60n,
      json: { a: [1, 'ü'] },
    }
    const rows = await server.db.$queryRaw`
      SELECT ${values.at}::timestamptz AS at, ${values.bytes}::bytea AS bytes, ${values.big}::bigint AS big,
        ${JSON.stringify(values.json)}::jsonb AS json`
    expect(rows).toEqual([values])
  })

  it('goes on in another thread, with all that is stored, when its thread has ended', async () => {
    await server.db.$executeRaw`CREATE TABLE things (name text PRIMARY KEY)`
    await server.db.$executeRaw`INSERT INTO things VALUES ('one')`
    const failure = await server.db
      .$transaction(async (tx) => {
        await tx.$executeRaw`INSERT INTO things VALUES ('two')`
        await threads[0]!.close()
        await tx.$executeRaw`INSERT INTO things VALUES ('three')`
      })
      .catch((error: unknown) => error)
    expect(isOutage(failure)).toBe(true)
    expect(await count()).toBe(1)
    expect(threads).toHaveLength(2)
  })

  it('refuses what it is asked when it is closed', async () => {
    await server.close()
    const failure = await count().catch((error: unknown) => error)
    expect(isOutage(failure)).toBe(true)
    expect(threads).toHaveLength(1)
    server = await openEmbedded(dir)
  })
})
