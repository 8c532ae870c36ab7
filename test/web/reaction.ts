import { playOn } from '../../scripts/demo/play.ts'
import { clientOf } from '../support/guest.ts'
import { seededRandom } from '../support/random.ts'
import { startServer } from '../support/server.ts'
import { launch, visit } from './support/browser.ts'
import type { Size } from './support/browser.ts'
import { playRandomly } from './support/play.ts'
import { guestWithSession } from './support/session.ts'

// How soon a move is on the screen after its acknowledgement has come, with a CPU that is four times slower, and with
// motion: npm run reaction. The figures depend on what else the machine does.

const SLOWER = 4
const AIM_MS = 100
const LANES = 'agora-pantheon'

/** Runs in the page: notes when a version is first named by a message, and when it is painted. */
const observe = (): void => {
  const came = new Map<string, number>()
  const painted: { version: string; ms: number; own: boolean }[] = []
  Object.assign(window, { painted })
  const Native = WebSocket
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        const at = performance.now()
        for (const [, version] of String(data).matchAll(/"version":(\d+)/g))
          if (!came.has(version!)) came.set(version!, at)
      })
    }
  }
  let sending = false
  new MutationObserver((changes) => {
    for (const { target, attributeName } of changes) {
      const { version, state } = (target as HTMLElement).dataset
      if (attributeName === 'data-state') sending ||= state === 'sending'
      const at = came.get(version ?? '')
      if (attributeName !== 'data-version' || at === undefined) continue
      const own = sending
      sending = false
      requestAnimationFrame(() => {
        // The next task runs after the frame was painted.
        const channel = new MessageChannel()
        channel.port1.onmessage = () => painted.push({ version: version!, ms: performance.now() - at, own })
        channel.port2.postMessage(null)
      })
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-version', 'data-state'] })
}

const percentile = (sorted: readonly number[], part: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN).toFixed(0)

const [server, browser] = await Promise.all([startServer(), launch()])
const ada = await guestWithSession(server.url, 'Ada')
const ben = await clientOf(server.url, 'Ben')
try {
  for (const size of ['desktop', 'phone'] as const satisfies readonly Size[]) {
    const match = await ada.curia.create({ kind: LANES, clock: 'none' })
    const other = await ben.join({ code: match.value.snapshot.code! })
    const visitor = await visit(browser, server.url, size, 'en-GB', { moving: true, hand: 'keys' })
    await ada.lend(visitor)
    // Functions that run in the page call it, where tsx has compiled them.
    await visitor.page.addInitScript({ content: 'globalThis.__name = (named) => named' })
    await visitor.page.addInitScript(observe)
    const session = await visitor.page.context().newCDPSession(visitor.page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await visitor.page.goto(`${server.url}/match/${match.id}`)
    await visitor.page.waitForSelector('.table')
    await Promise.all([playRandomly([visitor], seededRandom(71)), playOn(other)])
    const painted = await visitor.page.evaluate(
      () => (window as unknown as { painted: { ms: number; own: boolean }[] }).painted,
    )
    for (const own of [true, false]) {
      const times = painted.filter((one) => one.own === own).map(({ ms }) => ms)
      times.sort((a, b) => a - b)
      const within = times.filter((ms) => ms <= AIM_MS).length
      const whose = own ? 'own' : "the opponent's"
      process.stdout.write(
        `${size}, ${whose} moves: p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms, ` +
          `${within} of ${times.length} within ${AIM_MS} ms\n`,
      )
    }
    await visitor.close()
    for (const live of [match, other]) live.close()
  }
} finally {
  ada.curia.close()
  ben.close()
  await browser.close()
  await server.destroy()
}
