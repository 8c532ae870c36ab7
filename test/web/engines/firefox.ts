import { launch } from 'puppeteer-core'
import type { EnginePage } from './engine.ts'

/** Opens Firefox, which is driven by WebDriver BiDi. `FIREFOX` names another program. */
export async function openFirefox(): Promise<EnginePage> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: { width: 1366, height: 768 },
  })
  const page = await browser.newPage()
  return {
    name: await browser.version(),
    goto: async (url) => void (await page.goto(url)),
    evaluate: (run, argument) => page.evaluate(run as never, argument as never),
    close: () => browser.close(),
  }
}
