/** Points of the search tree: worlds share one exactly if the players cannot tell them apart. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/bots/index.ts'
import { areKnownToAll } from '../../src/bots/players/known-to-all.ts'
import { turnedUp } from '../../src/bots/players/turned-up.ts'
import type { Action, MatchState } from '../../src/rules/index.ts'
import { legalActions, reduce, view } from '../../src/rules/index.ts'
import { randomHistory } from '../rules/support/history.ts'
import { BOX_NAMES, SEATS, watch } from './support.ts'

/** What a spectator sees, but for what the players may do next. */
const seenByAll = (state: MatchState): object => view(state, 'spectator')

describe.each(BOX_NAMES)('%s', (box) => {
  it('an action turns up the same in two worlds exactly if everybody sees the same after it', () => {
    const random = new Random(`turned up ${box}`)
    const history = randomHistory(`turned up ${box}`, box)
    let [same, different] = [0, 0]
    for (const seat of SEATS) {
      for (const { known } of watch(history, seat)) {
        const worlds = [known.sample(random), known.sample(random)] as const
        const others = new Set(legalActions(worlds[1]).map((action) => JSON.stringify(action)))
        const common = legalActions(worlds[0]).filter((action) => others.has(JSON.stringify(action)))
        if (common.length === 0) continue
        const action: Action = random.pick(common)
        const [one, other] = worlds.map((world) => reduce(world, action))
        if (one!.state.result || other!.state.result) continue
        const isSame = turnedUp(one!.events, one!.state) === turnedUp(other!.events, other!.state)
        const [first, second] = [seenByAll(one!.state), seenByAll(other!.state)]
        if (isSame && areKnownToAll(one!.state)) {
          expect(legalActions(other!.state)).toEqual(legalActions(one!.state))
          expect(areKnownToAll(other!.state)).toBe(true)
        }
        if (isSame) expect(first).toEqual(second)
        else expect(first).not.toEqual(second)
        if (isSame) same++
        else different++
      }
    }
    expect(same).toBeGreaterThan(20)
    expect(different).toBeGreaterThan(5)
  })
})
