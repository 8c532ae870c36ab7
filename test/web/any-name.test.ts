import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Curia, LiveMatch, MatchState, Seat } from '../../client/src/index.ts'
import { pickAny } from '../../scripts/demo/play.ts'
import { atRest } from './support/at-rest.ts'
import type { Visitor } from './support/browser.ts'
import { go, show, SIZES, visit } from './support/browser.ts'
import { unisolated } from './support/isolation.ts'
import { illegible } from './support/legible.ts'
import type { Guest } from './support/session.ts'
import { accountWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'

/** Names of each kind, mostly as long as they may be: of three players, and of bots of the first two. */
const NAMES = {
  'the widest letters': ['W'.repeat(24), 'M'.repeat(24), 'WM'.repeat(12), 'MW'.repeat(12), '@'.repeat(24)],
  'narrow letters, of one letter or one long word': [
    'i'.repeat(24),
    'I',
    'Donaudampfschifffahrtsge',
    'il'.repeat(12),
    'ß',
  ],
  emoji: ['👩‍🚀', '👍🏽', '🏛️', '🇯🇵', '😀'].map((one) => one.repeat(24)),
  'letters from right to left': [
    'מקסימיליאן בן יהודה מארץ',
    'عبدالرحمن بن محمد الأمين',
    'שלום, עולם!',
    'בוט (123)',
    'روبوت ٧',
  ],
  'broad characters': [
    '千代田区立図書館友の会会長補佐代理見習佐藤花子他',
    '千代田区立図書館友の会会長補佐代理見習鈴木花子他',
    '東京特許許可局長今日急遽休暇許可拒否日本国民全員',
    '機械仕掛けの対戦相手一号機械仕掛けの対戦相手一号',
    '機械仕掛けの対戦相手二号機械仕掛けの対戦相手二号',
  ],
} as const
/** A position in the middle of a game. */
const MIDDLE = 40

const site = openSite()

interface Cast {
  ada: Guest
  others: readonly [Curia, Curia]
  matches: LiveMatch[]
  /** The ids of matches in play, and over. */
  live: string
  ended: string
  /** That of a rated match of the first player, who waits for anyone with the link. */
  waiting: string
  /** Of a match of the second player, who waits, too. */
  code: string
}

/** Plays a seat until the middle of the game, where it is the turn of one of the seats. */
async function playToTheMiddle(match: LiveMatch, turn: Seat): Promise<void> {
  const isThere = ({ version, snapshot }: MatchState): boolean => version >= MIDDLE && snapshot.board?.toAct === turn
  for (;;) {
    const state = await match.until((now) => (isThere(now) || now.snapshot.board?.legal) && now)
    if (isThere(state)) return
    await match.act(pickAny(state.snapshot), state.version)
  }
}

/** Three accounts with all that a screen can show of them. */
async function castOf([first, second, third, ownBot, bot]: readonly string[]): Promise<Cast> {
  const enter = (name: string): Promise<Guest> => accountWithSession(site.server.url, name)
  const [ada, ben, cleo] = [await enter(first!), await enter(second!), await enter(third!)]
  const play = async (terms: Parameters<Curia['create']>[0]): Promise<[LiveMatch, LiveMatch]> => {
    const match = await ada.curia.create({ kind: 'agora-pantheon', clock: 'standard', ...terms })
    const both: [LiveMatch, LiveMatch] = [match, await ben.curia.join({ code: match.value.snapshot.code! })]
    const turn = both[1].value.snapshot.you as Seat
    await Promise.all(both.map((one) => playToTheMiddle(one, turn)))
    await both[1].say(second!)
    await both[0].say(first!)
    return both
  }
  const over = await play({ rated: true })
  await over[1].resign()
  const live = await play({})
  const waiting = await ada.curia.create({ visibility: 'private', clock: 'standard', rated: true })
  const invitation = await ben.curia.create({ visibility: 'private' })
  const listed = await ben.curia.create({ listed: true })
  await ada.curia.challenges.send({ to: { name: third! } })
  await cleo.curia.challenges.send({ to: { name: first! } })
  await ada.curia.bots.create({ name: ownBot! })
  const { player } = await ben.curia.bots.create({ name: bot! })
  await ada.curia.block(player.id)
  await vi.waitUntil(async () => (await fetch(`${site.server.url}/v1/games/${over[0].id}`)).ok, { timeout: 300_000 })
  return {
    ada,
    others: [ben.curia, cleo.curia],
    matches: [...over, ...live, waiting, invitation, listed],
    live: live[0].id,
    ended: over[0].id,
    waiting: waiting.id,
    code: invitation.value.snapshot.code!,
  }
}

describe.each(Object.entries(NAMES))('with names of %s', (_, names) => {
  let cast: Cast
  let visitor: Visitor
  let faults: Record<string, string[]>
  beforeAll(async () => {
    cast = await castOf(names)
    visitor = await visit(site.browser, `${site.server.url}/settings`, 'phone')
    await cast.ada.lend(visitor)
    await visitor.page.reload()
    await visitor.page.waitForSelector('header .player')
  })
  afterAll(async () => {
    await visitor?.close()
    for (const match of cast?.matches ?? []) match.close()
    for (const curia of [cast?.ada.curia, ...(cast?.others ?? [])]) curia?.close()
  })

  /** Waits until the screen stands still, and notes what is wrong with it. */
  async function look(name: string): Promise<void> {
    const { page } = visitor
    await atRest(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    const found = [...(await illegible(page)), ...(await unisolated(page))]
    if (width > SIZES.phone[0]) found.push(`${width} px wide`)
    if (found.length > 0) faults[name] = found
  }

  it('every screen around the match fits a phone, and no name lies over anything else', async () => {
    faults = {}
    const { page } = visitor
    const [ben] = cast.others.map(({ session }) => session.value.player!)
    const screens = [
      '/',
      '/watch',
      '/games',
      '/leaderboards',
      '/settings',
      '/account',
      `/join/${cast.code}`,
      `/players/${ben!.id}`,
      `/players/${cast.ada.curia.session.value.player!.id}`,
      `/games/${cast.ended}/fairness`,
      `/?challenge=${ben!.id}&name=${encodeURIComponent(ben!.name)}`,
    ]
    for (const path of screens) {
      await show(visitor, path)
      if (path === '/leaderboards') await page.waitForSelector('main table, main p.muted')
      await look(path)
    }
    await show(visitor, '/account')
    await page.click('[data-use="new-token"]')
    await look('what is asked of a bot')
    await go(visitor, `/match/${cast.waiting}`)
    await page.waitForSelector('.invitation')
    await look('a match that waits')
    await show(visitor, `/players/${ben!.id}`)
    await page.click('[data-use="report"]')
    await look('the report of a player')
    expect(faults).toEqual({})
    expect(visitor.problems).toEqual([])
  })

  it('the table, the result and the replay fit a phone, and no name lies over anything else', async () => {
    faults = {}
    const { page } = visitor
    await show(visitor, `/match/${cast.live}`)
    await page.waitForSelector('.table .city h2, .table h2')
    await look('the table')
    for (const tab of [2, 3, 4, 5]) {
      await page.click(`nav.tabs button:nth-child(${tab})`)
      await look(`the tab ${tab} of the table`)
      if (tab < 5) await page.keyboard.press('Escape')
    }
    for (const tab of ['Chat', 'Players', 'Log']) {
      await page.click(`[role="tab"]:has-text("${tab}")`)
      await look(tab)
    }
    await page.click('[role="tab"]:has-text("Chat")')
    await page.click('.chat .report')
    await look('the report of a line')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.click('[aria-label="Draw, time, resign, call off"]')
    await look('what is done to the match')
    await page.keyboard.press('Escape')

    await show(visitor, `/match/${cast.ended}`)
    await page.waitForSelector('.result')
    await look('the result')
    await show(visitor, `/games/${cast.ended}#v30-spectator`)
    await page.waitForSelector('.controls')
    await look('the replay')
    expect(faults).toEqual({})
    expect(visitor.problems).toEqual([])
  })
})
