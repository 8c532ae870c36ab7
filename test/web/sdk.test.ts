import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as Client from '../../client/src/index.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { launch } from './support/browser.ts'

/** The page of another site, whose origin the server lets in. */
const elsewhere = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><title>A page of another origin</title>')
})

let server: Server
let browser: Browser
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
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
  const played = await page.evaluate(async (url) => {
    // From where the server has it: no build knows this module.
    const module = `${url}/sdk/curia.js`
    const { Curia, expandOffers } = (await import(module)) as typeof Client
    const curia = new Curia({ url })
    await curia.guest({ name: 'Ada' })
    const match = await curia.create({ opponent: { bot: 'novice' }, seat: 0 })
    const { version, snapshot } = await match.until((state) => state.snapshot.board?.legal)
    const answer = await match.act(expandOffers(snapshot.board!.legal)[0]!)
    const transport = curia.transport.value
    curia.close()
    return { versions: answer.version - version, transport }
  }, server.url)
  expect(played).toEqual({ versions: 1, transport: 'websocket' })
})
