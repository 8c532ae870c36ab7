import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { pickAny } from '../../scripts/demo/play.ts'
import { freePort } from '../support/free-port.ts'
import { clientOf } from '../support/guest.ts'
import { startServer } from '../support/server.ts'
import { findChromium } from './support/browser.ts'
import { guestWithSession } from './support/session.ts'

// Lighthouse, as a phone, on the lobby and on a table in play: npm run lighthouse. Each page is measured RUNS times, and
// the run in the middle counts. The figures depend on the machine, whose speed is the benchmark index, and on what else
// it does. Ends with 1 if one is below the aim.

const AIM = 95
const RUNS = Number(process.env.RUNS ?? 3)
const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
/** A position in the middle of a game. */
const MIDDLE = 30

const [server, folder, port] = await Promise.all([
  startServer(),
  mkdtemp(join(tmpdir(), 'curia-lighthouse-')),
  freePort(),
])
const context = await chromium.launchPersistentContext(folder, {
  executablePath: process.env.CHROME_PATH ?? findChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
})
const ada = await guestWithSession(server.url, 'Ada')
const ben = await clientOf(server.url, 'Ben')

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints the figures of an address, and what costs points. Returns whether the aim is met. */
async function measure(name: string, url: string, keepStorage: boolean): Promise<boolean> {
  const flags = { port, onlyCategories: CATEGORIES, disableStorageReset: keepStorage, logLevel: 'error' as const }
  const results = []
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(url, flags)
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no result')
    results.push(result.lhr)
  }
  results.sort((a, b) => a.categories.performance!.score! - b.categories.performance!.score!)
  const { categories, audits, environment } = results[Math.floor(RUNS / 2)]!
  const scores = CATEGORIES.map((id) => [id, Math.round((categories[id]!.score ?? 0) * 100)] as const)
  print(`${name}: ${scores.map(([id, score]) => `${id} ${score}`).join(', ')}`)
  print(`  Benchmark index: ${environment.benchmarkIndex}`)
  for (const id of METRICS) print(`  ${audits[id]!.title}: ${audits[id]!.displayValue ?? ''}`)
  const lost = CATEGORIES.flatMap((id) => categories[id]!.auditRefs)
    .map(({ id, weight }) => ({ weight, audit: audits[id]! }))
    .filter(({ weight, audit }) => weight > 0 && audit.score !== null && audit.score < 0.9)
  for (const { audit } of lost) print(`  costs points: ${audit.title} ${audit.displayValue ?? ''}`)
  return scores.every(([, score]) => score >= AIM)
}

try {
  const match = await ada.curia.create({ kind: 'agora-pantheon', clock: 'none', seat: 0 })
  const other = await ben.join({ code: match.value.snapshot.code! })
  while (match.value.version < MIDDLE || match.value.snapshot.board?.toAct !== 0) {
    const { version, snapshot } = match.value
    const mover = snapshot.board?.toAct === 0 ? match : other
    await mover.until((state) => state.version >= version && state.snapshot.board?.legal)
    await mover.act(pickAny(mover.value.snapshot))
    await match.until((state) => state.version > version)
  }
  const lobby = await measure('lobby, first visit', server.url, false)
  const page = await context.newPage()
  await page.goto(server.url)
  await ada.lend({ page })
  await page.close()
  const known = await measure('lobby of a player', server.url, true)
  const table = await measure('table', `${server.url}/match/${match.id}`, true)
  process.exitCode = lobby && known && table ? 0 : 1
} finally {
  ada.curia.close()
  ben.close()
  await context.close()
  await server.destroy()
  await rm(folder, { recursive: true, force: true })
}
