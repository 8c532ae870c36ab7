import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Curia, LiveMatch } from '../../client/src/index.ts'
import { playOn } from '../../scripts/demo/play.ts'
import type { GameKind } from '../../src/protocol/index.ts'
import { drawn, repeats } from '../support/drawn.ts'
import { clientOf } from '../support/guest.ts'
import { faultsOf } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { show, visit } from './support/browser.ts'
import { LANGUAGES } from './support/languages.ts'
import { openLesson, showAsLessons } from './support/lessons.ts'
import { untilListed } from './support/listed.ts'
import { EVERY_DECISION, positionsOf } from './support/positions.ts'
import type { Guest } from './support/session.ts'
import { guestWithSession, playTo } from './support/session.ts'
import { openSite } from './support/site.ts'

const AXE_SIZES = ['phone', 'desktop', 'tablet'] as const
/** Languages, each in one of the sizes: those that are drawn, or every language and every size. */
const VISITS = drawn(
  LANGUAGES.map((language, index) => [language, AXE_SIZES[index % AXE_SIZES.length]!] as const),
  3,
)
const SCREENS = [
  '/',
  '/watch',
  '/games',
  '/leaderboards',
  '/engines',
  '/tournaments',
  '/statistics',
  '/settings',
  '/account',
  '/recovery',
  '/reset',
  '/rules',
  '/puzzles',
  '/learn',
  '/learn/2',
  '/learn/10',
]
/** A position in the middle of a game. */
const MIDDLE = 36
/** Every deal is another one: what can lie on a table is looked at in positions that are always the same. */
const AROUND_A_TABLE = ['.bar', '#prompt', '.result']
const TURN = /: (draft|turn)/
/** Every decision with both expansions, and the turns of each age with one or none. */
const positions = [
  ...positionsOf(...EVERY_DECISION),
  ...(['base', 'agora', 'pantheon'] as const)
    .flatMap((kind) => positionsOf(kind, 2, 10))
    .filter(({ name }) => TURN.test(name)),
]

const site = openSite()
let visitors: Visitor[]
let ada: Guest
let ben: Curia
beforeAll(async () => {
  const { url } = site.server
  ;[ada, ben] = await Promise.all([guestWithSession(url, 'Ada'), clientOf(url, 'Ben')])
  visitors = await visitInAllLanguages()
})
afterAll(async () => {
  ada?.curia.close()
  ben?.close()
})

const visitInAllLanguages = (): Promise<Visitor[]> =>
  Promise.all(VISITS.map(([language, size]) => visit(site.browser, site.server.url, size, language)))

let who: Guest | null = null

/** Makes all pages those of a guest, or of somebody without a name. */
async function comeAs(guest: Guest | null): Promise<void> {
  if (who === guest) return
  who = guest
  for (const visitor of visitors) {
    await visitor.page.evaluate(() => localStorage.clear())
    await guest?.lend(visitor)
    await visitor.page.goto(site.server.url)
    await visitor.page.waitForSelector(guest ? '[data-use="invite"]' : '#player-name')
  }
}

/** Shows a screen on all pages, without loading them again. */
async function showOnAll(path: string): Promise<void> {
  await Promise.all(visitors.map((visitor) => show(visitor, path)))
}

/** Waits until all pages show a position. */
const reached = (version: number): Promise<unknown> =>
  Promise.all(visitors.map(({ page }) => page.waitForSelector(`.table[data-version="${version}"]`)))

const faultsFor = async (index: number, parts?: readonly string[]): Promise<string[]> =>
  (await faultsOf(visitors[index]!.page, parts)).map((fault) => `${VISITS[index]!.join(', ')}: ${fault}`)

async function expectNoFaults(parts?: readonly string[]): Promise<void> {
  const found = await Promise.all(VISITS.map((_, index) => faultsFor(index, parts)))
  expect(found.flat()).toEqual([])
}

/** Languages differ in texts alone: two of them show whether a screen follows the language. */
async function expectNoFaultsIn(paths: readonly string[]): Promise<void> {
  for (const [turn, path] of paths.entries()) {
    const found = await Promise.all(
      [turn, turn + 1].map(async (at) => {
        const index = at % VISITS.length
        await show(visitors[index]!, path)
        return faultsFor(index)
      }),
    )
    expect([path, found.flat()]).toEqual([path, []])
  }
}

async function open(kind: GameKind): Promise<[LiveMatch, LiveMatch]> {
  const match = await ada.curia.create({ kind, clock: 'standard' })
  return [match, await ben.join({ code: match.value.snapshot.code! })]
}

describe('axe finds nothing wrong, in light and dark, in every language, with', () => {
  it.each(['/', '/account', '/join/23456789', '/nothing'])('%s, for somebody without a name', async (path) => {
    await comeAs(null)
    await showOnAll(path)
    await expectNoFaults()
  })

  it('the screens of a player, each in the next two languages and sizes', async () => {
    await comeAs(ada)
    await expectNoFaultsIn(SCREENS)
  })

  it('what is around a table in play', async () => {
    await comeAs(ada)
    const matches = await open('agora-pantheon')
    await Promise.all(matches.map((match) => playTo(match, MIDDLE, Math.random)))
    await matches[0].until(({ version }) => version >= MIDDLE)
    await showOnAll(`/match/${matches[0].id}`)
    await reached(MIDDLE)
    await expectNoFaults(AROUND_A_TABLE)
    await matches[0].resign()
    for (const match of matches) match.close()
  })

  it('every age of every kind, and every decision, each in the next language and size', async () => {
    const own = await visitInAllLanguages()
    await Promise.all(
      own.map((visitor) =>
        showAsLessons(
          visitor,
          positions.map(({ lesson }) => lesson),
        ),
      ),
    )
    const looked = drawn(positions, repeats(positions.length))
    for (const [index, position] of positions.entries()) {
      if (!looked.includes(position)) continue
      const { name, lesson } = position
      const visitor = own[index % own.length]!
      await openLesson(visitor, index, lesson)
      // What differs is the question, and what is offered on the table.
      const parts = TURN.test(name) ? undefined : ['.dock', 'dialog[open]', '.table [data-open]']
      expect([name, await faultsOf(visitor.page, parts)]).toEqual([name, []])
    }
    expect(own.flatMap(({ problems }) => problems)).toEqual([])
    await Promise.all(own.map((visitor) => visitor.close()))
  })

  it('the result, the replay, the check of the deal, and a profile', async () => {
    await comeAs(ada)
    const [match, other] = await open('agora-pantheon')
    await Promise.all([playOn(match), playOn(other)])
    await showOnAll(`/match/${match.id}`)
    await Promise.all(visitors.map(({ page }) => page.waitForSelector('.result')))
    await expectNoFaults(AROUND_A_TABLE)
    await untilListed(site.server.url, match.id)
    const player = ada.curia.session.value.player!.id
    await showOnAll(`/games/${match.id}`)
    await expectNoFaults(AROUND_A_TABLE)
    await expectNoFaultsIn([`/games/${match.id}/fairness`, `/deals/${match.id}`, `/players/${player}`, '/games'])
    for (const live of [match, other]) live.close()
  })

  it('and nothing went wrong on the pages meanwhile', () => {
    // An unknown game is asked for on purpose (404), and the server has no ladder of engines (409).
    const problems = visitors.flatMap((visitor) => visitor.problems)
    expect(problems.filter((problem) => !/\b40[49]\b/.test(problem))).toEqual([])
  })
})
