import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import type { LiveMatch, MatchState, Step } from '../../client/src/index.ts'
import { Curia, CuriaError, patiently } from '../../client/src/index.ts'
import type { GameKind, Snapshot } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_KIND, GAME_KIND_IDS, GAME_KINDS, gameKindSchema } from '../../src/protocol/index.ts'
import { verifyRecord } from '../../src/record/index.ts'
import { guestName } from '../guest-name.ts'
import { describe, opening, scoreTable, standing } from './commentary.ts'
import { startOwnServer } from './own-server.ts'
import { pickAny, playOn } from './play.ts'

const USAGE = `Usage: npm run demo -- [--url http://HOST:PORT] [--kind KIND] [--delay MS]
Two clients that know no rules play a whole game over sockets, by picking from the legal actions they are shown.
  --url    a running server; without it, one is started for this game and stopped after it
  --kind   the kind of game: ${GAME_KIND_IDS.map((id) => `${id} (${GAME_KINDS[id].title})`).join(', ')}
  --delay  milliseconds before each move, to read along; by default none`

/** Something that was looked at after the game, and whether it is as it should be. */
type Finding = [what: string, ok: boolean]

async function playGame(url: string, kind: GameKind, pause: number): Promise<Finding[]> {
  const [ada, ben] = [new Curia({ url }), new Curia({ url })]
  try {
    await Promise.all([enter(ada, 'Ada'), enter(ben, 'Ben')])
    const adas = await ada.create({ kind, seat: 0 })
    const { match, code, seedHash } = adas.value.snapshot
    console.log(`Ada creates match ${match} on ${url}. The code for her opponent is ${code}.`)
    console.log(`Everything is dealt from a secret seed. Its SHA-256 is ${seedHash}.`)
    adas.subscribe((state, change) => {
      if (change?.type === 'steps') for (const step of change.steps) comment(step, state)
    })
    const bens = await ben.join({ code: code! })
    const pick = async (snapshot: Snapshot): Promise<ReturnType<typeof pickAny>> => {
      if (pause > 0) await delay(pause)
      return pickAny(snapshot)
    }
    await Promise.all([playOn(adas, pick), playOn(bens, pick)])
    const exact = await Promise.all([viewIsExact(ada, adas), viewIsExact(ben, bens)])
    return [...exact, ...(await historyAgrees(url, ada, adas.value.snapshot, seedHash))]
  } finally {
    ada.close()
    ben.close()
  }
}

async function enter(curia: Curia, name: string): Promise<void> {
  await patiently(() => curia.guest({ name: guestName(name) }))
  await curia.connect()
}

/** Ada's view of the game, a line for each event: what is hidden from her is not in it. */
function comment({ events, version }: Step, { snapshot }: MatchState): void {
  if (version === 1) console.log(`Ben joins. ${opening(snapshot)}`)
  for (const event of events) {
    const line = describe(event, snapshot)
    if (line !== null) console.log(line)
    if (event.type === 'age-ended') console.log(standing(snapshot))
  }
}

/** The snapshot that a client has, made by its patches, is the one that the server would send now. */
async function viewIsExact(curia: Curia, match: LiveMatch): Promise<Finding> {
  const { snapshot } = await patiently(() => curia.rest.get('/v1/matches/{id}', { params: { id: match.id } }))
  const { name } = curia.session.value.player!
  return [
    `${name}'s snapshot, patched up to version ${match.value.version}, is the server's own`,
    isDeepStrictEqual(match.value.snapshot, snapshot),
  ]
}

/** The finished game, read back over REST. */
async function historyAgrees(url: string, curia: Curia, end: Snapshot, seedHash: string): Promise<Finding[]> {
  const { match, players, scores, outcome } = end
  const params = { id: match }
  const game = await patiently(() => curia.rest.get('/v1/games/{id}', { params }))
  const replay = await patiently(() => curia.rest.get('/v1/games/{id}/replay', { params }))
  console.log(`\n${scoreTable({ players, scores })}\n\nThe finished game was read back from ${url}/v1/games/${match}\n`)
  return [
    [
      'its scores and outcome are those that the players were told',
      isDeepStrictEqual([game.scores, game.outcome], [scores, outcome]),
    ],
    ['its seed has the hash that was shown before the first action', game.seedHash === seedHash],
    ...(replay.complete
      ? verifyRecord(replay.record, replay).map(({ what, ok }): Finding => [`replay: ${what}`, ok])
      : [['replay: it is complete', false] satisfies Finding]),
  ]
}

/** Plays on the server at `url`, or on one of its own. Returns whether everything is as it should be. */
async function run(url: string | undefined, kind: GameKind, pause: number): Promise<boolean> {
  if (url === undefined) console.log('A server is started for this game.')
  const server =
    url === undefined ? await startOwnServer() : { url: url.replace(/\/$/, ''), close: async () => undefined }
  try {
    const findings = await playGame(server.url, kind, pause)
    for (const [what, ok] of findings) console.log(`${ok ? 'ok    ' : 'not ok'}  ${what}`)
    return findings.every(([, ok]) => ok)
  } finally {
    await server.close()
    if (url === undefined) console.log('\nThe server has stopped, and its data is deleted. To play on: npm start')
  }
}

/** What the arguments ask for; null if they make no sense. */
function readArguments(): { help: boolean; url: string | undefined; kind: GameKind; pause: number } | null {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        kind: { type: 'string', default: DEFAULT_GAME_KIND },
        delay: { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    })
    const pause = Number(values.delay)
    const kind = gameKindSchema.safeParse(values.kind)
    const makesSense =
      kind.success && Number.isInteger(pause) && pause >= 0 && URL.canParse(values.url ?? 'http://localhost')
    return makesSense ? { help: values.help, url: values.url, kind: kind.data, pause } : null
  } catch {
    return null
  }
}

async function main(): Promise<number> {
  const asked = readArguments()
  if (!asked || asked.help) {
    console.log(USAGE)
    return asked ? 0 : 2
  }
  try {
    return (await run(asked.url, asked.kind, asked.pause)) ? 0 : 1
  } catch (error) {
    if (!(error instanceof CuriaError)) throw error
    console.error(`The game was not finished: ${error.message} (${error.code})`)
    return 1
  }
}

// The engine of the migrations leaves a timer of ten seconds behind.
process.exit(await main())
