import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, openMatches, playOn, seatTwo, step } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

const LONG = 60_000
const random = seededRandom(1)
let backend: MemoryBackend
let matches: Matches
let seated: SeatedMatch
beforeEach(async () => {
  backend = new MemoryBackend(3)
  matches = openMatches({ store: new MemoryStore(backend), longPolls: { inAll: 2, perPlayer: 2, perAddress: 2 } })
  seated = await seatTwo(matches)
})
afterEach(() => matches.close())

describe('waiting for the next version', () => {
  it('is answered when there is one, with what was missed, also when another node made it', async () => {
    const other = openMatches({ store: new MemoryStore(backend) })
    const waiting = matches.views.waitForView(seated.players[1], seated.match, { sinceVersion: 1 }, { waitMs: LONG })
    await step(other, seated, random)
    expect(await waiting).toMatchObject({ version: 2, snapshot: { you: 1 }, missed: [{ version: 2 }] })
    await other.close()
  })

  it('is answered at once when there is one already', async () => {
    await playOn(matches, seated, random, 3)
    expect(await matches.views.waitForView(null, seated.match, { sinceVersion: 2 }, { waitMs: LONG })).toMatchObject({
      version: 4,
      missed: [{ version: 3 }, { version: 4 }],
    })
  })

  it('is answered, with `turn`, only when the player has to decide, or the match has ended', async () => {
    const [, second] = seated.players
    const decides = async () => (await matches.views.view(second, seated.match)).snapshot.board?.toAct === 1
    for (let turns = 0; turns < 3; turns += 1) {
      const { version } = await matches.views.view(second, seated.match)
      const waiting = matches.views.waitForView(
        second,
        seated.match,
        { sinceVersion: version },
        { waitMs: LONG, turn: true },
      )
      while (!(await decides())) await step(matches, seated, random)
      const { snapshot } = await waiting
      expect(snapshot.board?.toAct).toBe(1)
      while (await decides()) await step(matches, seated, random)
    }
    const { version } = await matches.views.view(second, seated.match)
    const last = matches.views.waitForView(
      second,
      seated.match,
      { sinceVersion: version },
      { waitMs: LONG, turn: true },
    )
    await matches.endings.resign(seated.players[0], { match: seated.match, actionId: newActionId() })
    expect(await last).toMatchObject({ snapshot: { status: 'ended' } })
  })

  it('is answered, with `turn`, to a player who is offered a draw', async () => {
    await playOn(matches, seated, random, 12)
    const { snapshot, version } = await matches.views.view(seated.players[0], seated.match)
    const waits = snapshot.board!.toAct === 0 ? 1 : 0
    const waiting = matches.views.waitForView(
      seated.players[waits],
      seated.match,
      { sinceVersion: version },
      { waitMs: LONG, turn: true },
    )
    const offer = { match: seated.match, actionId: newActionId(), answer: 'offer' } as const
    await matches.endings.draw(seated.players[waits === 0 ? 1 : 0], offer)
    expect((await waiting).snapshot.mayDo).toMatchObject({ answerDraw: true })
  })

  it('is answered with the present view when the time is over, the caller aborts, or the server stops', async () => {
    const same = { version: 1, missed: [] }
    expect(await matches.views.waitForView(null, seated.match, { sinceVersion: 1 }, { waitMs: 5 })).toMatchObject(same)
    expect(
      await matches.views.waitForView(
        null,
        seated.match,
        { sinceVersion: 1 },
        { waitMs: LONG, signal: AbortSignal.abort() },
      ),
    ).toMatchObject(same)
    const leaving = new AbortController()
    const abandoned = matches.views.waitForView(
      null,
      seated.match,
      { sinceVersion: 1 },
      { waitMs: LONG, signal: leaving.signal },
    )
    const interrupted = matches.views.waitForView(null, seated.match, { sinceVersion: 1 }, { waitMs: LONG })
    leaving.abort()
    expect(await abandoned).toMatchObject(same)
    await matches.views.view(null, seated.match)
    await matches.close()
    expect(await interrupted).toMatchObject(same)
  })

  it('is answered at once when the match is over', async () => {
    const { version } = await matches.endings.resign(seated.players[0], {
      match: seated.match,
      actionId: newActionId(),
    })
    expect(
      await matches.views.waitForView(null, seated.match, { sinceVersion: version }, { waitMs: LONG }),
    ).toMatchObject({ version, snapshot: { status: 'ended' } })
  })

  it('is refused for an unknown match or version, and when too many wait', async () => {
    expect(
      await codeOf(matches.views.waitForView(null, 'AAAAAAAAAAAAAAAA', { sinceVersion: 0 }, { waitMs: LONG })),
    ).toBe('unknown-match')
    expect(await codeOf(matches.views.waitForView(null, seated.match, { sinceVersion: 2 }, { waitMs: LONG }))).toBe(
      'unknown-version',
    )
    const waiting = [1, 2].map(() =>
      matches.views.waitForView(null, seated.match, { sinceVersion: 1 }, { waitMs: LONG }),
    )
    expect(await codeOf(matches.views.waitForView(null, seated.match, { sinceVersion: 1 }, { waitMs: LONG }))).toBe(
      'busy',
    )
    await step(matches, seated, random)
    expect(await Promise.all(waiting)).toMatchObject([{ version: 2 }, { version: 2 }])
    const again = matches.views.waitForView(null, seated.match, { sinceVersion: 2 }, { waitMs: LONG })
    await step(matches, seated, random)
    expect(await again).toMatchObject({ version: 3 })
  })
})
