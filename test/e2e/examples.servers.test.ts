import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { drawn } from '../support/drawn.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

let server: Server
let folder: string
/** The program in Go, compiled. */
let goProgram: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curia-examples-'))
  goProgram = join(folder, 'play')
  const compiling = run('go', ['build', '-o', goProgram, 'play.go'], {
    cwd: join(ROOT, 'examples'),
    env: { ...process.env, GO111MODULE: 'off', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' },
  })
  server = await startServer({ BOT_PACE_MS: '0' })
  await compiling
})
afterAll(async () => {
  await server?.destroy()
  await rm(folder, { recursive: true, force: true })
})

/** How each is started. The one in Go, which is written from the documents alone, plays all kinds of game. */
const EXAMPLES: [file: string, command: () => string[], kinds: readonly string[]][] = [
  ['play.go', () => [goProgram], GAME_KIND_IDS],
  ['Play.java', () => ['java', '-XX:TieredStopAtLevel=1', 'examples/Play.java'], ['agora-pantheon']],
  ['play.ts', () => [process.execPath, '--import=tsx', 'examples/play.ts'], ['pantheon']],
]

it.each(EXAMPLES.flatMap(([file, command, kinds]) => drawn(kinds).map((kind) => [file, kind, command] as const)))(
  'examples/%s plays a whole game of %s',
  async (_file, kind, command) => {
    const [program, ...before] = command()
    const { stdout, stderr } = await run(program!, [...before, server.url, kind], { cwd: ROOT })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/total\W+\d/)
  },
)
