/** The bot as a client of a real server: whole games against the demo's random player. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LiveMatch } from '../../client/src/index.ts'
import { Curia } from '../../client/src/index.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import { thinkingTime } from '../../src/opponents/thinking-time.ts'
import type { TimeControlId } from '../../src/protocol/index.ts'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { endWithUs } from '../support/child.ts'
import { drawn } from '../support/drawn.ts'
import { takeNames } from '../support/guest.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let server: Server
beforeAll(async () => {
  server = await startServer()
  await takeNames(server.url, 'visiting club bot', 'visiting novice bot', 'Python')
})
afterAll(() => server?.destroy())

/** Runs a program to its end. `line` is called with each line that it prints. */
async function run(
  command: string,
  args: readonly string[],
  line: (each: string) => void = () => undefined,
  env: Record<string, string> = {},
): Promise<{ code: number | null; lines: string[]; errors: string }> {
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  endWithUs(child)
  const lines: string[] = []
  createInterface(child.stdout).on('line', (each) => {
    lines.push(each)
    line(each)
  })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [code, errors] = await Promise.all([closed, text(child.stderr)])
  return { code, lines, errors }
}

const bot = (...args: string[]): Parameters<typeof run> => [
  process.execPath,
  ['--import', 'tsx', 'scripts/bots/bot.ts', '--url', server.url, ...args],
]

async function guest(name: string): Promise<Curia> {
  const curia = new Curia({ url: server.url })
  await curia.guest({ name })
  return curia
}

it.each(drawn(GAME_KIND_IDS))('joins by a code, and plays a whole game of %s at the level club', async (kind) => {
  const curia = await guest('Ada')
  try {
    const match = await curia.create({ kind })
    const [{ code, lines, errors }] = await Promise.all([
      run(...bot('--level', 'club', '--code', match.value.snapshot.code!, '--games', '1')),
      playOn(match),
    ])
    expect(errors).toBe('')
    expect(code).toBe(0)
    expect(lines.at(-1)).toMatch(/^(The bot wins|The opponent wins|No winner), /)
    expect(['civilian', 'tie', 'military', 'science', 'politics']).toContain(match.value.ended!.outcome.by)
  } finally {
    curia.close()
  }
})

/** Plays until a draw may be offered, offers it, and resigns if it is declined. */
async function offerDraw(match: LiveMatch): Promise<void> {
  for (;;) {
    const { snapshot, ended } = await match.until(
      (state) => state.ended ?? state.snapshot.mayDo?.offerDraw ?? state.snapshot.board?.legal,
    )
    if (ended) return
    if (snapshot.mayDo?.offerDraw) {
      await match.giveTime(15_000)
      await match.draw('offer')
      const answered = await match.until((state) => state.ended ?? state.snapshot.drawOffer === undefined)
      if (!answered.ended) await match.resign()
    } else await match.act(pickAny(snapshot))
  }
}

it('makes an invitation, answers an offer of a draw, and accepts a rematch', async () => {
  const curia = await guest('Ben')
  try {
    const [command, args] = bot('--level', 'novice', '--clock', 'blitz', '--games', '2')
    let invite: (code: string) => void
    const invitation = new Promise<string>((resolve) => (invite = resolve))
    const playTwice = async (): Promise<void> => {
      const match = await curia.join({ code: await invitation })
      await offerDraw(match)
      const { next } = await match.rematch()
      const second = next ?? (await match.until((state) => state.rematch?.next)).rematch!.next!
      await playOn(await curia.watch(second))
    }
    const [{ code, lines, errors }] = await Promise.all([
      run(command, args, (each) => {
        const found = /^Invite with (\S+)$/.exec(each)?.[1]
        if (found !== undefined) invite(found)
      }),
      playTwice(),
    ])
    expect(errors).toBe('')
    expect(code).toBe(0)
    expect(lines.filter((each) => each.startsWith('Match '))).toHaveLength(2)
  } finally {
    curia.close()
  }
})

