import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readArguments, USAGE } from './arguments.ts'
import { Schedule } from './schedule.ts'
import { print } from './tables.ts'
import type { Report } from './worker.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))

/** Plays games in other processes. After an interruption, those that have begun are the last ones. */
async function playAll(schedule: Schedule, processes: number, interrupted: AbortSignal): Promise<Report[]> {
  const reports: Report[] = []
  const playSome = async (): Promise<void> => {
    // An interruption of the terminal is for this process alone.
    const worker = fork(WORKER, { execArgv: ['--import', 'tsx'], serialization: 'advanced', detached: true })
    try {
      for (let fixture = schedule.next(); fixture && !interrupted.aborted; fixture = schedule.next()) {
        worker.send(fixture)
        const report = await new Promise<Report>((resolve, reject) => {
          worker.once('message', resolve)
          worker.once('exit', () => reject(new Error('a process that plays has ended')))
        })
        worker.removeAllListeners('exit')
        reports.push(report)
        schedule.take(report)
      }
    } finally {
      worker.kill()
    }
  }
  await Promise.all(Array.from({ length: processes }, playSome))
  return reports
}

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
    const reports = await playAll(schedule, threads, interruption.signal)
    if (reports.length > 0) print(kind, reports, schedule)
    if (interruption.signal.aborted) break
  }
  return 0
}

process.exitCode = await main()
