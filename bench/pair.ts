import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Contender, Started } from './contenders.ts'
import { curiaIn } from './contenders.ts'
import { drive } from './load/drive.ts'

// Two builds of the server at the same time, each with its own stores and its own driver: what else the machine does
// befalls both, where rounds in turn differ by 10 %. Of two equal builds the one that starts last takes 1 to 2 % less, and
// each process of Node is compiled a little differently: so both are started several times, in turns the one and the other
// first. Moves per second are not measured, as the servers share the cores; for the same reason other servers are not
// compared like this: one with less code suffers less from its neighbour.
// npm run bench:pair -- --before DIR [--starts 4] [--rounds 5] [--moves 12000] [--matches 150] [--rate N], where DIR is
// another built checkout. With a rate, each has so many moves per second, as on a usual day; else as many as they can.

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    moves: { type: 'string', default: '12000' },
    matches: { type: 'string', default: '150' },
    rate: { type: 'string' },
    before: { type: 'string' },
  },
})
if (values.before === undefined) throw new Error('--before names another built checkout')
const moves = Number(values.moves)
const load = {
  matches: Number(values.matches),
  rate: values.rate === undefined ? null : Number(values.rate),
  moves: { warmUp: Math.ceil(moves / 4), measured: moves },
}

/** What a move costs now, compared with before. */
type Ratio = Record<'main' | 'cpu' | 'redis' | 'p99' | 'memory', number>

const build = (name: string, checkout: string): Contender => curiaIn({ name, checkout, store: 'everysec' })
const builds = [build('before', resolve(values.before)), build('now', ROOT)]

/** Starts both, the one or the other first, and compares them some times. */
async function compare(nowFirst: boolean): Promise<Ratio[]> {
  const inOrder: Started[] = []
  const ratios: Ratio[] = []
  try {
    for (const each of nowFirst ? builds.toReversed() : builds) inOrder.push(await each.start())
    const started = nowFirst ? inOrder.toReversed() : inOrder
    // The first round warms both up.
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const [before, now] = await Promise.all(builds.map((each, index) => drive(each, started[index]!, load)))
      if (round === 0) continue
      ratios.push({
        main: now!.mainThreadPer1000.server! / before!.mainThreadPer1000.server!,
        cpu: now!.cpuPer1000.server! / before!.cpuPer1000.server!,
        redis: now!.cpuPer1000.redis! / before!.cpuPer1000.redis!,
        p99: now!.acknowledgedMs.p99! / before!.acknowledgedMs.p99!,
        memory: now!.rssKb.server!.loaded / before!.rssKb.server!.loaded,
      })
    }
  } finally {
    await Promise.all(inOrder.map((server) => server.end()))
  }
  return ratios
}

const geometricMean = (ratios: readonly number[]): number =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)

const starts: Ratio[][] = []
for (let start = 0; start < Number(values.starts); start += 1) {
  const ratios = await compare(start % 2 === 1)
  starts.push(ratios)
  process.stderr.write(`start ${start + 1}: main thread ${geometricMean(ratios.map(({ main }) => main)).toFixed(3)}\n`)
}

process.stdout.write('What a move costs now, compared with before:\n')
for (const [what, name] of [
  ['main', 'main thread'],
  ['cpu', 'CPU'],
  ['redis', 'CPU of its Redis'],
  ['p99', 'time to the answer, p99'],
  ['memory', 'memory under load'],
] as const) {
  const byStart = starts.map((ratios) => geometricMean(ratios.map((ratio) => ratio[what])))
  const range = [Math.min(...byStart), Math.max(...byStart)].map((mean) => mean.toFixed(3))
  process.stdout.write(`${name}: ${geometricMean(byStart).toFixed(3)} (by start ${range.join(' to ')})\n`)
}
