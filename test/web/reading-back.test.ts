import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { pickAny } from '../../scripts/demo/play.ts'
import { luckAndPlay } from '../../src/analysis/luck.ts'
import type { Analysis, AnalysisProgress, GameKind, PlayerRef, Replay } from '../../src/protocol/index.ts'
import {
  analysisSchema,
  GAME_KIND_IDS,
  playerProfileSchema,
  positionAnswerSchema,
  replaySchema,
} from '../../src/protocol/index.ts'
import { drawn } from '../support/drawn.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { faultsOf } from './support/axe.ts'
import type { Size, Visitor } from './support/browser.ts'
import { shoot, show, visit } from './support/browser.ts'
import { guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'

const site = openSite()
/** `second`: the name of the player of seat 1. */
const games: { id: string; kind: GameKind; versions: number; second: string }[] = []
let ada: PlayerRef
beforeAll(async () => {
  const { url } = site.server
  for (const kind of GAME_KIND_IDS) {
    const [first, second] = [await HttpPlayer.account(url, `Ada ${kind}`), await HttpPlayer.account(url, `Ben ${kind}`)]
    const { snapshot } = await first.create({ kind, clock: 'blitz', rated: true })
    await second.join(snapshot.code!)
    const [end] = await Promise.all([first.playOn(snapshot.match, pickAny), second.playOn(snapshot.match, pickAny)])
    games.push({ id: snapshot.match, kind, versions: end.version, second: end.snapshot.players[1]!.name })
    ada = first.player
  }
  const stored = async (): Promise<number> =>
    ((await (await fetch(`${url}/v1/games`)).json()) as { games: unknown[] }).games.length
  await vi.waitUntil(async () => (await stored()) === GAME_KIND_IDS.length, { timeout: 60_000 })
})

/** A look at a page, which must have no problems. */
async function look(
  path: string,
  name: string,
  check: (visitor: Visitor) => Promise<void>,
  size: Size = 'desktop',
): Promise<void> {
  const visitor = await visit(site.browser, `${site.server.url}${path}`, size)
  try {
    await check(visitor)
    await shoot(visitor, name)
    expect(visitor.problems).toEqual([])
  } finally {
    await visitor.close()
  }
}

describe('a finished game', () => {
  it.each(['phone', 'landscape'] as const)(
    'has its controls on a phone, too, next to everything else, with the link to the position (%s)',
    async (size) => {
      await look(
        `/games/${games.at(-1)!.id}#v9-0`,
        `replay-${size}`,
        async ({ page }) => {
          const controls = (await page.locator('.controls').boundingBox())!
          const tabs = (await page.locator('nav.tabs').boundingBox())!
          const [over, beside] = [controls.y + controls.height <= tabs.y + 1, controls.x + controls.width <= tabs.x + 1]
          expect(over || beside).toBe(true)
          for (const control of await page.locator('.controls :is(button, input, select):visible').all()) {
            const box = (await control.boundingBox())!
            expect(box.x).toBeGreaterThanOrEqual(controls.x)
            expect(box.x + box.width).toBeLessThanOrEqual(controls.x + controls.width)
          }
          expect(await page.locator('.controls [data-use="link"]').isVisible()).toBe(true)
        },
        size,
      )
    },
  )

  it('is in the list, which leads to its replay', async () => {
    await look('/games', 'games', async ({ page }) => {
      await page.click(`a[href="/games/${games[0]!.id}"]`)
      await page.waitForSelector('.table')
    })
  })

  it.each(drawn(GAME_KIND_IDS))(
    '%s: is replayed position by position, and a link leads to one of them',
    async (kind) => {
      const { id, versions, second } = games.find((game) => game.kind === kind)!
      await look(`/games/${id}`, `replay-${kind}`, async ({ page }) => {
        // It opens with the last position and the result; a single slider leads through it.
        await page.waitForFunction((version) => location.hash === `#v${version}-spectator`, versions)
        await page.waitForSelector('.controls [data-use="result"]')
        const slider = page.locator('[role="slider"], input[type="range"]')
        expect(await slider.count()).toBe(1)
        await slider.press('Home')
        await page.waitForFunction(() => location.hash === '#v1-spectator')
        for (const next of [2, 3, 4]) {
          await page.click('[data-use="on"]')
          await page.waitForFunction((version) => location.hash === `#v${version}-spectator`, next)
        }
        await page.keyboard.press(',')
        await page.waitForFunction(() => location.hash === '#v3-spectator')
        await slider.press('End')
        await page.waitForFunction((version) => location.hash === `#v${version}-spectator`, versions)
        expect(await slider.getAttribute('aria-valuenow')).toBe(String(versions))
        await slider.press('ArrowLeft')
        await page.waitForFunction((version) => location.hash === `#v${version}-spectator`, versions - 1)
        // The curve itself is the slider.
        const { x, y, width, height } = (await page.locator('.controls .plot').boundingBox())!
        await page.mouse.click(x + width / 2, y + height / 2)
        const middle = Math.round(1 + (versions - 1) / 2)
        await page.waitForFunction((at) => Math.abs(Number(/^#v(\d+)-/.exec(location.hash)?.[1]) - at) <= 1, middle)
      })
      const linked = Math.round(versions / 2)
      await look(`/games/${id}#v${linked}-1`, `replay-${kind}-link`, async ({ page }) => {
        await page.waitForSelector('.table')
        expect(await page.locator('.controls').innerText()).toContain(`${linked} / ${versions}`)
        // Seat 1 sees the table from their side.
        expect(await page.locator('[data-region="below"] h2').innerText()).toContain(second)
        const answer = await fetch(`${site.server.url}/v1/games/${id}/positions/${linked}?viewer=1`)
        const { ledger } = positionAnswerSchema.parse(await answer.json())
        for (const seat of [0, 1] as const)
          expect(await page.locator(`[data-score="${seat}"]`).first().innerText()).toBe(
            String(ledger![seat].points.total),
          )
      })
    },
  )

  it.each(drawn(GAME_KIND_IDS))('%s: its deal is computed again, and every card is compared with it', async (kind) => {
    await look(
      `/games/${games.find((game) => game.kind === kind)!.id}/fairness`,
      `fairness-${kind}`,
      async ({ page }) => {
        await page.waitForSelector('li .mark')
        const marks = await page
          .locator('li .mark svg')
          .evaluateAll((signs) => signs.map((sign) => sign.getAttribute('aria-label')))
        // This device did not see the match: what it was shown cannot be compared.
        const [unknown, ok] = ["can't tell", 'passed']
        expect(marks).toEqual([unknown, ok, ok, ok, ok, ok, unknown])
      },
    )
  })
})

it('a game against a bot passes every check for the player whose device has seen it, if only the draft was played', async () => {
  const { url } = site.server
  const guest = await guestWithSession(url, 'Ada')
  const { snapshot } = await guest.curia.rest.post('/v1/matches', {
    body: { kind: 'base', opponent: { bot: 'novice' } },
  })
  await look('/', 'fairness-bot', async (visitor) => {
    const { page } = visitor
    await guest.lend(visitor)
    await page.goto(`${url}/match/${snapshot.match}`)
    await page.click('[aria-label="Draw, time, resign, call off"]')
    await page.click('[data-use="ask-resign"]')
    await page.click('[data-use="resign"]')
    await page.waitForSelector('.table[data-state="ended"]')
    const isStored = async (): Promise<boolean> => (await fetch(`${url}/v1/games/${snapshot.match}`)).ok
    await vi.waitUntil(isStored, { timeout: 60_000 })
    await page.goto(`${url}/games/${snapshot.match}/fairness`)
    await page.waitForSelector('li .mark')
    const signs = await page
      .locator('li .mark svg')
      .evaluateAll((all) => all.map((sign) => sign.getAttribute('aria-label')))
    const [ok, unknown] = ['passed', "can't tell"]
    // No card lay on the table yet.
    expect(signs).toEqual([ok, ok, ok, ok, unknown, ok, ok])
  })
})

it.each(['desktop', 'phone'] as const)(
  'a game is analysed: the curve, the moves that cost most, and what would have been better (%s)',
  async (size) => {
    const { id } = games[0]!
    const answers = await analysisOf(id)
    const [decision] = (answers.at(-1) as Analysis).decisions
    const check = async ({ page }: Visitor): Promise<void> => {
      await page.route('**/analysis', (route) =>
        route.fulfill({ json: answers.length > 1 ? answers.shift() : answers[0] }),
      )
      // A full city leaves no room for the tabs on a lower window.
      if (size === 'desktop') await page.setViewportSize({ width: 1280, height: 1100 })
      else await page.click('nav.tabs button:last-child')
      await page.click('[role="tab"]:has-text("Analysis")')
      await page.click('[data-use="analyse"]')
      await page.waitForSelector('.analysis progress')
      await page.waitForSelector('.analysis .rows')
      // The scrubber has the curve and the mark of the costly move; a tap on the mark leads there.
      expect(await page.locator('.controls .stroke:not(.luck)').count()).toBe(2)
      if (size === 'desktop') {
        const { x, y, width, height } = (await page.locator(`[data-costly="${decision!.version}"]`).boundingBox())!
        await page.mouse.click(x + width / 2 + 5, y + height / 2)
        await page.waitForFunction((version) => location.hash === `#v${version}-spectator`, decision!.version)
        expect(await page.locator('.controls h2').innerText()).toContain('60% to 30%')
      }
      await page.focus(`[data-decision="${decision!.version}"]`)
      await page.keyboard.press('Enter')
      await page.waitForFunction((version) => location.hash === `#v${version}-spectator`, decision!.version)
      // What the blunder cost, and what the cards gave back.
      expect(await page.locator(`[data-luck="${decision!.seat}"]`).innerText()).toContain('Moves cost 30%')
      expect(await page.locator('.controls .luck').count()).toBe(2)
      expect(await page.locator('.alternatives li').first().innerText()).toMatch(/1\s+Build .+\s60%/)
      // It is shown where it lies, too.
      const { slot } = decision!.alternatives[0]!.action as { slot: number }
      expect(await page.getAttribute(`[data-slot="${slot}"]`, 'data-advice')).toBe('1')
      expect(await faultsOf(page, ['.analysis', '.controls'])).toEqual([])
    }
    await look(`/games/${id}`, `analysis-${size}`, check, size)
  },
)

/** What a server answers that analyses a game: how far it is, then a blunder of the first discarded card. */
async function analysisOf(id: string): Promise<(AnalysisProgress | Analysis)[]> {
  const replay: unknown = await (await fetch(`${site.server.url}/v1/games/${id}/replay`)).json()
  const { record } = replaySchema.parse(replay) as Extract<Replay, { complete: true }>
  const { version, body } = record.entries.find(
    (entry) => entry.body.type === 'act' && entry.body.action.type === 'discard-card',
  )!
  const { seat, action: given } = body as Extract<typeof body, { type: 'act' }>
  const { slot } = given as Extract<typeof given, { type: 'discard-card' }>
  const action = { type: 'discard-card' as const, slot }
  const decision = {
    version: version - 1,
    seat,
    action,
    before: 0.6,
    after: 0.3,
    mark: 'blunder' as const,
    alternatives: [{ action: { type: 'construct-building' as const, slot }, chance: 0.6 }],
  }
  const later = { ...decision, version: version + 1, before: 0.4, after: 0.4, mark: null, alternatives: [] }
  return [
    { id, progress: 0.5 },
    analysisSchema.parse({ id, ...luckAndPlay([decision, later], { byRules: false, winner: null }) }),
  ]
}

it('a private match that goes on is read back by a spectator who has its code', async () => {
  const { url } = site.server
  const [first, second] = [await HttpPlayer.guest(url, 'Ada'), await HttpPlayer.guest(url, 'Ben')]
  const { snapshot } = await first.create({ kind: 'base', seat: 0, visibility: 'private' })
  const [id, code] = [snapshot.match, snapshot.code!]
  await second.join(code)
  for (let moves = 0; moves < 3; moves += 1) {
    for (const player of [first, second]) {
      const view = await player.view(id)
      if (view.snapshot.board?.legal) await player.act(id, view, pickAny(view.snapshot))
    }
  }
  const { version } = await first.view(id)
  const spectator = await guestWithSession(url, 'Cy')
  await look('/', 'private-spectator', async (visitor) => {
    await spectator.lend(visitor)
    await visitor.page.goto(`${url}/match/${id}?code=${code}`)
    await visitor.page.waitForSelector('.table')
    await visitor.page.keyboard.press(',')
    await visitor.page.waitForSelector(`.dock.history h2:has-text("position ${version - 1} of ${version}")`)
  })
})

it('a profile shows ratings, results, wonders and games', async () => {
  await look(`/players/${ada.id}`, 'profile', async ({ page }) => {
    await page.waitForSelector('table tbody tr')
    const text = await page.locator('main').innerText()
    expect(text).toContain('Agora and Pantheon · real time')
    expect(await page.locator('a[href^="/games/"]').count()).toBe(1)
    expect(await page.locator('table tbody tr').count()).toBeGreaterThanOrEqual(3)
  })
})

it('a profile says what a move costs, and what the results are without luck, once there are analysed games', async () => {
  const few = { games: 1, decisions: 30, cost: { mean: 61.4, margin: null }, result: { mean: 4_812, margin: null } }
  const more = {
    games: 34,
    decisions: 1_100,
    cost: { mean: 118.6, margin: 31.2 },
    result: { mean: 5_420, margin: 611 },
  }
  for (const [play, texts] of [
    [undefined, []],
    [few, ['Cost per move\n0.6%', 'Results without luck\n48%', 'from the last analysed game.']],
    [more, ['Cost per move\n1.2% ± 0.3%', 'Results without luck\n54% ± 6%', 'from the last 34 analysed games.']],
  ] as const) {
    await look('/games', `profile-play-${play?.games ?? 0}`, async (visitor) => {
      const { page } = visitor
      await page.route(`**/v1/players/${ada.id}`, async (route) => {
        const profile = playerProfileSchema.parse({ ...(await (await route.fetch()).json()), play })
        await route.fulfill({ json: profile })
      })
      await show(visitor, `/players/${ada.id}`)
      await page.waitForSelector('dl dd')
      const text = await page.locator('main').innerText()
      for (const each of texts) expect(text).toContain(each)
      if (!play) expect(text).not.toMatch(/per move|luck/)
      expect(await faultsOf(page)).toEqual([])
    })
  }
})

it('a player who has played nothing, a game and a page that are not there are told of in words', async () => {
  const nobody = 'nobodynobodynobo'
  // Refused requests are errors to the browser; they are what is asked for here.
  for (const [path, text] of [
    [`/players/${nobody}`, 'find this player'],
    ['/players/nobody', 'find this player'],
    [`/games/${nobody}`, 'find this game'],
    ['/leaderboards', 'No ranked players yet'],
  ] as const) {
    const visitor = await visit(site.browser, `${site.server.url}${path}`)
    await visitor.page.waitForSelector(`text=${text}`)
    await visitor.close()
  }
})

interface Lesson {
  results: { action: Record<string, string | number> }[]
}

it('the introduction leads from how one wins over every lesson to a first game, and says so when something else is done', async () => {
  const path = new URL('../../web/src/learn/lessons.json', import.meta.url)
  const lessons = JSON.parse(readFileSync(path, 'utf8')) as Lesson[]
  const visitor = await visit(site.browser, `${site.server.url}/`)
  const { page } = visitor
  // Who is new finds it without scrolling, on a phone, too.
  await page.setViewportSize({ width: 360, height: 640 })
  const link = (await page.locator('main a[href="/learn"]').boundingBox())!
  expect(link.y + link.height).toBeLessThan(640)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.click('main a[href="/learn"]')
  await page.waitForSelector('h2:has-text("Know everything")')
  expect(await page.locator('.ways li').count()).toBe(4)
  await page.click('[data-use="next"]')
  for (const [index, { results }] of lessons.entries()) {
    await page.waitForURL(new RegExp(`/learn/${index + 2}$`))
    const [first] = results
    if (first) {
      await page.click('[data-use="try"]')
      const { type, ...fields } = first.action
      if (index === 1) {
        await page.click(`[data-slot="${fields.slot}"]`)
        await page.click('.use[data-use="discard-card"]')
        await page.waitForSelector('.dock:has-text("But this time")')
      }
      const [[field, value]] = Object.entries(fields) as [[string, string | number]]
      await page.click(`[data-${field}="${value}"][data-open]`)
      const text = (fields.offerings ?? 'none') === 'none' ? fields.wonder : 'with offering'
      const label = text === undefined ? '' : `:has-text("${String(text).replaceAll('-', ' ')}")`
      await page.click(`.use[data-use="${type}"]:not([aria-disabled="true"])${label}`)
    }
    if (index < lessons.length - 1) await page.click('[data-use="next"]')
  }
  await page.waitForSelector('a[href="/rules"]')
  await page.click('[data-use="first-game"]')
  await page.waitForSelector('.table[data-state="yours"]')
  await page.waitForSelector('.slip.shown[data-at="region:draft"]')
  expect(visitor.problems).toEqual([])
  await visitor.close()
})
