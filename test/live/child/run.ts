import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { bundled } from '../../support/bundle.ts'

/** A process that a test starts. */
export interface Child {
  /** The lines that it has printed. */
  lines: string[]
  /** The first line for which this holds. Rejects if the process ends without it. */
  says(what: (line: string) => boolean): Promise<string>
  /** Kills the process by SIGKILL, and resolves when it has ended. */
  kill9(): Promise<void>
}

const commandOf = async (script: string, parameters: string[]): Promise<string[]> => [
  process.execPath,
  await bundled(`test/live/child/${script}`),
  ...parameters,
]

/** Runs one of the scripts of this folder. */
export async function runChild(script: string, ...parameters: string[]): Promise<Child> {
  return run(await commandOf(script, parameters))
}

/** Runs one of the scripts of this folder after a line of a shell. */
export async function runChildAfter(line: string, script: string, ...parameters: string[]): Promise<Child> {
  return run(['/bin/sh', '-c', `${line}; exec "$@"`, 'sh', ...(await commandOf(script, parameters))])
}

function run([command, ...parameters]: string[]): Child {
  const child = spawn(command!, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const kill = (): boolean => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const look = (): void => {
    for (const check of waiting) check()
  }
  let ended = false
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    look()
  })
  void closed.then(() => {
    ended = true
    look()
  })
  return {
    lines,
    says: (what) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = lines.find(what)
          if (found === undefined && !ended) return
          waiting.delete(check)
          if (found === undefined) reject(new Error(`it ended, having said: ${lines.join('\n')}`))
          else resolve(found)
        }
        waiting.add(check)
        check()
      }),
    kill9: async () => {
      kill()
      await closed
    },
  }
}
