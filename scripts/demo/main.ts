import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { Curia } from '../../client/src/index.ts'
import type { LiveMatch, MatchState, Step } from '../../client/src/index.ts'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { DEFAULT_GAME_KIND, GAME_KIND_IDS, GAME_KINDS, gameKindSchema } from '../../src/protocol/index.ts'
import type { GameKind, Snapshot } from '../../src/protocol/index.ts'
import { verifyRecord } from '../../src/record/index.ts'
import { describe, opening, scoreTable, standing } from './commentary.ts'
import { pickAny, playOn } from './play.ts'

const USAGE = `Usage: npm run demo -- [--url http://HOST:PORT] [--kind KIND] [--delay MS]
Two clients that know no rules play a whole game over sockets, by picking from the legal actions they are shown.
  --url    a running server; without it, one is started for the game, and forgotten after it
  --kind   the kind of game: ${GAME_KIND_IDS.map((id) => `${id} (${GAME_KINDS[id].title})`).join(', ')}
  --delay  milliseconds before each move, to read along; by default none`

/** A server for this game alone, on a free port. */
async function ownServer(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'curia-demo-'))
  const app = await buildApp(loadConfig({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: folder }))
  return {
    url: await app.listen(),
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Something that was looked at after the game, and whether it is as it should be. */
type Finding = [what: string, ok: boolean]

async function main(url: string, kind: GameKind, pause: number): Promise<Finding[]> {
  const [ada, ben] = [new Curia({ url }), new Curia({ url })]
  try {
    await Promise.all([ada.guest({ name: 'Ada' }), ben.guest({ name: 'Ben' })])
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
  const { snapshot } = await curia.rest.get('/v1/matches/{id}', { params: { id: match.id } })
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
  const game = await curia.rest.get('/v1/games/{id}', { params })
  const replay = await curia.rest.get('/v1/games/{id}/replay', { params })
  console.log(`\n${scoreTable({ players, scores })}\n\nThe finished game: ${url}/v1/games/${match}\n`)
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

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    kind: { type: 'string', default: DEFAULT_GAME_KIND },
    delay: { type: 'string', default: '0' },
    help: { type: 'boolean' },
  },
})
const pause = Number(values.delay)
const kind = gameKindSchema.safeParse(values.kind)
if (values.help || !kind.success || !Number.isInteger(pause) || pause < 0) {
  console.log(USAGE)
  process.exitCode = values.help ? 0 : 2
} else {
  const server = values.url === undefined ? await ownServer() : { url: values.url.replace(/\/$/, ''), close: async () => undefined }
  try {
    const findings = await main(server.url, kind.data, pause)
    for (const [what, ok] of findings) console.log(`${ok ? 'ok    ' : 'not ok'}  ${what}`)
    process.exitCode = findings.every(([, ok]) => ok) ? 0 : 1
  } finally {
    await server.close()
  }
}
