import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { LiveMatch, MatchState } from '../../client/src/index.ts'
import { pickBy } from '../../scripts/demo/play.ts'
import { clientOf } from '../support/guest.ts'
import { seededRandom } from '../support/random.ts'
import { startServer } from '../support/server.ts'
import { launch } from './support/browser.ts'
import { guestWithSession } from './support/session.ts'

// Takes the pictures of the table in the README: npm run picture:table
// The moving one needs ffmpeg (a package of Debian), since no browser writes such a file.

const STILL = fileURLToPath(new URL('../../docs/images/table.png', import.meta.url))
const MOVING = fileURLToPath(new URL('../../docs/images/move.gif', import.meta.url))
/** In the middle of the game, when the first player has to take a turn. */
const VERSION = 52
const VIEWPORT = { width: 1366, height: 768 }
const SCALE = { still: 0.75, moving: 0.6 }
/** Motion is slowed down so much while it is photographed. */
const SLOWER = 12
/** How long the position, the choice and the answer are looked at, s. */
const LOOK = { position: 1, choice: 1.4, move: 0.4, answer: 3 }
/** What one move may take until nothing moves any longer, ms in the picture. */
const MOVE_MS = 1600

const random = seededRandom(11)
const server = await startServer()
const browser = await launch()
const guest = await guestWithSession(server.url, 'Ada')
const ada = guest.curia
const ben = await clientOf(server.url, 'Ben')
const folder = await mkdtemp(join(tmpdir(), 'curia-picture-'))

const boardOf = (state: MatchState) => state.snapshot.board!

async function step(match: LiveMatch, other: LiveMatch): Promise<void> {
  const { version } = match.value
  const mover = boardOf(match.value).toAct === 0 ? match : other
  await mover.until((state) => state.version >= version)
  await mover.act(pickBy(random, mover.value.snapshot))
  await match.until((state) => state.version > version)
}

/** The page of the first player, without motion or with it. */
async function openPage(match: LiveMatch, scale: number, reducedMotion: 'reduce' | 'no-preference'): Promise<Page> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    deviceScaleFactor: scale,
    reducedMotion,
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.goto(server.url)
  await guest.lend({ page })
  await page.goto(`${server.url}/match/${match.id}`)
  await page.waitForSelector(`.table[data-version="${match.value.version}"]`)
  return page
}

/** Selects the last card that can be built. */
async function chooseCard(page: Page, match: LiveMatch): Promise<void> {
  const slots = boardOf(match.value).legal!.flatMap(({ type, slot }) => (type === 'construct-building' ? slot : []))
  await page.click(`[data-slot="${String(slots.at(-1))}"]`)
  await page.waitForSelector('.use')
}

/** Pictures one after the other, each with how long it is shown (s). */
class Film {
  readonly #page: Page
  readonly #lines: string[] = []
  #count = 0

  constructor(page: Page) {
    this.#page = page
  }

  async shoot(seconds: number): Promise<void> {
    const name = `${this.#count}.png`
    this.#count += 1
    await this.#page.screenshot({ path: join(folder, name) })
    this.#lines.push(`file '${name}'`, `duration ${seconds.toFixed(3)}`)
  }

  /** What moves now, slowed down: each picture is shown for as long as it took, as if nothing were slow. */
  async move(): Promise<void> {
    const began = performance.now()
    for (let last = began; last - began < MOVE_MS * SLOWER;) {
      await this.shoot(0)
      const now = performance.now()
      this.#lines[this.#lines.length - 1] = `duration ${((now - last) / SLOWER / 1000).toFixed(3)}`
      last = now
    }
  }

  /** @throws Error if there is no ffmpeg. */
  async write(path: string): Promise<void> {
    const list = join(folder, 'list.txt')
    await writeFile(list, this.#lines.join('\n'))
    const colours =
      'fps=15,split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle'
    await promisify(execFile)('ffmpeg', ['-y', '-f', 'concat', '-i', list, '-filter_complex', colours, path])
  }
}

try {
  const match = await ada.create({ kind: 'agora-pantheon', clock: 'standard', seat: 0 })
  const other = await ben.join({ code: match.value.snapshot.code! })
  const canBuild = ({ toAct, legal, decision }: NonNullable<MatchState['snapshot']['board']>): boolean =>
    toAct === 0 && decision?.kind === 'turn' && legal!.some(({ type }) => type === 'construct-building')
  while (match.value.version < VERSION || !canBuild(boardOf(match.value))) await step(match, other)

  await mkdir(dirname(STILL), { recursive: true })
  const still = await openPage(match, SCALE.still, 'reduce')
  await chooseCard(still, match)
  await still.screenshot({ path: STILL })

  const page = await openPage(match, SCALE.moving, 'no-preference')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  const film = new Film(page)
  await film.shoot(LOOK.position)
  await chooseCard(page, match)
  await film.shoot(LOOK.choice)
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 / SLOWER })
  const { version } = match.value
  await page.click('[data-use="construct-building"]')
  await match.until((state) => state.version > version)
  await film.move()
  await film.shoot(LOOK.move)
  while (boardOf(match.value).toAct === 1) await step(match, other)
  await page.waitForSelector(`.table[data-version="${match.value.version}"]`)
  await film.move()
  await film.shoot(LOOK.answer)
  await film.write(MOVING)
} finally {
  ada.close()
  ben.close()
  await browser.close()
  await server.destroy()
  await rm(folder, { recursive: true })
}
