import type { LiveMatch, Snapshot } from '../../client/src/index.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import type { GameKind } from '../../src/protocol/index.ts'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { clientOf } from '../support/guest.ts'
import { startServer } from '../support/server.ts'
import type { Visitor } from './support/browser.ts'
import { DESIGNED, launch, shoot, useTheme, visit } from './support/browser.ts'
import type { Guest } from './support/session.ts'
import { guestWithSession } from './support/session.ts'

// Takes pictures of every screen and of every kind of decision, at all sizes, light and dark, into test-results/web/.
// They are for people to look at: npm run pictures

/** Games of each kind until the kinds of decisions that were not seen are given up. */
const GAMES = Number(process.env.GAMES ?? 3)
const KINDS = GAME_KIND_IDS.filter((kind) => (process.env.KINDS ?? kind).split(',').includes(kind))
const THEMES = (['light', 'dark'] as const).filter((theme) => (process.env.THEMES ?? theme).split(',').includes(theme))
/** Of the page, as a browser asks for it. */
const LANGUAGE = process.env.LANGUAGE_TAG ?? 'en-GB'
const SIZES = DESIGNED.filter(([width]) => (process.env.WIDTHS ?? String(width)).split(',').includes(String(width)))
const SCREENS = [
  '/',
  '/games',
  '/leaderboards',
  '/engines',
  '/tournaments',
  '/statistics',
  '/watch',
  '/settings',
  '/account',
  '/recovery',
  '/reset',
  '/join/23456789',
  '/rules',
  '/puzzles',
  ...Array.from({ length: 15 }, (_, index) => `/learn/${index + 1}`),
  '/offline.html',
]

const server = await startServer()
const browser = await launch()
const seen = new Set<string>()
const problems = new Set<string>()

/** A browser of each size in which a guest plays. */
async function browsersOf(guest: Guest): Promise<Visitor[]> {
  return Promise.all(
    SIZES.map(async ([width, height, kind]) => {
      const visitor = await visit(browser, server.url, kind, LANGUAGE)
      await visitor.page.setViewportSize({ width, height })
      await guest.lend(visitor)
      return visitor
    }),
  )
}

/** Of what is on all screens now, light and dark. */
async function picture(visitors: readonly Visitor[], name: string): Promise<void> {
  for (const [index, visitor] of visitors.entries()) {
    const size = SIZES[index]!.slice(0, 2).join('x')
    for (const theme of THEMES) {
      await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
      await useTheme(visitor.page, theme)
      await shoot(visitor, `${size}-${theme}/${name}`)
    }
    for (const problem of visitor.problems) problems.add(`${name} (${size}): ${problem}`)
  }
}

async function reached(visitors: readonly Visitor[], version: number): Promise<void> {
  await Promise.all(visitors.map(({ page }) => page.waitForSelector(`.table[data-version="${version}"]`)))
}

/** What is new about a position: its decision, and in a turn the age. */
function subjectOf({ kind, board }: Snapshot): string {
  const decision = board!.decision!.kind
  return decision === 'turn' || decision === 'draft' ? `${kind}-${decision}-age-${board!.age}` : `decision-${decision}`
}

async function play(kind: GameKind): Promise<void> {
  const guest = await guestWithSession(server.url, 'Ada')
  const ada = guest.curia
  const ben = await clientOf(server.url, 'Ben')
  const visitors = await browsersOf(guest)
  const match: LiveMatch = await ada.create({ kind, clock: 'standard' })
  const path = `${server.url}/match/${match.id}`
  await Promise.all(visitors.map(({ page }) => page.goto(path)))
  await Promise.all(visitors.map(({ page }) => page.waitForSelector('input[readonly]')))
  if (!seen.has('invitation')) await picture(visitors, 'invitation')
  seen.add('invitation')
  const other = await ben.join({ code: match.value.snapshot.code! })
  await Promise.all([
    playOn(match, async (snapshot, version) => {
      const subject = subjectOf(snapshot)
      if (!seen.has(subject)) {
        seen.add(subject)
        await reached(visitors, version)
        await picture(visitors, subject)
        for (const { page } of visitors)
          await page.click('[data-slot][data-open], [data-open], .use', { timeout: 2_000 }).catch(() => undefined)
        await picture(visitors, `${subject}-selected`)
        for (const { page } of visitors) await page.keyboard.press('Escape')
      }
      return pickAny(snapshot)
    }),
    playOn(other),
  ])
  await reached(visitors, match.value.version)
  await Promise.all(visitors.map(({ page }) => page.waitForSelector('.result')))
  if (!seen.has(`${kind}-end`)) {
    await picture(visitors, `${kind}-end`)
    await Promise.all(visitors.map(({ page }) => page.goto(`${server.url}/games/${match.id}`)))
    await Promise.all(visitors.map(({ page }) => page.waitForSelector('.table')))
    await picture(visitors, `${kind}-replay`)
  }
  seen.add(`${kind}-end`)
  if (kind === 'agora-pantheon' && !seen.has('screens')) {
    seen.add('screens')
    const player = ada.session.value.player!.id
    for (const screen of [...SCREENS, `/players/${player}`, `/games/${match.id}/fairness`, `/deals/${match.id}`]) {
      await Promise.all(visitors.map(({ page }) => page.goto(`${server.url}${screen}`)))
      await Promise.all(visitors.map(({ page }) => page.waitForLoadState('networkidle')))
      await picture(visitors, `screen${screen.replaceAll(/[^a-z0-9]+/g, '-')}`)
    }
  }
  ada.close()
  ben.close()
  await Promise.all(visitors.map((visitor) => visitor.close()))
}

try {
  for (let round = 0; round < GAMES; round += 1) {
    for (const kind of KINDS.toReversed()) await play(kind)
  }
  process.stdout.write([...[...seen].sort(), ...problems, ''].join('\n'))
} finally {
  await browser.close()
  await server.destroy()
}
