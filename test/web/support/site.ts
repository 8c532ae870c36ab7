import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { Server } from '../../support/server.ts'
import { startServer } from '../../support/server.ts'
import type { Needed } from './browser.ts'
import { launch } from './browser.ts'

/** A server with the page, and a browser, for all tests of a file. */
export interface Site {
  readonly server: Server
  readonly browser: Browser
}

/**
 * Opens a site before the tests of the file that calls it, and closes it after them.
 * @param args - of the browser
 * @param needed - what the tests need of the browser
 */
export function openSite(args: readonly string[] = [], needed?: Needed): Site {
  let server: Server | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), launch(args, needed)])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.destroy()
  })
  const opened = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('the site is open during the tests only')
    return part
  }
  return {
    get server() {
      return opened(server)
    },
    get browser() {
      return opened(browser)
    },
  }
}
