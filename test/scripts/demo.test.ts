import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_KIND, GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { bundled } from '../support/bundle.ts'
import { endWithUs } from '../support/child.ts'
import { drawn } from '../support/drawn.ts'
import { takeNames } from '../support/guest.ts'
import { get } from '../support/rest.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Run {
  code: number | null
  out: string
  err: string
}

/** Runs the demo as `npm run demo` does. */
const npmRunDemo = (): Promise<Run> => run('--import', 'tsx', 'scripts/demo/main.ts')

/** Runs the demo, bundled: on a server of its own it reads files next to its modules, and cannot be bundled. */
const demo = async (...args: string[]): Promise<Run> => run(await bundled('scripts/demo/main.ts'), ...args)

async function run(...program: string[]): Promise<Run> {
  const child = spawn(process.execPath, program, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  endWithUs(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, out, err }
}

/** The points of the table, by category: of Ada and of Ben. */
const pointsIn = (out: string): Record<string, number[]> =>
  Object.fromEntries(
    [...out.matchAll(/^(\w+) +(\d+) +(\d+)$/gm)].map(([, category, ...points]) => [category!, points.map(Number)]),
  )

const EXPANDED = GAME_KIND_IDS.filter((kind) => kind !== DEFAULT_GAME_KIND)

describe('the demo', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer()
    await takeNames(server.url, 'Ada', 'Ben')
  })
  afterAll(() => server?.destroy())

  it('plays a game on a server of its own, and finds no fault', async () => {
    const { code, out, err } = await npmRunDemo()
    expect(err).toBe('')
    expect(out).toContain('--- Age I begins ---')
    expect(out).toContain('*** The game is over')
    expect(out).toContain('ok      replay: every entry of the log is legal after the ones before')
    expect(out).not.toContain('not ok')
    expect(code).toBe(0)
  })

  it.each(drawn(EXPANDED))('plays a game of %s on another server, where it can be read back', async (wanted) => {
    const { code, out } = await demo('--url', server.url, '--kind', wanted)
    expect(code).toBe(0)
    const address = /The finished game was read back from (\S+)/.exec(out)![1]!
    const { scores, kind } = await get<Game>(address)
    expect(kind).toBe(wanted)
    const bens: Record<string, number> = scores[1]
    const points = Object.entries(scores[0]).map(([category, adas]) => [category, [adas, bens[category]]])
    expect(pointsIn(out)).toEqual(Object.fromEntries(points))
  })

  it.each([['--delay', 'long'], ['--url', 'here'], ['--kind', 'chess'], ['--unknown']])(
    'prints its usage when an argument is wrong: %s %s',
    async (...args) => {
      const { code, out } = await demo(...args.filter((arg) => arg !== undefined))
      expect(out).toContain('Usage: npm run demo')
      expect(code).toBe(2)
    },
  )

  it('says in one line that there is no server', async () => {
    const { code, err } = await demo('--url', 'http://127.0.0.1:1')
    expect(err).toMatch(/^The game was not finished: .+\n$/)
    expect(code).toBe(1)
  })
})
