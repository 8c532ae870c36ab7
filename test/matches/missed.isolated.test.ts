import { expect, it, vi } from 'vitest'
import type { ViewerStep } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { advance, openFold, viewerStep } from '../../src/record/index.ts'
import type * as Rules from '../../src/rules/index.ts'
import type { Viewer } from '../../src/rules/index.ts'
import { reduce } from '../../src/rules/index.ts'
import { Follower } from '../support/follower.ts'
import { openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { seededRandom } from '../support/random.ts'

vi.mock('../../src/rules/index.ts', async (load) => {
  const rules = await load<typeof Rules>()
  return { ...rules, reduce: vi.fn(rules.reduce) }
})

/** What happened after a version, by a fold of the whole log. */
function stepsAfter({ header, createdAt, entries }: MatchRecord, viewer: Viewer, version: number): ViewerStep[] {
  let fold = openFold(header, createdAt)
  const steps = entries.map((entry) => {
    const next = advance(fold, entry)
    fold = next.fold
    return viewerStep(entry, next.events, viewer)
  })
  return steps.slice(version)
}

it('a viewer who missed versions is answered from retained events: the log is folded only once', async () => {
  const backend = new MemoryBackend(3)
  const [node, cold] = [
    openMatches({ store: new MemoryStore(backend) }),
    openMatches({ store: new MemoryStore(backend) }),
  ]
  const { match, players } = await seatTwo(node)
  await playOn(node, { match, players }, seededRandom(12), 20)
  await cold.views.view(null, match)
  vi.mocked(reduce).mockClear()
  const answers = []
  for (const [index, player] of [...players, null].entries()) {
    for (const from of [0, 1, 7, 21]) {
      answers.push({ index, from, answer: await cold.views.view(player, match, { sinceVersion: from }) })
      const follower = new Follower()
      await follower.follow(cold, player, match, from)
      await follower.stop()
    }
    answers.push({ index, from: 1, answer: { missed: (await cold.views.replay(player, match)).steps } })
  }
  expect(reduce).not.toHaveBeenCalled()
  const record = backend.record(match)
  for (const { index, from, answer } of answers) {
    expect(answer.missed).toEqual(stepsAfter(record, ([0, 1, 'spectator'] as const)[index]!, from))
  }
  await Promise.all([node.close(), cold.close()])
})
