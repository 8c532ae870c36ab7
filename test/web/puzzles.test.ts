/** Puzzles on the page: that of the day and others, answered at the table as in a match. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord } from '../../src/record/index.ts'
import type { Action } from '../../src/rules/index.ts'
import { legalActions } from '../../src/rules/index.ts'
import { choicesIn, ratedRecord, setPuzzle } from '../puzzles/support.ts'
import { copyEmptyHistory } from '../support/empty-history.ts'
import { quiet } from '../support/history.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { faultsOf } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { launch, shoot } from './support/browser.ts'
import { accountWithSession } from './support/session.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

/** A game, and a turn of it with a card that can be sold. */
interface Turn {
  record: MatchRecord
  version: number
  sale: Action & { slot: number }
}

const { come, comeAs, comeWith } = visitorsOfEachTest(
  () => ({ browser, server }),
  (problem) => problem.includes('status of 404'),
)
const turns: Turn[] = []
let folder: string
let server: Server
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curia-puzzles-'))
  const dir = join(folder, 'history')
  await copyEmptyHistory(dir)
  const database = await openDatabase({ dir }, quiet)
  for (const number of [1, 2]) {
    const turn = turnOf(ratedRecord(number))
    await setPuzzle(database, turn.record, turn.version)
    turns.push(turn)
  }
  await database.close()
  ;[server, browser] = await Promise.all([startServer({ DATA_DIR: folder }), launch()])
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
  await rm(folder, { recursive: true, force: true })
})

/** The best action of the puzzles of tests is the first legal one: a turn that begins with a sale is looked for. */
function turnOf(record: MatchRecord): Turn {
  for (const version of choicesIn(record, 5)) {
    const [first] = legalActions(foldRecord(record, version).state!)
    const { state } = foldRecord(record, version)
    if (state!.age < 2 || state!.stack.at(-1)!.kind !== 'turn' || !first || !('slot' in first)) continue
    return { record, version, sale: { type: 'discard-card', slot: first.slot } }
  }
  throw new Error('nobody can sell a card')
}

/** Sells the first card that is offered. */
async function sell({ page }: Visitor, { sale: { slot } }: Turn): Promise<void> {
  await page.click(`[data-slot="${slot}"][data-open]`)
  await page.click('.use[data-use="discard-card"]')
}

it('the lobby leads there; a guest answers the puzzle of the day, and is told what was right', async () => {
  const visitor = await comeAs('Gus')
  const { page } = visitor
  await page.click('[data-use="puzzles"]')
  await page.waitForURL('**/puzzles')
  await page.click('[data-use="daily-puzzle"]')
  await page.waitForSelector('.table[data-state="yours"]')
  const [daily] = turns as [Turn]
  const seen = await page.content()
  for (const secret of [daily.record.header.id, daily.record.header.seed, 'Livia', 'Gaius']) {
    expect(seen).not.toContain(secret)
  }
  await sell(visitor, daily)
  await page.waitForSelector('dialog [data-chance="0"]')
  const actions = legalActions(foldRecord(daily.record, daily.version).state!)
  expect(await page.locator('dialog [data-chance]').count()).toBe(actions.length)
  expect(await page.locator('dialog .given').count()).toBe(1)
  expect(await page.locator('dialog [data-chance="0"]').innerText()).toContain('90')
  await page.click('[data-use="game"]')
  await page.waitForURL(`**/games/${daily.record.header.id}#v${daily.version}-*`)
  await page.waitForSelector('.table')
  // The answer is remembered.
  await page.goto(`${server.url}/puzzles`)
  await page.click('[data-use="daily-puzzle"]')
  await page.waitForSelector('dialog [data-chance="0"]')
})

it('an account solves as many as there are, and is told its rating', async () => {
  const ada = await accountWithSession(server.url, 'Ada of the puzzles')
  const { page } = await comeWith(ada, '/puzzles')
  await page.click('[data-use="solve"]')
  for (let solved = 0; solved < turns.length; solved++) {
    await page.waitForSelector('.table[data-state="yours"]')
    const open = page.locator('[data-slot][data-open]').first()
    await open.click()
    await page.click('.use[data-use="discard-card"]')
    await page.waitForSelector('dialog >> text=/Your rating for puzzles: [0-9,]+ → [0-9,]+/')
    await page.click('dialog [data-use="next"]')
  }
  await page.waitForSelector('[role="alert"]:has-text("There are no such puzzles right now")')
  await page.waitForSelector('text=/Your rating for puzzles: [0-9,]+/')
  ada.curia.close()
})

it.each(['desktop', 'phone', 'tablet'] as const)('nobody is shut out (%s)', async (size) => {
  const visitor = await come('/puzzles', size)
  const { page } = visitor
  await page.waitForSelector('[data-use="daily-puzzle"]')
  expect(await faultsOf(page)).toEqual([])
  await shoot(visitor, `puzzles-${size}`)
  await page.click('[data-use="daily-puzzle"]')
  await page.waitForSelector('.table[data-state="yours"]')
  expect(await faultsOf(page)).toEqual([])
  await shoot(visitor, `puzzle-${size}`)
  await sell(visitor, turns[0]!)
  await page.waitForSelector('dialog [data-chance="0"]')
  expect(await faultsOf(page)).toEqual([])
  await shoot(visitor, `puzzle-told-${size}`)
  await page.keyboard.press('Escape')
  await page.waitForSelector('dialog', { state: 'detached' })
  expect(await faultsOf(page)).toEqual([])
  await shoot(visitor, `puzzle-solved-${size}`)
})

it('at 320 px nothing lies outside of the screen', async () => {
  const visitor = await come('/puzzles', 'phone')
  const { page } = visitor
  await page.setViewportSize({ width: 320, height: 640 })
  const wide = (): Promise<boolean> =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  await page.waitForSelector('[data-use="daily-puzzle"]')
  expect(await wide()).toBe(false)
  await page.click('[data-use="daily-puzzle"]')
  await page.waitForSelector('.table[data-state="yours"]')
  expect(await wide()).toBe(false)
  await shoot(visitor, 'puzzle-320')
})
