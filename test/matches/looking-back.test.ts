import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { PositionAnswer } from '../../src/protocol/index.ts'
import { positionAnswerSchema, publicRecordSchema, replaySchema } from '../../src/protocol/index.ts'
import { momentOf, wholeReplay } from '../../src/record/index.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

let backend: MemoryBackend
let matches: Matches
let seated: SeatedMatch
/** What both players and a spectator saw at version 11, by seat, with what both cities were worth. */
let eleven: PositionAnswer[]
beforeEach(async () => {
  backend = new MemoryBackend(3)
  matches = openMatches({ store: new MemoryStore(backend) })
  seated = await seatTwo(matches)
  const random = seededRandom(12)
  await playOn(matches, seated, random, 10)
  const views = await Promise.all([...seated.players, null].map((player) => matches.views.view(player, seated.match)))
  const { explanation } = await matches.explanations.explain(null, seated.match)
  eleven = views.map((view) => ({
    ...view,
    ledger: explanation!.ledger,
    now: momentOf(backend.record(seated.match), 11),
  }))
  await playOn(matches, seated, random, 5)
})
afterEach(() => matches.close())

const viewers = [0, 1, 'spectator'] as const
const resign = () => matches.endings.resign(seated.players[0], { match: seated.match, actionId: newActionId() })

describe('the position at a version', () => {
  it('is what the caller saw then, while the match goes on', async () => {
    const own = [...seated.players, null]
    for (const [index, player] of own.entries()) {
      const position = await matches.views.position(player, seated.match, 11)
      expect(positionAnswerSchema.parse(position)).toEqual(position)
      expect(position).toEqual(eleven[index])
      expect(await matches.views.position(player, seated.match, 11, { viewer: viewers[index] })).toEqual(position)
      for (const viewer of viewers) {
        if (viewer === viewers[index]) continue
        expect(await codeOf(matches.views.position(player, seated.match, 11, { viewer }))).toBe('not-your-match')
      }
    }
  })

  it('is what any viewer saw then, once the match is over', async () => {
    await resign()
    for (const [index, viewer] of viewers.entries()) {
      expect(await matches.views.position(null, seated.match, 11, { viewer })).toEqual(eleven[index])
    }
  })

  it('that the match does not have is refused', async () => {
    expect(await codeOf(matches.views.position(null, seated.match, 17))).toBe('unknown-version')
    expect(await codeOf(matches.views.position(null, 'AAAAAAAAAAAAAAAA', 0))).toBe('unknown-match')
  })
})

describe('a match that has ended', () => {
  it('is given whole to everybody, and one that goes on is not', async () => {
    expect(await matches.views.ended(seated.match)).toBeNull()
    await resign()
    const { record, fold } = (await matches.views.ended(seated.match))!
    const { entries } = backend.record(seated.match)
    expect(record.entries).toEqual(entries)
    expect(fold).toMatchObject({ version: 17, outcome: { by: 'resignation', winner: 1 } })
    expect(wholeReplay(record)).toEqual(await matches.views.replay(null, seated.match))
  })

  it('is not given if it was aborted', async () => {
    const { match, players } = await seatTwo(matches)
    await matches.endings.abort(players[0], { match, actionId: newActionId(), version: 1 })
    expect(await matches.views.ended(match)).toBeNull()
  })
})

describe('a node that has not been notified of the end', () => {
  it('shows the whole match all the same', async () => {
    const store = new MemoryStore(backend)
    const other = openMatches({ store })
    try {
      expect(await other.views.replay(null, seated.match)).toMatchObject({ complete: false })
      store.cut()
      await resign()
      expect(await other.views.position(null, seated.match, 11, { viewer: 0 })).toEqual(eleven[0])
      expect(await other.views.replay(null, seated.match)).toMatchObject({ complete: true })
    } finally {
      await other.close()
    }
  })
})

describe('the replay', () => {
  it('has what the caller could see happen, and never the seed, while the match goes on', async () => {
    for (const player of [...seated.players, null]) {
      const replay = await matches.views.replay(player, seated.match)
      expect(replaySchema.parse(replay)).toEqual(replay)
      const { missed } = await matches.views.view(player, seated.match, { sinceVersion: 1 })
      expect(replay).toMatchObject({
        complete: false,
        first: (await matches.views.position(player, seated.match, 1)).snapshot,
        steps: missed,
      })
      expect(JSON.stringify(replay)).not.toContain(backend.record(seated.match).header.seed)
    }
  })

  it('has everything, once the match is over', async () => {
    await resign()
    const replay = await matches.views.replay(null, seated.match)
    expect(replaySchema.parse(replay)).toEqual(replay)
    expect(replay).toMatchObject({ complete: true, outcome: { by: 'resignation', winner: 1 } })
    const record = backend.record(seated.match)
    expect(replay).toMatchObject({ record: publicRecordSchema.parse(record) })
    const {
      header: { code },
      entries,
    } = record
    const text = JSON.stringify(replay)
    expect(text).not.toContain(code)
    for (const { actionId } of entries) if (actionId !== undefined) expect(text).not.toContain(actionId)
    expect(replay.steps.map(({ version }) => version)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
  })
})
