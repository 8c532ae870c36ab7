import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pickAny } from '../../scripts/demo/play.ts'
import { clientOf } from '../support/guest.ts'
import { startServer } from '../support/server.ts'
import { launch } from './support/browser.ts'
import { guestWithSession } from './support/session.ts'

// Takes the picture of the table in the README: npm run picture:table

const TARGET = fileURLToPath(new URL('../../docs/images/table.png', import.meta.url))
/** In the middle of the game, when the first player has to take a turn. */
const VERSION = 52
const SCALE = 0.75

const server = await startServer()
const browser = await launch()
const guest = await guestWithSession(server.url, 'Ada')
const ada = guest.curia
const ben = await clientOf(server.url, 'Ben')
try {
  const match = await ada.create({ kind: 'agora-pantheon', clock: 'standard', seat: 0 })
  const other = await ben.join({ code: match.value.snapshot.code! })
  for (;;) {
    const state = await match.until(({ snapshot }) => snapshot.board)
    const { board } = state.snapshot
    if (state.version >= VERSION && board!.toAct === 0 && board!.decision?.kind === 'turn') break
    const mover = board!.toAct === 0 ? match : other
    await mover.until(({ version }) => version >= state.version)
    await mover.act(pickAny(mover.value.snapshot))
    await match.until(({ version }) => version > state.version)
  }
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: SCALE,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.goto(server.url)
  await guest.lend({ page })
  await page.goto(`${server.url}/match/${match.id}`)
  await page.waitForSelector(`.table[data-version="${match.value.version}"]`)
  // A card that can be built is selected.
  await page.click('[data-slot][data-open] >> nth=-1')
  await page.waitForSelector('.use')
  await mkdir(dirname(TARGET), { recursive: true })
  await page.screenshot({ path: TARGET })
} finally {
  ada.close()
  ben.close()
  await browser.close()
  await server.destroy()
}
