import { parseArgs } from 'node:util'
import type { z } from 'zod'
import type { LiveMatch } from '../../client/src/index.ts'
import { Curia, CuriaError, patiently } from '../../client/src/index.ts'
import type { LevelName } from '../../src/bots/index.ts'
import { LEVEL_NAMES, LEVELS } from '../../src/bots/index.ts'
import type { GameKind, Pool } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_KIND, GAME_KIND_IDS, gameKindSchema, offeredClockSchema } from '../../src/protocol/index.ts'
import { guestName } from '../guest-name.ts'
import { playPair, TOKEN } from './ladder.ts'
import { BotSeat } from './play.ts'

const USAGE = `Usage: npm run bot -- --url http://HOST:PORT [--level LEVEL] [--code CODE | --queue | --ladder] [--kind KIND] [...]
A bot plays as an ordinary client. It makes an invitation and prints its code, joins by a code, or waits in the queue.
It goes on in a series and accepts rematches, and ends when none is offered within a minute; in the queue it waits again.
With --ladder it plays pairs in the ladder of engines, as the bot account whose token is in ${TOKEN}.
  --level  ${LEVEL_NAMES.join(', ')}; by default club
  --kind   the kind of game: ${GAME_KIND_IDS.join(', ')}; by default ${DEFAULT_GAME_KIND}
  --clock  ${offeredClockSchema.options.join(', ')}; by default none, and standard in the queue and the ladder
  --name   of the player; by default "visiting LEVEL bot", and a number
  --games  how many matches to play at most; by default there is no limit`

/** How long the bot waits for an offer of a rematch, ms. */
const REMATCH_MS = 60_000

interface Wanted {
  url: string
  level: LevelName
  code: string | undefined
  queue: boolean
  ladder: boolean
  kind: GameKind
  clock: z.output<typeof offeredClockSchema> | undefined
  name: string
  games: number
}

/** What the arguments ask for; null if they make no sense. */
function readArguments(): Wanted | null {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        level: { type: 'string', default: 'club' },
        code: { type: 'string' },
        queue: { type: 'boolean', default: false },
        ladder: { type: 'boolean', default: false },
        kind: { type: 'string', default: DEFAULT_GAME_KIND },
        clock: { type: 'string' },
        name: { type: 'string' },
        games: { type: 'string', default: 'Infinity' },
      },
    })
    const { url, code, queue, ladder, level } = values
    const kind = gameKindSchema.safeParse(values.kind)
    const clock = offeredClockSchema.optional().safeParse(values.clock)
    const games = Number(values.games)
    if (url === undefined || !URL.canParse(url) || !Object.hasOwn(LEVELS, level)) return null
    if (!kind.success || !clock.success || !(games >= 1)) return null
    if ((queue || ladder) && (code !== undefined || clock.data === 'none')) return null
    if (ladder && (queue || process.env[TOKEN] === undefined)) return null
    const name = values.name ?? guestName(`visiting ${level} bot`)
    return { url, level: level as LevelName, code, queue, ladder, kind: kind.data, clock: clock.data, name, games }
  } catch {
    return null
  }
}

/** The clock of a pool. */
const timed = (clock: Wanted['clock']): Pool['clock'] => (!clock || clock === 'none' ? 'standard' : clock)

/** The first match of the bot, or the next one from the queue. */
async function sitDown(curia: Curia, { url, code, queue, kind, clock }: Wanted): Promise<LiveMatch> {
  if (code !== undefined) return curia.join({ code })
  if (queue) {
    await curia.queue.join({ kind, clock: timed(clock), rated: false })
    console.log(`The bot waits in the queue of ${kind}.`)
    const match = await new Promise<string>((resolve) => {
      curia.queue.subscribe((state) => {
        if (state.status === 'matched') resolve(state.match)
      })
    })
    return curia.watch(match)
  }
  const match = await curia.create({ kind, ...(clock && { clock }) })
  const invitation = match.value.snapshot.code!
  console.log(`Invite with ${invitation}`)
  console.log(`On the page: ${url.replace(/\/$/, '')}/join/${invitation}`)
  return match
}

/** The next game of the series; else the rematch, if the opponent offers one within a minute. */
async function nextOf(curia: Curia, match: LiveMatch): Promise<LiveMatch | null> {
  if (match.value.snapshot.series?.next !== undefined) return match.nextGame()
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, REMATCH_MS, null).unref())
  const offered = match.until(({ rematch }) => (rematch?.offered.length ?? 0) > 0 || rematch?.next)
  const state = await Promise.race([offered.catch(() => null), timeout])
  if (!state) return null
  const next = state.rematch?.next ?? (await match.rematch()).next
  return next === undefined ? null : curia.watch(next)
}

async function run(wanted: Wanted): Promise<void> {
  const curia = new Curia({ url: wanted.url })
  try {
    if (wanted.ladder) await curia.resume({ token: process.env[TOKEN]! })
    else await patiently(() => curia.guest({ name: wanted.name }))
    await curia.connect()
    if (wanted.ladder) {
      const pool = { kind: wanted.kind, clock: timed(wanted.clock) }
      for (let played = 0; played < wanted.games; played += 2) {
        await playPair(curia, wanted.level, pool, (line) => console.log(line))
      }
      return
    }
    let match: LiveMatch | null = null
    for (let played = 0; played < wanted.games; played++) {
      match ??= await sitDown(curia, wanted)
      console.log(`Match ${match.id}`)
      const seat = new BotSeat(curia, match, wanted.level, (line) => console.error(line))
      const { ended, snapshot } = await seat.play()
      const { by, winner } = ended!.outcome
      const result = winner === undefined ? 'No winner' : winner === snapshot.you ? 'The bot wins' : 'The opponent wins'
      console.log(`${result}, ${by}.`)
      if (played + 1 === wanted.games) return
      const ending: LiveMatch = match
      match = await nextOf(curia, ending)
      ending.close()
      if (!match && !wanted.queue) return
    }
  } finally {
    curia.close()
  }
}

async function main(): Promise<number> {
  const wanted = readArguments()
  if (!wanted) {
    console.log(USAGE)
    return 2
  }
  try {
    await run(wanted)
    return 0
  } catch (error) {
    if (!(error instanceof CuriaError)) throw error
    console.error(`The bot has stopped: ${error.message} (${error.code})`)
    return 1
  }
}

process.exitCode = await main()
