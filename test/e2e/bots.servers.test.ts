/** The opponents whom two nodes on one Redis play: the turn of a node that is killed or paused. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pickAny } from '../../scripts/demo/play.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'
import { startStores } from '../support/stack.ts'
import type { Stores } from '../support/stack.ts'

let stores: Stores
/** A node whose bots take their time, in which it is killed or paused, and one whose bots play at once. */
let slow: Server
let quick: Server
beforeAll(async () => {
  stores = await startStores()
  const { environment } = stores
  ;[slow, quick] = await Promise.all([
    startServer({ ...environment, BOT_PACE_MS: '9000', BOT_SAMPLES: '4' }),
    startServer({ ...environment, BOT_PACE_MS: '0', BOT_SAMPLES: '4' }),
  ])
})
afterAll(async () => {
  await Promise.all([slow?.destroy(), quick?.destroy()])
  await stores?.destroy()
})

/** A match against a bot, whose turn the slow node plays; and the player, at both nodes. */
async function begin() {
  const ada = await HttpPlayer.guest(slow.url, 'Ada')
  const { snapshot, version } = await ada.create({ kind: 'base', opponent: { bot: 'club' }, seat: 1 })
  expect(snapshot.board?.legal).toBeUndefined()
  return { ada, there: await ada.at(quick.url), match: snapshot.match, version }
}

async function untilTurn(ada: HttpPlayer, match: string) {
  let view = await ada.view(match)
  while (view.snapshot.status !== 'ended' && !view.snapshot.board?.legal) {
    view = await ada.view(match, { after: view.version, wait: 25 })
  }
  return view
}

it('a node that is paused while its bot thinks acts late, and changes nothing', async () => {
  const { ada, there, match, version } = await begin()
  slow.signal('SIGSTOP')
  const view = await untilTurn(there, match)
  expect(view.version).toBe(version + 1)
  slow.signal('SIGCONT')
  const late = (): boolean => slow.output().split('\n').some((line) =>
    line.includes(match) && /a bot has taken its turn|a bot could not take its turn/.test(line))
  await expect.poll(late).toBe(true)
  const { version: now, snapshot } = await ada.view(match)
  expect([now, snapshot]).toEqual([view.version, view.snapshot])
})

it('another node takes over from one that is killed while its bot thinks, and plays on', async () => {
  const { there, match, version } = await begin()
  await slow.end('SIGKILL')
  const view = await untilTurn(there, match)
  expect(view.version).toBe(version + 1)
  // The player drafts two wonders of the first group and one of the second, and then it is up to the bot again.
  let next = view
  for (let wonder = 1; wonder <= 3; wonder += 1) {
    await there.act(match, next, pickAny(next.snapshot))
    const { version: before } = next
    next = await untilTurn(there, match)
    expect(next.version).toBeGreaterThanOrEqual(before + (wonder === 3 ? 2 : 1))
  }
  await slow.start()
})
