import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { chromium } from 'playwright-core'

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome']
/** Chromium without windows opens a page in half of the processor time. It takes no messages of Web Push. */
const CHROMIUM = { pages: ['chromium-headless-shell', ...WHOLE], push: WHOLE }
export type Needed = keyof typeof CHROMIUM
const RESULTS = fileURLToPath(new URL('../../../test-results/web', import.meta.url))

export const SIZES = { desktop: [1280, 800], tablet: [768, 1024], phone: [360, 640], landscape: [844, 390] } as const
export type Size = keyof typeof SIZES

/** The sizes that the table is designed for, in CSS pixels, each with a size of a screen of the same kind. */
export const DESIGNED: readonly (readonly [width: number, height: number, kind: Size])[] = [
  [1920, 1080, 'desktop'],
  [1366, 768, 'desktop'],
  [820, 1180, 'tablet'],
  [844, 390, 'landscape'],
  [430, 932, 'phone'],
  [390, 844, 'phone'],
  [360, 640, 'phone'],
]

/** A phone, held upright or sideways. */
const isHandheld = (size: Size): boolean => size === 'phone' || size === 'landscape'

/** @throws Error if there is no Chromium on this machine. */
export function findChromium(needed: Needed = 'pages'): string {
  const paths = CHROMIUM[needed].map((name) => `/usr/bin/${name}`)
  const path = process.env.CHROMIUM ?? paths.find(existsSync)
  if (path === undefined)
    throw new Error(`the tests of the page need Chromium (one of ${paths.join(', ')}, or CHROMIUM)`)
  return path
}

/** Without `--disable-gpu`, Chromium emulates one where there is none, and every page takes twice as long. */
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']

/** @throws Error if there is no Chromium on this machine. */
export function launch(args: readonly string[] = [], needed?: Needed): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(needed), args: [...ARGUMENTS, ...args] })
}

/** How long what is waited for may take, ms: a loaded machine is slow. */
const PATIENCE_MS = 60_000

/** What a person plays with. */
export type Hand = 'mouse' | 'touch' | 'keys'

/** Somebody at a browser of their own. */
export interface Visitor {
  page: Page
  hand: Hand
  /** What went wrong on the page: errors, failed requests, and whatever the content security policy has refused. */
  problems: string[]
  close(): Promise<void>
}

export interface Visit {
  moving?: boolean
  hand?: Hand
  /** Runs in the page before its own scripts. */
  prepare?: () => void
  forcedColors?: 'active' | 'none'
}

export async function visit(
  browser: Browser,
  url: string,
  size: Size = 'desktop',
  language = 'en-GB',
  { moving = false, hand = isHandheld(size) ? 'touch' : 'mouse', prepare, forcedColors = 'none' }: Visit = {},
): Promise<Visitor> {
  const [width, height] = SIZES[size]
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: isHandheld(size),
    isMobile: isHandheld(size),
    locale: language,
    // What moves may not be where it was when it is clicked.
    reducedMotion: moving ? 'no-preference' : 'reduce',
    forcedColors,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const problems: string[] = []
  await context.exposeFunction('reportRefusal', (what: string) => void problems.push(`refused by the policy: ${what}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      ;(window as unknown as { reportRefusal: (what: string) => void }).reportRefusal(
        `${violatedDirective} ${blockedURI}`,
      )
    })
  })
  if (prepare) await context.addInitScript(prepare)
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} at ${message.location().url}`)
  })
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  await page.goto(url)
  return { page, hand, problems, close: () => context.close() }
}

export type Theme = 'dark' | 'light'

/** Shows a page in colours that its player has not chosen. */
export const useTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate((chosen) => void (document.documentElement.dataset.theme = chosen), theme)

/** Shows a screen without loading the page again. */
export const go = ({ page }: Visitor, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Shows a screen without loading the page again, and waits until it loads nothing any more. */
export async function show(visitor: Visitor, path: string): Promise<void> {
  const { page } = visitor
  await go(visitor, path)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () => document.querySelector('.table, h1') !== null && document.querySelector('[data-loading]') === null,
  )
}

/** Becomes a guest on the lobby. */
export async function enter({ page }: Visitor, name: string): Promise<void> {
  await page.fill('#player-name', name)
  await page.click('[data-use="enter"]')
  await page.waitForSelector('[data-use="invite"]')
}

/** Whether a kind of game is behind a button of the lobby, because nobody has played it lately. */
export async function isBehindMore(page: Page, kind: string): Promise<boolean> {
  // The line says how many wait once the pools are known.
  await page.waitForSelector('.waiting:not(:empty)')
  return (await page.locator(`label:text-is("${kind}")`).count()) === 0
}

/** A picture for people, in a folder that git ignores. */
export async function shoot({ page }: Visitor, name: string): Promise<void> {
  const path = join(RESULTS, `${name}.png`)
  await mkdir(dirname(path), { recursive: true })
  await page.screenshot({ path })
}
