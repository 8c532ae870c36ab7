import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../test/support/free-port.ts'
import type { Running } from './process.ts'
import { start } from './process.ts'

export interface CuriaOptions {
  /** A checkout that has been built: `dist/main.js` is run, as the container image runs it. */
  checkout: string
  /** Without one the live store is embedded. */
  redisUrl?: string
  /** Without one the history is embedded. */
  databaseUrl?: string
  /** What it has stored before; else it begins with nothing. */
  dataDir?: string
  /** Options of Node, as an operator gives them. */
  nodeOptions?: string
}

/** Loads come from one address, and are what limits are for. */
const NO_LIMITS = {
  RATE_LIMIT_HTTP: '1000000',
  RATE_LIMIT_GUESTS: '1000000',
  RATE_LIMIT_SOCKET: '100000',
  CONNECTIONS_PER_ADDRESS: '100000',
}
const HEALTHY_WITHIN_MS = 60_000
const TOKEN_SECRET = 'a secret that only this measurement uses'

/** The built server as an operator starts it, with a folder of its own that is removed with it. */
export async function startCuria({
  checkout,
  redisUrl,
  databaseUrl,
  dataDir,
  nodeOptions,
}: CuriaOptions): Promise<Running & { url: string }> {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'curia-bench-'))]
  const server = await start({
    ...startOf(checkout),
    cwd: folder,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir ?? join(folder, 'data'),
      LOG_LEVEL: 'warn',
      TOKEN_SECRET,
      ...NO_LIMITS,
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...(nodeOptions !== undefined && { NODE_OPTIONS: nodeOptions }),
    },
    port,
  })
  const url = `http://127.0.0.1:${port}`
  // It listens for a moment before it opens its stores, to see whether it may.
  const deadline = performance.now() + HEALTHY_WITHIN_MS
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (performance.now() > deadline) throw new Error(`the server of ${checkout} did not begin to answer`)
    await delay(50)
  }
  const end = async (): Promise<void> => {
    await server.end()
    await rm(folder, { recursive: true, force: true })
  }
  return { pid: server.pid, url, end }
}

/** How a checkout starts its server: the container image of an older one names the options of Node itself. */
function startOf(checkout: string): { command: string; args: string[] } {
  const script = join(checkout, 'scripts/start')
  if (existsSync(script)) return { command: script, args: [] }
  const command = /^CMD (.*)$/m.exec(readFileSync(join(checkout, 'Dockerfile'), 'utf8'))![1]!
  const options = (JSON.parse(command) as string[]).slice(1, -1)
  return { command: process.execPath, args: [...options, join(checkout, 'dist/main.js')] }
}
