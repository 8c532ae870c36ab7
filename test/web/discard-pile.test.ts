import { expect, it } from 'vitest'
import type { Action, Curia, LiveMatch, Snapshot } from '../../client/src/index.ts'
import { expandOffers } from '../../client/src/index.ts'
import { pickBy, playOn } from '../../scripts/demo/play.ts'
import { clientOf } from '../support/guest.ts'
import { seededRandom } from '../support/random.ts'
import { openLesson, showAsLessons } from './support/lessons.ts'
import { EVERY_DECISION, positionsOf } from './support/positions.ts'
import { guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { come } = visitorsOfEachTest(() => site)
const random = seededRandom(61)
/** The Mausoleum is among the wonders of most games, but dealt to its player in few of them. */
const MOST_GAMES = 40
const MAUSOLEUM = 'mausoleum'

/** Drafts the Mausoleum, builds it as soon as that is possible, and discards cards for it. */
function towardsThePile(snapshot: Snapshot): Action {
  const actions = expandOffers(snapshot.board!.legal)
  const wanted = actions.find((action) => 'wonder' in action && action.wonder === MAUSOLEUM)
  return wanted ?? actions.find(({ type }) => type === 'discard-card') ?? pickBy(random, snapshot)
}

const asksForOneOfSeveral = ({ board }: Snapshot): boolean =>
  board?.decision?.kind === 'revive' && expandOffers(board.legal).length > 1

/** Plays games until one of several cards of the discard pile is asked for. */
async function playToThePile(ada: Curia, ben: Curia): Promise<LiveMatch> {
  for (let game = 0; game < MOST_GAMES; game += 1) {
    const match = await ada.create({ kind: 'base', clock: 'none' })
    const other = await ben.join({ code: match.value.snapshot.code! })
    const ended = playOn(other, (snapshot) => pickBy(random, snapshot))
    const found = await new Promise<boolean>((resolve, reject) => {
      const played = playOn(match, (snapshot) => {
        if (!asksForOneOfSeveral(snapshot)) return towardsThePile(snapshot)
        resolve(true)
        return new Promise(() => undefined)
      })
      Promise.all([played, ended]).then(() => resolve(false), reject)
    })
    if (found) return match
  }
  throw new Error(`in ${MOST_GAMES} games nobody has built the Mausoleum`)
}

it('the pile that a question has opened closes with it, also if that is answered elsewhere', async () => {
  const [ada, ben] = await Promise.all([guestWithSession(site.server.url, 'Ada'), clientOf(site.server.url, 'Ben')])
  const visitor = await come('/', 'tablet')
  await ada.lend(visitor)
  const match = await playToThePile(ada.curia, ben)
  const { page } = visitor
  await page.goto(`${site.server.url}/match/${match.id}`)
  await page.waitForSelector('dialog[open] .pile')
  // Nobody plays on: what is asked next is asked for good.
  ben.close()
  const { version, snapshot } = match.value
  await match.act(expandOffers(snapshot.board!.legal)[0]!, version)
  await page.waitForSelector(`.table[data-version="${version + 1}"]`)
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  ada.curia.close()
})

it('the pile opens for the card that is still asked for when the wonder is chosen first, and for another wonder', async () => {
  const visitor = await come('/', 'tablet')
  const { page } = visitor
  const [position] = positionsOf(...EVERY_DECISION).filter(({ name }) => name.includes('construct-with-discarded'))
  await showAsLessons(visitor, [position!.lesson])
  await openLesson(visitor, 0, position!.lesson)
  await page.waitForSelector('dialog[open] .pile')
  for (let other = 0; other < 2; other += 1) {
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog[open]', { state: 'detached' })
    await page.locator('[data-wonder][data-open]:not([aria-pressed="true"])').nth(other).click()
    await page.waitForSelector('dialog[open] .pile [data-open]')
  }
})
