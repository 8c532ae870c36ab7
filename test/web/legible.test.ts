import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Curia, LiveMatch } from '../../client/src/index.ts'
import { pickBy, playOn } from '../../scripts/demo/play.ts'
import { drawn } from '../support/drawn.ts'
import { clientOf } from '../support/guest.ts'
import { seededRandom } from '../support/random.ts'
import { atRest } from './support/at-rest.ts'
import type { Size, Visitor } from './support/browser.ts'
import { DESIGNED, show, SIZES, visit } from './support/browser.ts'
import { LANGUAGES, textsIn } from './support/languages.ts'
import { illegible } from './support/legible.ts'
import { openLesson, showAsLessons, TASK_STRIP } from './support/lessons.ts'
import { untilListed } from './support/listed.ts'
import { EVERY_DECISION, positionsOf, threatened } from './support/positions.ts'
import type { Guest } from './support/session.ts'
import { guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'

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
  '/join/23456789',
  '/rules',
  '/puzzles',
  '/nothing',
  ...Array.from({ length: 15 }, (_, index) => `/learn/${index + 1}`),
]
/** With both expansions most lies on the table; without them cards lie otherwise. */
const positions = [
  ...positionsOf(...EVERY_DECISION),
  ...positionsOf('base', 1, 10),
  ...(['base', 'agora', 'pantheon', 'agora-pantheon'] as const).map(threatened),
]

const site = openSite()
let ada: Guest
let ben: Curia
let match: LiveMatch
beforeAll(async () => {
  const { url } = site.server
  ;[ada, ben] = await Promise.all([guestWithSession(url, 'Ada'), clientOf(url, 'Ben')])
  match = await ada.curia.create({ kind: 'base', clock: 'standard' })
  const other = await ben.join({ code: match.value.snapshot.code! })
  const random = seededRandom(51)
  await Promise.all([match, other].map((seat) => playOn(seat, (snapshot) => pickBy(random, snapshot))))
})
afterAll(() => {
  ada?.curia.close()
  ben?.close()
})

/** By then Age III has been laid out. */
const AGE_III = 50

/** Screens around the match are texts: those of these languages are looked at upright, all others in the narrowest. */
const LONGEST = ['de', 'fr']
const SCREEN_SIZES = (Object.keys(SIZES) as Size[]).map((kind) => [...SIZES[kind], kind] as const)
const NARROWEST = SCREEN_SIZES.filter(([, , kind]) => kind === 'phone')
/** Held sideways, what matters is the table, which is looked at in every decision. */
const UPRIGHT = SCREEN_SIZES.filter(([, , kind]) => kind !== 'landscape')

/** Screens of every kind, by width. A position is seen on one of each. */
const KINDS = (['desktop', 'landscape', 'tablet'] as const)
  .map((kind) => DESIGNED.filter((size) => size[2] === kind))
  .concat([DESIGNED.filter(([width]) => width >= 390 && width < 800), DESIGNED.filter(([width]) => width < 390)])
/** Whether every position is looked at in every language and size, which takes an hour. */
const EVERYWHERE = process.env.EVERYWHERE === '1'

/**
 * The sizes in which a position is looked at in a language: one in each language, on another kind of screen in each of
 * them, and with the next position on the next kind. So each position is seen in every language and on every kind of
 * screen, and each language on every kind.
 */
function sizesOf(language: string, index: number): typeof DESIGNED {
  if (EVERYWHERE) return DESIGNED
  const kind = KINDS[(index + LANGUAGES.indexOf(language)) % KINDS.length]!
  return [kind[Math.floor(index / KINDS.length) % kind.length]!]
}

interface Look {
  /** In which of the sizes; in all of them if not given. */
  among?: typeof DESIGNED
  /** What is above that which is looked at, so that the screen is higher, CSS pixels. */
  above?: number
  /** Chooses something, if there is anything, after which it is looked at again. Escape takes the choice back. */
  choose?: () => Promise<boolean>
}

/**
 * Looks at pages in a language, and collects what cannot be read there, by size and screen. All sizes of a
 * kind of screen are those of one page, where the table keeps its arrangement: what is open is shown in each of them.
 */
