import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Target } from '../../test/support/attacks.ts'
import { ATTACKS } from '../../test/support/attacks.ts'
import { becomeGuest } from '../../test/support/guest.ts'
import { HonestMatch } from '../../test/support/honest-match.ts'
import { startServer } from '../../test/support/server.ts'
import { median } from '../load/quantile.ts'

// What attacks cost an honest match: how long its moves take to be acknowledged, before an attack and during it, and
// the longest health check. The server has a heap of 512 MB and the default limits.
// npm run bench:attacks

const GUESTS = 32
const MOVES = 40
const LIMITS = {
  RATE_LIMIT_HTTP: '',
  RATE_LIMIT_SOCKET: '',
  CONNECTIONS_PER_ADDRESS: '',
  RATE_LIMIT_GUESTS: '1000',
  NODE_OPTIONS: '--max-old-space-size=512',
  LOG_LEVEL: 'warn',
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** The time of one health check (ms), from another address than the attacker's. */
async function checkHealth(url: string): Promise<number> {
  const began = performance.now()
  await new Promise((resolve, reject) => {
    get(`${url}/readyz`, { localAddress: '127.0.0.2', agent: false }, (response) =>
      response.resume().once('end', resolve),
    ).once('error', reject)
  })
  return performance.now() - began
}

/** An attacker in a process of its own, which begins again until it is killed. */
async function attack(name: string, target: Target): Promise<() => Promise<void>> {
  const args = [name, JSON.stringify(target)]
  const child = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), args, { execArgv: ['--import', 'tsx'] })
  await once(child, 'message')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

for (const name of Object.keys(ATTACKS)) {
  const server = await startServer(LIMITS)
  const { url } = server
  const honest = await HonestMatch.begin(url)
  const tokens: string[] = []
  while (tokens.length < GUESTS) tokens.push((await becomeGuest(url, 'Mallory')).token)
  await honest.play(MOVES)
  const before = median(await honest.play(MOVES))!
  const end = await attack(name, { url, match: honest.match, tokens })
  let attacking = true
  const longest = (async () => {
    let most = 0
    while (attacking) most = Math.max(most, await checkHealth(url))
    return most
  })()
  const during = median(await honest.play(MOVES))!
  attacking = false
  const ratio = (during / before).toFixed(1)
  const figures = `${before.toFixed(1)} ms before, ${during.toFixed(1)} ms during: ratio ${ratio}`
  say(`${name}: acknowledged in ${figures}; longest health check ${(await longest).toFixed(0)} ms`)
  await end()
  honest.close()
  await server.destroy()
}