it('goes on in a series until it is over', async () => {
  const curia = await guest('Eve')
  try {
    const match = await curia.create({ series: { best: 3 } })
    const playAll = async (): Promise<void> => {
      await match.until(({ snapshot }) => snapshot.status === 'playing')
      await match.resign()
      const second = await match.nextGame()
      await second.until(({ snapshot }) => snapshot.status === 'playing')
      await second.resign()
    }
    const args = ['--level', 'novice', '--code', match.value.snapshot.code!, '--games', '2']
    const [{ code, lines, errors }] = await Promise.all([run(...bot(...args)), playAll()])
    expect([errors, code]).toEqual(['', 0])
    expect(lines.filter((each) => each === 'The bot wins, resignation.')).toHaveLength(2)
  } finally {
    curia.close()
  }
})

it('waits in the queue', async () => {
  const curia = await guest('Cyd')
  try {
    const playing = run(...bot('--level', 'novice', '--queue', '--games', '1'))
    await curia.queue.join({ kind: 'base', clock: 'standard', rated: false })
    const id = await new Promise<string>((resolve) => {
      curia.queue.subscribe((state) => {
        if (state.status === 'matched') resolve(state.match)
      })
    })
    await playOn(await curia.watch(id))
    expect((await playing).code).toBe(0)
  } finally {
    curia.close()
  }
})

it.each([
  ['base', 'greedy'],
  ['agora-pantheon', 'random'],
] as const)('examples/bot.py plays a whole game of %s over HTTP, in the style %s', async (kind, style) => {
  const curia = await guest('Dan')
  try {
    const match = await curia.create({ kind })
    const [{ code, lines, errors }] = await Promise.all([
      run('python3', ['examples/bot.py', server.url, '--code', match.value.snapshot.code!, '--style', style]),
      playOn(match),
    ])
    expect(errors).toBe('')
    expect(code).toBe(0)
    expect(lines.at(-1)).toMatch(/^(The bot wins|The opponent wins|No winner), /)
  } finally {
    curia.close()
  }
})

it('examples/bot.py plays as a bot account, by the token in its environment', async () => {
  const owner = await guest('Eve')
  try {
    const { bots } = owner
    await owner.register({ name: 'Eve', password: 'correct horse battery' })
    const { player, token } = await bots.create({ name: 'Deep Eve' })
    const match = await owner.create({ kind: 'base' })
    const [{ code, errors }] = await Promise.all([
      run('python3', ['examples/bot.py', server.url, '--code', match.value.snapshot.code!], undefined, {
        CURIA_TOKEN: token,
      }),
      playOn(match),
    ])
    expect(errors).toBe('')
    expect(code).toBe(0)
    expect(Object.values(match.value.snapshot.players)).toContainEqual(player)
    expect(player).toMatchObject({ name: 'Deep Eve', bot: true })
    expect(await bots.list()).toMatchObject([{ player }])
    await bots.revokeToken(player.id)
    expect((await bots.replaceToken(player.id)).player).toEqual(player)
    await bots.delete(player.id)
    expect(await bots.list()).toEqual([])
  } finally {
    owner.close()
  }
})

it('prints its usage when the arguments make no sense', async () => {
  const { code, lines } = await run(...bot('--code', 'A', '--queue'))
  expect(code).toBe(2)
  expect(lines[0]).toContain('Usage')
})

it('thinks for less time when its clock is short', () => {
  const at = (clock: TimeControlId, leftMs: number | null): number =>
    thinkingTime('master', { terms: { clock }, leftMs, lostMs: 300 })
  expect(at('none', null)).toBe(6_000)
  expect(at('correspondence-1', 86_400_000)).toBe(6_000)
  expect(at('blitz', 300_000)).toBe(5_700)
  expect(at('blitz', 30_000)).toBeLessThan(4_000)
  expect(at('blitz', 1_000)).toBeLessThan(300)
  expect(at('blitz', 100)).toBe(0)
})
