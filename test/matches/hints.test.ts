/** Hints: for the player who decides, in an unrated match against a bot of the server, and not more than is needed. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Adviser, Matches } from '../../src/matches/index.ts'
import type { ActionChance, PlayerRef } from '../../src/protocol/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import { creation, openMatches } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'

const ACTIONS: ActionChance[] = [18, 17, 16, 15].map((slot, each) => ({
  action: { type: 'construct-building', slot },
  chance: 0.6 - each / 10,
}))

let asked: number
let answer: () => Promise<ActionChance[]>
const advise: Adviser = () => {
  asked += 1
  return answer()
}
let matches: Matches
let ada: PlayerRef
const open = (adviser: Adviser | null = advise): Matches =>
  openMatches({ store: new MemoryStore(), playsBots: true, advise: adviser })
beforeEach(() => {
  asked = 0
  answer = async () => ACTIONS
  ada = newPlayer('Ada')
  matches = open()
})
afterEach(() => matches.close())

const against = (seat: 0 | 1 = 0): Promise<string> =>
  matches.play.create(ada, creation({ opponent: { bot: 'novice' }, seat, options: { wonders: 'first-game' } }))
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error as CodedError).code,
  )

it('names the three best actions, and thinks once for each version', async () => {
  const match = await against()
  const hint = await matches.hints.hint(ada, match)
  expect(hint).toEqual({ match, version: 1, actions: ACTIONS.slice(0, 3) })
  expect(await matches.hints.hint(ada, match)).toEqual(hint)
  expect(asked).toBe(1)
})

it('is refused to others than the player who decides against a bot', async () => {
  const match = await against()
  expect(await codeOf(matches.hints.hint(newPlayer('Bo'), match))).toBe('not-your-match')
  expect(await codeOf(matches.hints.hint(ada, await against(1)))).toBe('not-your-turn')
  expect(await codeOf(matches.hints.hint(ada, 'AAAAAAAAAAAAAAAA'))).toBe('unknown-match')
  await matches.endings.resign(ada, { match, actionId: newActionId() })
  expect(await codeOf(matches.hints.hint(ada, match))).toBe('match-over')
  expect(asked).toBe(0)
})

it('is refused between people', async () => {
  const match = await matches.play.create(ada, creation({ seat: 0 }))
  expect(await codeOf(matches.hints.hint(ada, match))).toBe('match-not-started')
  const { snapshot } = await matches.views.view(ada, match)
  await matches.play.join(newPlayer('Bo'), { code: snapshot.code! })
  expect(await codeOf(matches.hints.hint(ada, match))).toBe('no-hints')
  expect(asked).toBe(0)
})

it('one hint of a player is looked for at a time, and a failure is not retained', async () => {
  let fail: (error: Error) => void = () => undefined
  answer = () => new Promise((_resolve, reject) => (fail = reject))
  const [first, second] = [await against(), await against()]
  const hint = codeOf(matches.hints.hint(ada, first))
  await expect.poll(() => asked).toBe(1)
  expect(await codeOf(matches.hints.hint(ada, second))).toBe('limit-reached')
  fail(new CodedError('busy'))
  expect(await hint).toBe('busy')
  answer = async () => ACTIONS
  expect((await matches.hints.hint(ada, first)).actions).toHaveLength(3)
  expect((await matches.hints.hint(ada, second)).actions).toHaveLength(3)
})

it('is refused by a server without bots', async () => {
  await matches.close()
  matches = open(null)
  expect(await codeOf(matches.hints.hint(ada, await against()))).toBe('no-bots')
})
