import { inProcesses } from '../processes.ts'
import { readArguments, USAGE } from './arguments.ts'
import { Schedule } from './schedule.ts'
import { print } from './tables.ts'
import type { Fixture, Report } from './worker.ts'

const WORKER = new URL('worker.ts', import.meta.url)

async function main(): Promise<number> {
  const wanted = readArguments()
  if (!wanted) {
    console.log(USAGE)
    return 2
  }
  const { kinds, pairs, bounds, allowed, earlier, seed, threads } = wanted
  const interruption = new AbortController()
  process.once('SIGINT', () => interruption.abort())
  for (const kind of kinds) {
    const schedule = new Schedule({ kind, allowed, earlier }, seed, pairs, bounds)
    const reports: Report[] = []
    const take = (report: Report): void => {
      reports.push(report)
      schedule.take(report)
    }
    const work = { module: WORKER, next: (): Fixture | null => schedule.next(), take }
    await inProcesses(work, threads, interruption.signal)
    if (reports.length > 0) print(kind, reports, schedule)
    if (interruption.signal.aborted) break
  }
  return 0
}

process.exitCode = await main()
