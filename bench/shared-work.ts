import { startServer } from '../test/support/server.ts'
import { SHARED_WORK } from '../test/support/shared-work.ts'
import { median } from './load/quantile.ts'

// How long an honest player waits for work that all players of a server share, before others ask for much of it and while
// they do.
// npm run bench:shared [-- words of a name]

const TIMES = 5

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const inWords = (values: number[]): string =>
  `${median(values)!.toFixed(0)} ms (worst ${Math.max(...values).toFixed(0)})`

/** How long each of some requests takes (ms); Infinity for one that is refused. */
async function measure(ask: () => Promise<void>): Promise<number[]> {
  const took: number[] = []
  while (took.length < TIMES) {
    const began = performance.now()
    const ended = await ask().then(
      () => performance.now(),
      () => Infinity,
    )
    took.push(ended - began)
  }
  return took
}

const wanted = process.argv.slice(2).join(' ')
for (const [name, shared] of Object.entries(SHARED_WORK).filter(([name]) => name.includes(wanted))) {
  const server = await startServer({ LOG_LEVEL: 'warn', ...shared.environment })
  const contest = await shared.open(server.url)
  await contest.honest()
  const before = await measure(() => contest.honest())
  await contest.attack()
  const during = await measure(() => contest.honest())
  const ratio = median(during)! / median(before)!
  say(`${name}: ${inWords(before)} before, ${inWords(during)} during: ratio ${ratio.toFixed(1)}`)
  await contest.close()
  await server.destroy()
}
