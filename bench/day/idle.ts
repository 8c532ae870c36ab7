import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import { openEmbeddedStore } from '../../src/live/embedded/store.ts'
import type { LiveStore } from '../../src/live/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { newId, playedRecord } from '../../test/support/finished.ts'
import { newPlayer } from '../../test/support/players.ts'
import { seededRandom } from '../../test/support/random.ts'
import { drive } from '../load/drive.ts'
import { usageOf } from '../load/processes.ts'
import { startCuria } from '../servers/curia.ts'

const IDLE_MATCHES = 20_000
/** Of so many different courses, each cut in the middle of the game. */
const COURSES = 200
const ENTRIES = 36
const AT_ONCE = 500
/** What the start has left behind is given back by then (ms). */
const QUIET_MS = 30_000
/** As long as one; nobody checks it while the match is idle. */
const HASH = 'h'.repeat(43)
const LOAD = { matches: 100, moves: { warmUp: 4_000, measured: 12_000 } }

/** What an embedded server does next to many matches in which nobody moves. */
export interface Idle {
  /** From the command until it answers (ms). */
  startMs: number
  /** Resident memory (MB). */
  idleMb: number
  /** CPU of a move as fast as they go (ms). */
  moveMs: number
}

/** @param checkout a built checkout. Resolves with the figures without idle matches, and with them. */
export async function measureIdle(checkout: string): Promise<{ without: Idle; next: Idle }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'curia-idle-'))
  try {
    // The history is made before, so that both are a second start.
    await measureIn(checkout, dataDir)
    const without = await measureIn(checkout, dataDir)
    await fill(join(dataDir, 'live'))
    return { without, next: await measureIn(checkout, dataDir) }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureIn(checkout: string, dataDir: string): Promise<Idle> {
  const began = performance.now()
  const server = await startCuria({ checkout, dataDir })
  const { pid, url } = server
  try {
    const startMs = performance.now() - began
    await delay(QUIET_MS)
    const idleMb = usageOf(pid).rssKb / 1024
    const { cpuPer1000 } = await drive({ target: 'curia' }, { urls: [url], processes: { server: pid } }, LOAD)
    return { startMs, idleMb, moveMs: cpuPer1000.server! * 1000 }
  } finally {
    await server.end()
  }
}

/** Stores matches in which both players have a seat and nobody has a clock. */
async function fill(dir: string): Promise<void> {
  const random = seededRandom(1)
  const courses = Array.from({ length: COURSES }, () => playedRecord(random))
  const store = await openEmbeddedStore({ dir, retention: { waitingMs: 1e9, playingMs: 1e9, endedMs: 1e9 } })
  try {
    await pLimit(AT_ONCE).map(Array.from({ length: IDLE_MATCHES }), (_, n) => begin(store, courses[n % COURSES]!))
  } finally {
    await store.close()
  }
}

async function begin(store: LiveStore, { header, entries }: MatchRecord): Promise<void> {
  const [id, host] = [newId(), newPlayer('Livia')]
  await store.create({ ...header, id, code: newId().slice(0, 8), host: { seat: 0, player: host } })
  for (const { version, body } of entries.slice(0, ENTRIES)) {
    if (body.type === 'downtime') continue
    await store.commit({ match: id, version: version - 1, previousHash: HASH, actionId: newId(), body })
  }
}
