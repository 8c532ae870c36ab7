import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { launch } from './support/browser.ts'

let server: Server
let browser: Browser

/** The page of another site, whose origin the server lets in. It plays an action, and says so. */
const elsewhere = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>A page of another origin</title><output></output>
<script type="module">
  import { Curia, expandOffers } from '${server.url}/sdk/curia.js'

  const curia = new Curia({ url: '${server.url}' })
  await curia.guest({ name: 'Ada' })
  const match = await curia.create({ opponent: { bot: 'novice' }, seat: 0 })
  const { version, snapshot } = await match.until((state) => state.snapshot.board?.legal)
  const answer = await match.act(expandOffers(snapshot.board.legal)[0])
  document.querySelector('output').textContent = 'played ' + (answer.version - version) + ' by ' + curia.transport.value
  curia.close()
</script>`)
})

beforeAll(async () => {
  elsewhere.listen(0, '127.0.0.1')
  ;[server, browser] = await Promise.all([
    startServer({ WEB: 'off', CORS_ORIGINS: '*' }),
    launch(),
    once(elsewhere, 'listening'),
  ])
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
  elsewhere.close()
})

it('a page of another origin imports the SDK from the server, and plays', async () => {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => problems.push(message.text()))
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
  await expect.poll(async () => (await page.textContent('output')) || problems.join()).toBe('played 1 by websocket')
})
