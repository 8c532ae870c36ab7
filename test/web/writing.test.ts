import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { enter } from './support/browser.ts'
import { seatTwo } from './support/play.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { visitors, come, comeAs } = visitorsOfEachTest(() => site)

const FAMILY = '👨‍👩‍👧‍👦'

/** What the browser says when the form of a field is sent; empty if it is sent. */
const refusal = (field: Locator): Promise<string> =>
  field.evaluate((input: HTMLInputElement | HTMLTextAreaElement) => input.validationMessage)

describe('a field of the page takes as many characters as the server does, as people count them:', () => {
  it('a name has up to 24 emoji, and a longer one is not cut off but refused with the reason', async () => {
    const ada = await come()
    const field = ada.page.locator('#player-name')
    await field.fill(FAMILY.repeat(25))
    expect(await field.inputValue()).toBe(FAMILY.repeat(25))
    expect(await refusal(field)).toBe('Use at most 24 characters. This is 25.')
    await ada.page.click('[data-use="enter"]')
    expect(await ada.page.locator('[data-use="invite"]').count()).toBe(0)
    await enter(ada, FAMILY.repeat(24))
    expect(await ada.page.locator('a.player').innerText()).toContain(FAMILY.repeat(24))
  })

  it('a name that nobody could see is refused in the language of the page', async () => {
    const ada = await come('/', 'desktop', 'de-DE')
    const field = ada.page.locator('#player-name')
    await field.fill('\u3164\u2800')
    expect(await refusal(field)).toBe('Diesen Text sieht niemand. Gib etwas Sichtbares ein.')
    await field.fill('Ada')
    expect(await refusal(field)).toBe('')
  })

  it('a password is counted in the same way', async () => {
    const ada = await comeAs('Ada')
    await ada.page.click('a.player')
    const field = ada.page.locator('input[autocomplete="new-password"]')
    await field.fill('😀'.repeat(7))
    expect(await refusal(field)).toBe('Use at least 8 characters.')
    await field.fill('😀'.repeat(129))
    expect(await refusal(field)).toBe('Use at most 128 characters. This is 129.')
    for (const right of [8, 128]) {
      await field.fill('😀'.repeat(right))
      expect(await refusal(field)).toBe('')
    }
  })

  it('a line of chat has up to 300, a note of a report up to 500', async () => {
    const [ada, ben] = await seatTwo(site.browser, site.server.url, 'Base game')
    visitors.push(ada, ben)
    await Promise.all([ada, ben].map(({ page }) => page.click('[role="tab"]:has-text("Chat")')))
    const field = ada.page.locator('.chat form input')
    for (const wrong of ['\u3164', '😀'.repeat(301)]) {
      await field.fill(wrong)
      await field.press('Enter')
      expect(await refusal(field)).not.toBe('')
    }
    await field.fill('😀'.repeat(300))
    await field.press('Enter')
    await ben.page.waitForSelector('.chat li:has-text("😀")')
    const lines = await ben.page.locator('.chat li').allInnerTexts()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('😀'.repeat(300))

    await ben.page.click('.chat .report')
    const note = ben.page.locator('textarea')
    await note.fill('😀'.repeat(501))
    expect(await refusal(note)).toBe('Use at most 500 characters. This is 501.')
    await note.fill(FAMILY.repeat(500))
    await ben.page.click('[data-use="send-report"]')
    await ben.page.waitForSelector('form [role="status"]')
  })
})
