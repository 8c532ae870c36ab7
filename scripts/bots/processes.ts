import { fork } from 'node:child_process'

/** Work that is done in other processes, one piece at a time in each. */
export interface Work<Task, Report> {
  /** The module that gets tasks as messages, and answers each with one report. */
  module: URL
  /** The next task; null if none is left. */
  next: () => Task | null
  take: (report: Report) => void
}

/**
 * Does work in some processes. After an interruption, the tasks that have begun are the last ones.
 * @throws Error if a process ends before it has answered.
 */
export async function inProcesses<Task extends object, Report>(
  { module, next, take }: Work<Task, Report>,
  processes: number,
  interrupted: AbortSignal,
): Promise<void> {
  const workOn = async (): Promise<void> => {
    // An interruption of the terminal is for this process alone.
    const worker = fork(module, { execArgv: ['--import', 'tsx'], serialization: 'advanced', detached: true })
    try {
      for (let task = next(); task && !interrupted.aborted; task = next()) {
        worker.send(task)
        const report = await new Promise<Report>((resolve, reject) => {
          worker.once('message', resolve)
          worker.once('exit', () => reject(new Error('a process that works has ended')))
        })
        worker.removeAllListeners('exit')
        take(report)
      }
    } finally {
      worker.kill()
    }
  }
  await Promise.all(Array.from({ length: processes }, workOn))
}