async function faultsIn(
  language: string,
  sizes: typeof DESIGNED,
  lookThrough: (visitor: Visitor, look: (name: string, how?: Look) => Promise<void>, size: Size) => Promise<void>,
): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {}
  const kinds = [...new Set(sizes.map(([, , kind]) => kind))]
  await Promise.all(
    kinds.map(async (kind) => {
      const visitor = await visit(site.browser, site.server.url, kind, language)
      const { page } = visitor
      const examine = async (name: string, [width, height]: (typeof DESIGNED)[number]): Promise<void> => {
        const figures = sizes !== DESIGNED ? undefined : Math.min(width, height) < 700 ? 'phone' : 'wide'
        await atRest(page)
        const found = await illegible(page, figures)
        if (found.length > 0) faults[`${width} × ${height}: ${name}`] = found
      }
      await lookThrough(
        visitor,
        async (name, { above = 0, choose, among = sizes } = {}) => {
          for (const size of sizes.filter((one) => one[2] === kind && among.includes(one))) {
            await page.setViewportSize({ width: size[0], height: size[1] + above })
            await examine(name, size)
            if (!(await choose?.())) continue
            await examine(`${name}, chosen`, size)
            await page.keyboard.press('Escape')
          }
        },
        kind,
      )
      await visitor.close()
    }),
  )
  return faults
}

/** Chooses the first card or action that is offered. */
const chooseFirst = ({ page }: Visitor): Promise<boolean> =>
  page.evaluate(() => {
    const first = document.querySelector<HTMLElement>('[data-open], .use:not([aria-disabled="true"])')
    first?.click()
    return first !== null
  })

it('every decision that there is a question for is one of the positions', () => {
  const known = new Set(positions.map(({ name }) => name))
  const kinds = Object.keys(textsIn('en')).flatMap((key) => /^prompt\.(.*)\.self$/.exec(key)?.[1] ?? [])
  // The turns are there by age; what is unknown is of a later version of the server.
  const missing = kinds.filter((kind) => !['turn', 'unknown'].includes(kind) && !known.has(`agora-pantheon: ${kind}`))
  expect(missing).toEqual([])
  expect(kinds.length).toBeGreaterThan(30)
})

describe.each(drawn(LANGUAGES, 2))('in %s every text can be read, on screens of all sizes,', (language) => {
  it('around the match', async () => {
    await untilListed(site.server.url, match.id)
    const player = ada.curia.session.value.player!.id
    const screens = [
      ...SCREENS,
      `/players/${player}`,
      `/games/${match.id}/fairness`,
      `/games/${match.id}`,
      `/deals/${match.id}`,
    ]
    const faults = await faultsIn(language, LONGEST.includes(language) ? UPRIGHT : NARROWEST, async (visitor, look) => {
      const { page } = visitor
      await page.waitForSelector('#player-name')
      await look('without a name')
      await ada.lend(visitor)
      await page.reload()
      await page.waitForSelector('[data-use="invite"]')
      for (const path of screens) {
        await show(visitor, path)
        // The table of a lesson has its size on a screen that is higher by the task.
        await look(path, { above: path.startsWith('/learn/') ? TASK_STRIP : 0 })
      }
      // In Age III the structure has seven rows, for which a phone has the least room.
      await show(visitor, '/rules')
      const place = `/games/${match.id}#v${Math.min(AGE_III, match.value.version)}-spectator`
      await show(visitor, place)
      await look(place, { among: NARROWEST })
    })
    expect(faults).toEqual({})
  })

  it('at the table, in every decision, before and after something is chosen', async () => {
    const faults = await faultsIn(language, DESIGNED, async (visitor, look, size) => {
      await showAsLessons(
        visitor,
        positions.map(({ lesson }) => lesson),
      )
      for (const [index, { name, lesson }] of positions.entries()) {
        const among = sizesOf(language, index)
        if (!among.some(([, , kind]) => kind === size)) continue
        await openLesson(visitor, index, lesson)
        await look(name, { among, above: TASK_STRIP, choose: () => chooseFirst(visitor) })
        // Names of players and ages are the only Latin letters of a Japanese question.
        if (language === 'ja') {
          const asked = await visitor.page.locator('.dock').innerText()
          expect(asked.replaceAll(/Ada|Ben|\bI+\b/g, '')).not.toMatch(/[A-Za-z]{2,}/)
        }
      }
    })
    expect(faults).toEqual({})
  })
})

it('a position is seen in every language and on every kind of screen, and each language on every kind', () => {
  const looks = positions.flatMap((_, index) =>
    LANGUAGES.flatMap((language) => sizesOf(language, index).map(([width]) => ({ index, language, width }))),
  )
  const kindOf = (width: number): number => KINDS.findIndex((kind) => kind.some((size) => size[0] === width))
  for (const [index] of positions.entries()) {
    const own = looks.filter((look) => look.index === index)
    expect(new Set(own.map(({ language }) => language)).size).toBe(LANGUAGES.length)
    expect(new Set(own.map(({ width }) => kindOf(width))).size).toBe(KINDS.length)
  }
  const pairs = new Set(looks.map(({ language, width }) => `${language} ${width}`))
  expect(pairs.size).toBe(LANGUAGES.length * DESIGNED.length)
})
