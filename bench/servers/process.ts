import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A process under measurement. */
export interface Running {
  pid: number
  end(): Promise<void>
}

export interface Start {
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
  /** The process is ready when it listens here. */
  port: number
}

const READY_WITHIN_MS = 60_000

/** Starts a process and waits until it listens. @throws Error with its output if it ends before. */
export async function start({ command, args, cwd, env, port }: Start): Promise<Running> {
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = (): boolean => child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const end = async (): Promise<void> => {
    process.off('exit', kill)
    if (child.exitCode !== null || child.signalCode !== null) return
    kill()
    await once(child, 'exit')
  }
  const deadline = performance.now() + READY_WITHIN_MS
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await end()
      throw new Error(`${command} ${args.join(' ')} did not begin to listen:\n${output}`)
    }
    await delay(50)
  }
  return { pid: child.pid!, end }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
