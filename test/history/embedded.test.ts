import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_FILTERS, openSchemaEngine, readSchema } from '../../scripts/schema-engine.ts'
import { gamesQuerySchema } from '../../src/protocol/index.ts'
import { someGame } from '../support/finished.ts'
import { openHistory, quiet } from '../support/history.ts'

const PROGRAM = fileURLToPath(new URL('../support/store-games.ts', import.meta.url))

describe('A history within the process', () => {
  let parent: string
  let template: string
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'curia-embedded-'))
    template = join(parent, 'template')
    await (await openHistory({ dir: template }, quiet)).close()
  })
  afterAll(() => rm(parent, { recursive: true, force: true }))

  const copy = async (name: string): Promise<string> => {
    const dir = join(parent, name)
    await cp(template, dir, { recursive: true })
    return dir
  }

  it('has every game that it reported as stored, also after its process was killed', async () => {
    const dir = await copy('killed')
    const stored: string[] = []
    for (let round = 0; round < 2; round++) {
      const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
      const atLeast = stored.length + 15 + round
      for await (const line of createInterface({ input: child.stdout })) {
        stored.push(line)
        if (stored.length >= atLeast) child.kill('SIGKILL')
      }
      await ended(child)
      expect(child.signalCode).toBe('SIGKILL')
    }
    const archive = await openHistory({ dir }, quiet)
    for (const id of stored) expect(await archive.get(id), id).not.toBeNull()
    const { games } = await archive.list(gamesQuerySchema.parse({ limit: 100 }))
    // Each kill may have come between the storing of a game and the report of it.
    expect(games.length - stored.length).toBeGreaterThanOrEqual(0)
    expect(games.length - stored.length).toBeLessThanOrEqual(2)
    await archive.close()
  }, 300_000)

  it('starts with an empty folder when the creation of the folder was interrupted', async () => {
    const dir = join(parent, 'half-made')
    await mkdir(join(dir, 'cluster', 'base'), { recursive: true })
    await writeFile(join(dir, 'cluster', 'PG_VERSION'), '17\n')
    const archive = await openHistory({ dir }, quiet)
    expect(await archive.store(someGame())).toBe('stored')
    await archive.close()
  })

  it('cannot be opened by two servers', async () => {
    const dir = await copy('shared')
    const first = await openHistory({ dir }, quiet)
    await expect(openHistory({ dir }, quiet)).rejects.toThrow(/is in use by another server/)
    expect(await first.store(someGame())).toBe('stored')
    await first.close()
    await (await openHistory({ dir }, quiet)).close()
  })

  it('has exactly the schema that the migrations make', async () => {
    const database = await PGlite.create(join(await copy('schema'), 'cluster'))
    const engine = await openSchemaEngine(new PrismaPGlite(database))
    const [path, schema] = await readSchema()
    const difference = (content: string) =>
      engine.diff({
        from: { tag: 'schemaDatasource', files: [{ path, content: schema }], configDir: '/' },
        to: { tag: 'schemaDatamodel', files: [{ path, content }] },
        script: true,
        exitCode: true,
        filters: NO_FILTERS,
      })
    expect(await difference(schema)).toEqual({ exitCode: 0, stdout: '-- This is an empty migration.\n' })
    expect((await difference(schema.replace(/versions +Int/, '$&?'))).stdout).toContain(
      'ALTER COLUMN "versions" DROP NOT NULL',
    )
    engine.free()
    await database.close()
  })
})

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
