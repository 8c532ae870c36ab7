import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { CommitAnswer, PlayerRef } from '../../src/protocol/index.ts'
import { foldRecord } from '../../src/record/index.ts'
import type { SeatedMatch } from '../support/match.ts'
import { deciding, legalOf, openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

const REPEATS = 200
const random = seededRandom(5)
let backend: MemoryBackend
let nodes: [Matches, Matches]
beforeEach(() => {
  backend = new MemoryBackend(23)
  nodes = [openMatches({ store: new MemoryStore(backend) }), openMatches({ store: new MemoryStore(backend) })]
})
afterEach(() => Promise.all(nodes.map((node) => node.close())))

/** Somebody who decides among at least two actions. */
async function choosing(
  match: SeatedMatch,
): Promise<{ player: PlayerRef; version: number; actions: ReturnType<typeof legalOf> } | null> {
  for (let now = await deciding(nodes[0], match); now; now = await deciding(nodes[0], match)) {
    const actions = legalOf(now.view.snapshot)
    const { version } = now.view
    if (actions.length > 1) return { player: now.player, version, actions }
    await nodes[0].play.act(now.player, { match: match.match, actionId: newActionId(), version, action: actions[0]! })
  }
  return null
}

/** A place in some match where there is a choice, until `REPEATS` were used. */
async function* choices() {
  let seated = await seatTwo(nodes[0])
  for (let times = 0; times < REPEATS; times += 1) {
    let choice = await choosing(seated)
    while (!choice) {
      seated = await seatTwo(nodes[0])
      choice = await choosing(seated)
    }
    yield { ...choice, match: seated.match }
  }
}

describe.each([
  ['on one node', [0, 0]],
  ['on two nodes', [0, 1]],
] as const)('two different moves for one version at once, %s', (_where, at) => {
  it('exactly one is committed, and the other is refused with the version that is now', async () => {
    for await (const { match, player, version, actions } of choices()) {
      const moves = [actions[0]!, actions.at(-1)!]
      const results = await Promise.allSettled(
        moves.map((action, index) =>
          nodes[at[index as 0 | 1]].play.act(player, { match, actionId: newActionId(), version, action }),
        ),
      )
      const committed = moves.filter((_, index) => results[index]!.status === 'fulfilled')
      expect(committed).toHaveLength(1)
      const refused = results.find((result) => result.status === 'rejected')
      const record = backend.record(match)
      const over = foldRecord(record).outcome !== null
      expect(refused?.reason).toMatchObject(
        over ? { code: 'match-over' } : { code: 'stale', details: { version: version + 1 } },
      )
      const { entries } = record
      expect(entries).toHaveLength(version + 1)
      expect(entries.at(-1)!.body).toMatchObject({ action: committed[0] })
    }
  })
})

describe.each([
  ['on one node', [0, 0, 0, 0, 0]],
  ['on two nodes', [0, 1, 0, 1, 0]],
] as const)('the same action id five times at once, %s', (_where, at) => {
  it('is one move and five equal answers', async () => {
    for await (const { match, player, version, actions } of choices()) {
      const request = { match, actionId: newActionId(), version, action: actions[0]! }
      const answers = await Promise.all(at.map((node) => nodes[node].play.act(player, request)))
      const { entries } = backend.record(match)
      expect(entries).toHaveLength(version + 1)
      const expected: CommitAnswer = { match, version: version + 1, at: entries.at(-1)!.at }
      expect(answers).toEqual(at.map(() => expected))
    }
  })
})

describe('a resignation', () => {
  it('is committed although the other player moves at the same time', async () => {
    for (let times = 0; times < 50; times += 1) {
      const seated = await seatTwo(nodes[0])
      await playOn(nodes[0], seated, random, times % 7)
      const choice = await choosing(seated)
      if (!choice) continue
      const { player, version, actions } = choice
      const { match } = seated
      const other = seated.players.find(({ id }) => id !== player.id)!
      const [moved, resigned] = await Promise.allSettled([
        nodes[0].play.act(player, { match, actionId: newActionId(), version, action: actions[0]! }),
        nodes[1].endings.resign(other, { match, actionId: newActionId() }),
      ])
      const { entries } = backend.record(match)
      expect(resigned.status).toBe('fulfilled')
      expect(entries.at(-1)!.body.type).toBe('resign')
      expect(entries).toHaveLength(version + (moved.status === 'fulfilled' ? 2 : 1))
    }
  })
})
