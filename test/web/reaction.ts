import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveMatch } from '../../client/src/index.ts'
import { pickBy, playOn } from '../../scripts/demo/play.ts'
import { clientOf } from '../support/guest.ts'
import { seededRandom } from '../support/random.ts'
import { startServer } from '../support/server.ts'
import type { Size } from './support/browser.ts'
import { launch, visit } from './support/browser.ts'
import { guestWithSession } from './support/session.ts'
import type { Spent } from './support/timeline.ts'
import { traceMainThread } from './support/timeline.ts'

interface Scheduler {
  postTask(task: () => void, options: { priority: 'user-blocking' }): Promise<void>
}

// How soon a move is on the screen after its acknowledgement has come, with a CPU that is four times slower, and with
// motion: npm run reaction. Nothing else happens on the page meanwhile: its moves are made from within, and both players
// take their time. The figures depend on what else the machine does.

const SLOWER = 4
const AIM_MS = 100
/** Between two actions. */
const PAUSE_MS = 600
/** At each size. */
const GAMES = Number(process.env.GAMES ?? 1)
const SIZES = (['desktop', 'phone'] as const).filter((size) => (process.env.SIZES ?? size).split(',').includes(size))
/** Slower moves are named one by one. */
const NAMED_MS = Number(process.env.NAMED_MS ?? AIM_MS)
/** Whether it is measured what the page does meanwhile, which slows it a little. */
const TRACED = process.env.TRACE !== 'off'
/** The kind of game with the fullest table. */
const KIND = 'agora-pantheon'

/** Runs in the page: notes when a version is first named by a message, and when it is painted. */
const observe = (): void => {
  const came = new Map<string, number>()
  const painted: { version: number; ms: number; own: boolean }[] = []
  Object.assign(window, { painted })
  const Native = WebSocket
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        const at = performance.now()
        for (const [, version] of String(data).matchAll(/"version":(\d+)/g)) {
          if (came.has(version!)) continue
          came.set(version!, at)
          performance.mark(`came ${version!}`)
        }
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
        // The next task runs after the frame was painted, and before all others that the page has put off until then.
        void (window as unknown as { scheduler: Scheduler }).scheduler.postTask(
          () => {
            painted.push({ version: Number(version), ms: performance.now() - at, own })
            performance.mark(`painted ${version!}`)
          },
          { priority: 'user-blocking' },
        )
      })
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-version', 'data-state'] })
}

/** Runs in the page: uses random things that are offered, with pauses in which the page comes to rest. */
const play = ({ seed, pauseMs }: { seed: number; pauseMs: number }): void => {
  let state = seed
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  setInterval(() => {
    if (document.querySelector<HTMLElement>('.table')?.dataset.state !== 'yours') return
    const sheet = document.querySelector('dialog[open]')
    const found = (selector: string): HTMLElement[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (element) => element.checkVisibility() && (sheet?.contains(element) ?? true),
      )
    const uses = found('.dock .use:not([aria-disabled="true"])')
    const offered =
      uses.length > 0 && random(5) > 0 ? uses : [...uses, ...found('[data-open]:not([aria-pressed="true"])')]
    offered[random(offered.length)]?.click()
  }, pauseMs)
}

/** A move as the page has shown it. */
interface Shown {
  version: number
  /** From its acknowledgement to its frame. */
  ms: number
  own: boolean
}

const percentile = (sorted: readonly number[], part: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN).toFixed(0)

/** What each version of a match did, and what is to be decided after it, in words for a person. */
function describeVersions(match: LiveMatch): ReadonlyMap<number, string> {
  const described = new Map<number, string>()
  match.subscribe(({ snapshot }, change) => {
    if (change?.type !== 'steps') return
    const decision = snapshot.board?.decision?.kind ?? snapshot.status
    for (const { version, events } of change.steps)
      described.set(version, `${[...new Set(events.map(({ type }) => type))].join(', ')}; then ${decision}`)
  })
  return described
}

const inParts = (spent: Spent): string =>
  Object.entries(spent)
    .filter(([, ms]) => ms >= 1)
    .map(([part, ms]) => `${part} ${ms.toFixed(0)}`)
    .join(', ')

const [server, browser] = await Promise.all([startServer(), launch()])
const ada = await guestWithSession(server.url, 'Ada')
const ben = await clientOf(server.url, 'Ben')
const random = seededRandom(71)
const within = (moves: readonly Shown[]): number => moves.filter(({ ms }) => ms <= AIM_MS).length

async function playAt(size: Size, game: number): Promise<Shown[]> {
  const match = await ada.curia.create({ kind: KIND, clock: 'none' })
  const other = await ben.join({ code: match.value.snapshot.code! })
  const described = describeVersions(other)
  const visitor = await visit(browser, server.url, size, 'en-GB', { moving: true })
  await ada.lend(visitor)
  // Functions that run in the page call it, where tsx has compiled them.
  await visitor.page.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await visitor.page.addInitScript(observe)
  await visitor.page.addInitScript(play, { seed: 71 + game, pauseMs: PAUSE_MS })
  const session = await visitor.page.context().newCDPSession(visitor.page)
  const endTrace = TRACED ? await traceMainThread(session) : null
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await visitor.page.goto(`${server.url}/match/${match.id}`)
  await Promise.all([
    visitor.page.waitForSelector('.table[data-state="ended"]', { timeout: 0 }),
    playOn(other, async (snapshot) => {
      await pause(PAUSE_MS)
      return pickBy(random, snapshot)
    }),
  ])
  const painted = await visitor.page.evaluate(() => (window as unknown as { painted: Shown[] }).painted)
  const timeline = await endTrace?.()
  for (const { version, ms, own } of painted.toSorted((a, b) => b.ms - a.ms)) {
    if (ms <= NAMED_MS) break
    const spent = timeline?.between(`came ${version}`, `painted ${version}`)
    process.stdout.write(
      `${size}, version ${version}, ${own ? 'own' : "the opponent's"}: ${ms.toFixed(0)} ms` +
        `${spent ? ` (${inParts(spent)})` : ''}: ${described.get(version) ?? 'unknown'}\n`,
    )
  }
  if (timeline && process.env.TRACE_TO) await writeFile(`${process.env.TRACE_TO}-${size}-${game}.json`, timeline.json())
  await visitor.close()
  for (const live of [match, other]) live.close()
  return painted
}

try {
  for (const size of SIZES) {
    const painted: Shown[] = []
    for (let game = 0; game < GAMES; game += 1) painted.push(...(await playAt(size, game)))
    for (const own of [true, false]) {
      const moves = painted.filter((one) => one.own === own)
      const times = moves.map(({ ms }) => ms).sort((a, b) => a - b)
      const whose = own ? 'own' : "the opponent's"
      process.stdout.write(
        `${size}, ${whose} moves: p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms, ` +
          `most ${percentile(times, 1)} ms, ${within(moves)} of ${moves.length} within ${AIM_MS} ms\n`,
      )
    }
  }
} finally {
  ada.curia.close()
  ben.close()
  await browser.close()
  await server.destroy()
}
