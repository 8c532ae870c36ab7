import { expect, it } from 'vitest'
import { HttpProxy } from '../support/http-proxy.ts'
import { seededRandom } from '../support/random.ts'
import { startServer } from '../support/server.ts'
import { visit } from './support/browser.ts'
import { playRandomly } from './support/play.ts'
import { openSite } from './support/site.ts'

const site = openSite()

const SIGN = {
  'en-GB': 'this network blocks WebSockets',
  'de-AT': 'Dieses Netz blockiert WebSockets',
  'ja-JP': 'WebSocketがブロック',
  'fr-CA': 'ce réseau bloque les WebSockets',
  'es-MX': 'esta red bloquea los WebSockets',
}

it('where WebSockets are blocked a game is played all the same, the page says so, and it returns to them', async () => {
  const proxy = await HttpProxy.open(() => site.server.url, 'refuse')
  const visitor = await visit(site.browser, proxy.url)
  try {
    const { page } = visitor
    await page.click('[data-use="play-now"]')
    await page.waitForSelector(`.connection.polling[aria-label*="${SIGN['en-GB']}"][title]:has-text("live, slower")`)
    await playRandomly([visitor], seededRandom(24), 3)

    // Another network lets them through.
    proxy.mode = 'pass'
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.waitForSelector('.connection.online')
    await playRandomly([visitor], seededRandom(25), 1)
    expect(visitor.problems.filter((problem) => !/WebSocket/.test(problem))).toEqual([])
  } finally {
    await visitor.close()
    await proxy.close()
  }
})

it.each(['de-AT', 'ja-JP', 'fr-CA', 'es-MX'] as const)(
  'on a phone the sign explains it in the language of the player, %s',
  async (language) => {
    const proxy = await HttpProxy.open(() => site.server.url, 'refuse')
    const visitor = await visit(site.browser, proxy.url, 'phone', language)
    try {
      await visitor.page.click('[data-use="play-now"]')
      await visitor.page.waitForSelector(`.connection.polling[aria-label*="${SIGN[language]}"]`)
    } finally {
      await visitor.close()
      await proxy.close()
    }
  },
)

it('where the server needs WebSockets, too, the page says so', async () => {
  const secret = { TOKEN_SECRET: 'the same secret for both of the nodes' }
  const nodes = await Promise.all([startServer(secret), startServer(secret)])
  // The load balancer gives the requests of one connection to the nodes in turn.
  let polls = 0
  const urlFor = (path: string): string => nodes[path.startsWith('/socket.io/') ? (polls += 1) % 2 : 0]!.url
  const proxy = await HttpProxy.open((_, path) => urlFor(path), 'refuse')
  const visitor = await visit(site.browser, proxy.url)
  try {
    await visitor.page.click('[data-use="play-now"]')
    await visitor.page.waitForSelector('text=this server needs them')
  } finally {
    await visitor.close()
    await proxy.close()
    await Promise.all(nodes.map((node) => node.destroy()))
  }
})
