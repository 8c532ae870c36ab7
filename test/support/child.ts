import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'

/** Ends a process with this one, however this one ends: a shell waits for the end of a pipe that only this one has. */
export function endWithUs(child: ChildProcess): void {
  const watcher = spawn('sh', ['-c', `cat; kill -9 ${child.pid}`], { stdio: ['pipe', 'ignore', 'ignore'] })
  child.once('exit', () => watcher.kill('SIGKILL'))
}

/** Whether a process has ended. */
export const hasEnded = (child: ChildProcess | undefined): boolean =>
  child === undefined || child.exitCode !== null || child.signalCode !== null
