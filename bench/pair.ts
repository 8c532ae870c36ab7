import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { curiaIn, FLOOR, PEERS } from './contenders.ts'
import type { Contender } from './contenders.ts'
import { drive } from './load/drive.ts'
import { median } from './load/quantile.ts'
import { havePeers } from './servers/peers.ts'

// Two servers at the same time, each with its own stores and its own driver: what else the machine does befalls both. So
// the ratio of what a move costs them is steady to about 1 %, where rounds in turn differ by 10 %. Moves per second are
// not measured: the servers share the cores.
// npm run bench:pair -- [--rounds 8] [--moves 12000] [--matches 150] [--before DIR], where DIR is another built checkout;
// without it, the other server is the floor of the peers

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    moves: { type: 'string', default: '12000' },
    matches: { type: 'string', default: '150' },
    before: { type: 'string' },
  },
})

if (values.before === undefined && !havePeers()) {
  throw new Error('The peers need packages of their own: npm install --prefix bench/peers')
}
const curia = (name: string, checkout: string): Contender => curiaIn({ name, checkout, store: 'everysec' })
const other =
  values.before === undefined ? PEERS.find(({ name }) => name === FLOOR)! : curia('before', resolve(values.before))
const contenders = [other, curia('Curia on Redis', ROOT)]

const started = await Promise.all(contenders.map((contender) => contender.start()))
const moves = Number(values.moves)
const load = { matches: Number(values.matches), moves: { warmUp: Math.ceil(moves / 4), measured: moves } }
const ratios: { main: number; cpu: number; redis: number }[] = []
try {
  // The first round warms both up.
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const [one, two] = await Promise.all(contenders.map((contender, index) => drive(contender, started[index]!, load)))
    if (round === 0) continue
    const ratio = {
      main: two!.mainThreadPer1000.server! / one!.mainThreadPer1000.server!,
      cpu: two!.cpuPer1000.server! / one!.cpuPer1000.server!,
      redis: two!.cpuPer1000.redis! / one!.cpuPer1000.redis!,
    }
    ratios.push(ratio)
    process.stderr.write(`round ${round}: ${JSON.stringify(ratio)}\n`)
  }
} finally {
  await Promise.all(started.map((server) => server.end()))
}

process.stdout.write(`What a move costs ${contenders[1]!.name}, compared with what it costs ${other.name} (medians):\n`)
for (const [what, name] of [['main', 'main thread'], ['cpu', 'CPU'], ['redis', 'CPU of its Redis']] as const) {
  process.stdout.write(`${name}: ${median(ratios.map((ratio) => ratio[what]))!.toFixed(3)}\n`)
}
