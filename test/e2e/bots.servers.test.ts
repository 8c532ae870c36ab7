/** The opponents whom two nodes on one Redis play: the turns of a node that is killed or paused, in all kinds of game. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pickAny } from '../../scripts/demo/play.ts'
import type { GameKind, ViewAnswer } from '../../src/protocol/index.ts'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { HttpPlayer } from '../support/http-player.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Stores } from '../support/stack.ts'
import { startStores } from '../support/stack.ts'

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

/** A match in which the bot has to act. */
interface AwaitsBot {
  kind: GameKind
  match: string
  /** The player at the quick node. */
  ada: HttpPlayer
  /** What the player sees. */
  before: ViewAnswer
}

/** The draft is over then, so that each expansion has something of its own on the table. */
const UNDER_WAY = 14

async function untilTurn(ada: HttpPlayer, match: string): Promise<ViewAnswer> {
  let view = await ada.view(match)
  while (view.snapshot.status !== 'ended' && !view.snapshot.board?.legal) {
    view = await ada.view(match, { after: view.version, wait: 25 })
  }
  return view
}

/** Matches of all kinds in which the slow node plays the bot's turn, because it committed the action before. */
const beginAllKinds = (): Promise<AwaitsBot[]> =>
  Promise.all(
    GAME_KIND_IDS.map(async (kind) => {
      const ada = await HttpPlayer.guest(quick.url, 'Ada')
      const {
        snapshot: { match },
      } = await ada.create({ kind, opponent: { bot: 'club' }, seat: 1 })
      let view = await untilTurn(ada, match)
      while (view.version < UNDER_WAY) {
        await ada.act(match, view, pickAny(view.snapshot))
        view = await untilTurn(ada, match)
      }
      const there = await ada.at(slow.url)
      while (view.snapshot.board?.legal) {
        await there.act(match, view, pickAny(view.snapshot))
        view = await there.view(match)
      }
      expect(view.snapshot.status).toBe('playing')
      return { kind, match, ada, before: view }
    }),
  )

/** How the slow node tells that a turn of its bot in a match is over, one way or the other. */
const aboutTurn = (match: string): boolean =>
  slow
    .output()
    .split('\n')
    .some(
      (line) =>
        line.includes(match) && /a bot has taken its turn|a bot was too late|a bot could not take its turn/.test(line),
    )

it('a node that is paused while its bots think acts late, and changes nothing', async () => {
  const matches = await beginAllKinds()
  slow.signal('SIGSTOP')
  const after = await Promise.all(matches.map(({ ada, match }) => untilTurn(ada, match)))
  slow.signal('SIGCONT')
  await expect.poll(() => matches.filter(({ match }) => !aboutTurn(match))).toEqual([])
  for (const [index, { kind, match, ada, before }] of matches.entries()) {
    const { version, snapshot } = after[index]!
    expect(version, kind).toBeGreaterThan(before.version)
    const there = await (await ada.at(slow.url)).view(match)
    expect([there.version, there.snapshot], kind).toEqual([version, snapshot])
  }
})

it('another node takes over from one that is killed while its bots think, and plays on', async () => {
  const matches = await beginAllKinds()
  await slow.end('SIGKILL')
  await Promise.all(
    matches.map(async ({ kind, match, ada, before }) => {
      const taken = await untilTurn(ada, match)
      expect(taken.version, kind).toBeGreaterThan(before.version)
      const {
        snapshot: { outcome },
      } = await ada.playOn(match, pickAny)
      expect(outcome, kind).toBeDefined()
    }),
  )
  expect(quick.output()).not.toContain('a bot cannot decide')
})
