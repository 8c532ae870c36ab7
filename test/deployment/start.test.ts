import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const START = fileURLToPath(new URL('../../scripts/start', import.meta.url))

/** What the script starts. A program that prints its arguments takes the place of Node: they are all that is asked here. */
async function startedWith(nodeOptions: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'curia-start-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'node')
  await writeFile(program, '#!/bin/sh\necho "$MALLOC_ARENA_MAX" "$@"\n')
  await chmod(program, 0o755)
  const env = { PATH: `${folder}:${process.env.PATH}`, NODE_OPTIONS: nodeOptions }
  return (await promisify(execFile)(START, { env })).stdout.trim()
}

it('a server starts with generations of the heap for the memory that there is', async () => {
  expect(await startedWith('--max-old-space-size=128')).toMatch(/^2 --max-semi-space-size=8 --wasm.*dist\/main\.js$/)
  expect(await startedWith('--enable-source-maps --max_old_space_size=2048')).toMatch(
    /^2 --max-semi-space-size=128 --initial-old-space-size=256 --wasm/,
  )
})
