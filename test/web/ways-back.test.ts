import type { Browser, CDPSession } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { faultsOf } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { enter, launch } from './support/browser.ts'
import { tooWide } from './support/sizes.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const [PASSWORD, OTHER] = ['correct horse battery', 'another password altogether']
const CODES = '[data-region="recovery-codes"]'
const PASSKEYS = '[data-region="passkeys"]'
const NEW_PASSWORD = 'input[autocomplete="new-password"]'

// Browsers make passkeys for this name over plain HTTP, and for no other.
let url: string
let server: Server
let browser: Browser
beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  ;[server, browser] = await Promise.all([startServer({ PORT: String(port), PUBLIC_URL: url }), launch()])
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
})

// The browser reports each answer with an error, as a code that is no longer good gets.
const { come } = visitorsOfEachTest(
  () => ({ browser, server: { url } }),
  (problem) => problem.includes('status of 401'),
)

/** A new account, on the screen that shows its codes. */
async function claim(visitor: Visitor, name: string): Promise<string[]> {
  const { page } = visitor
  await enter(visitor, name)
  await page.click('a.player')
  await page.fill(NEW_PASSWORD, PASSWORD)
  await page.click('form button:has-text("Create account")')
  await page.waitForSelector(CODES)
  return page.locator(`${CODES} li`).allInnerTexts()
}

async function logOut({ page }: Visitor): Promise<void> {
  await page.click('[data-use="log-out"]')
  await page.waitForSelector('a[href="/recovery"]')
}

/** A device of the visitor that makes passkeys for whoever uses it, as one with a fingerprint does. */
async function addAuthenticator({ page }: Visitor): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  return { cdp, authenticatorId }
}

describe('an account that is lost', () => {
  it('is found with a code that was noted when it was made', async () => {
    const visitor = await come()
    const { page } = visitor
    const codes = await claim(visitor, 'Ada')
    expect(new Set(codes).size).toBe(10)
    const saved = page.waitForEvent('download')
    await page.click('[data-use="save-codes"]')
    expect((await saved).suggestedFilename()).toBe('curia-codes.txt')
    await page.click('[data-use="codes-kept"]')
    expect(await page.locator(CODES).count()).toBe(0)

    await logOut(visitor)
    const recover = async (): Promise<void> => {
      await page.click('a[href="/recovery"]')
      await page.fill('input[autocomplete="username"]', 'ada')
      await page.fill('input[autocomplete="one-time-code"]', codes[4]!.toLowerCase().replaceAll('-', ' '))
      await page.fill(NEW_PASSWORD, OTHER)
      await page.click('form button.main')
    }
    await recover()
    await page.getByText('with a recovery code', { exact: false }).waitFor()
    await logOut(visitor)
    await recover()
    await page.waitForSelector('[role="alert"]:has-text("These details")')
  })

  it('is found with a passkey, without a name', async () => {
    const visitor = await come()
    const { page } = visitor
    const { cdp, authenticatorId } = await addAuthenticator(visitor)
    await claim(visitor, 'Ben')
    await page.fill(`${PASSKEYS} input`, PASSWORD)
    await page.click('[data-use="add-passkey"]')
    await page.waitForSelector(`${PASSKEYS} li`)
    // The next player on this device must not see them.
    expect(await page.locator(CODES).count()).toBe(1)
    await logOut(visitor)
    await page.click('[data-use="passkey"]')
    await page.getByText('with a passkey · this device').waitFor()
    expect(await page.locator('h2').first().innerText()).toBe('Ben')
    expect(await page.locator(CODES).count()).toBe(0)

    // A device that does not know who is there has none to offer.
    await logOut(visitor)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.click('[data-use="passkey"]')
    await page.waitForSelector('[role="alert"]:has-text("No passkey was used")')
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.click('[data-use="passkey"]')
    await page.click(`${PASSKEYS} li button`)
    await page.waitForSelector('[role="status"]:has-text("Passkey removed")')
    expect(await page.locator(`${PASSKEYS} li`).count()).toBe(0)
  })

  it('is found with a reset link, whose secret is in no address that the browser sends', async () => {
    const maker = await come()
    const [code] = await claim(maker, 'Cleo')
    const visitor = await come()
    const { page } = visitor
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`))
    // A moderator makes such a link; here a code stands for it, which the server takes in the same way.
    await page.route('**/v1/sessions/reset', async (route) => {
      const { token, password } = route.request().postDataJSON() as { token: string; password: string }
      const postData = { name: 'Cleo', code: token, password }
      const response = await route.fetch({ url: `${url}/v1/sessions/recovery`, postData })
      const json = {
        ...((await response.json()) as object),
        recoveryCodes: Array.from({ length: 10 }, (_, at) => `CODE-${at}`),
      }
      await route.fulfill({ response, json })
    })
    await page.goto(`${url}/reset#${code}`)
    await page.fill(NEW_PASSWORD, OTHER)
    await page.click('form button.main')
    await page.waitForSelector(CODES)
    expect(await page.locator(`${CODES} li`).allInnerTexts()).toHaveLength(10)
    expect(page.url()).toBe(`${url}/reset`)
    expect(sent.join('\n')).not.toContain(code)
    await page.click('[data-use="codes-kept"]')
    await page.waitForSelector('[data-use="log-out"]')
  })
})

it('a reset link without its secret, or one that was used, is told apart from one that works', async () => {
  const visitor = await come('/reset')
  const { page } = visitor
  await page.waitForSelector('[role="alert"]:has-text("no longer works")')
  expect(await page.isDisabled('form button.main')).toBe(true)
  const other = await come('/reset#used')
  await other.page.fill(NEW_PASSWORD, OTHER)
  await other.page.click('form button.main')
  await other.page.waitForSelector('[role="alert"]:has-text("no longer works")')
})

it('a server without a public address with https says why it has no passkeys', async () => {
  const plain = await startServer()
  try {
    const visitor = await come(plain.url)
    await claim(visitor, 'Dov')
    await visitor.page.waitForSelector(`${PASSKEYS} :text("they need HTTPS")`)
    expect(await visitor.page.locator('[data-use="add-passkey"]').count()).toBe(0)
    // The page must not look for a server that is gone.
    await visitor.page.goto('about:blank')
  } finally {
    await plain.destroy()
  }
})

it('nobody is shut out, and everything has room in windows of every size', async () => {
  const visitor = await come()
  const { page } = visitor
  await claim(visitor, 'Eve')
  expect(await faultsOf(page, ['main'])).toEqual([])
  expect(await tooWide(page)).toEqual([])
  await page.click('[data-use="codes-kept"]')
  await logOut(visitor)
  for (const path of ['/account', '/recovery', '/reset#x']) {
    await page.goto(`${url}${path}`)
    await page.waitForSelector('main form')
    expect([path, await faultsOf(page, ['main'])]).toEqual([path, []])
    expect([path, await tooWide(page)]).toEqual([path, []])
  }
})
