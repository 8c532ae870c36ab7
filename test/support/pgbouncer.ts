import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { endWithUs, hasEnded } from './child.ts'
import { freePort } from './free-port.ts'
import { ordinaryUser } from './postgres.ts'

/** A PgBouncer that belongs to one test. */
export interface PgBouncer {
  /** The address of a database behind it, from its address without it. */
  behind(databaseUrl: string): string
  /** Stops it and removes its folder. */
  destroy(): Promise<void>
}

/**
 * Starts a PgBouncer in front of all databases of a server.
 * @throws Error with the command that installs it, where it is missing
 */
export async function startPgBouncer(
  server: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<PgBouncer> {
  const owner = ordinaryUser()
  const folder = await mkdtemp(join(tmpdir(), 'curia-pgbouncer-'))
  const port = await freePort()
  const { port: behind, username } = new URL(server)
  const [users, settings] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')]
  await writeFile(users, `"${username}" ""\n`)
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${behind} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 3
server_login_retry = 1
`,
  )
  if (owner) for (const path of [folder, users, settings]) await chown(path, owner.uid, owner.gid)
  // Debian has it among the programs of the administrator.
  const env = { ...process.env, PATH: `${process.env.PATH}${delimiter}/usr/sbin` }
  const child = spawn('pgbouncer', [settings], { ...owner, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
  child.once('error', ({ message }) => (said = `${message}. On Debian or Ubuntu: apt-get install -y pgbouncer`))
  const exited = once(child, 'exit').catch(() => undefined)
  const destroy = async (): Promise<void> => {
    if (child.pid !== undefined && !hasEnded(child)) {
      child.kill('SIGKILL')
      await exited
    }
    await rm(folder, { recursive: true, force: true })
  }
  if (child.pid !== undefined) endWithUs(child)
  while (!(await accepts(port))) {
    if (child.pid !== undefined && !hasEnded(child)) continue
    await destroy()
    throw new Error(`pgbouncer did not start: ${said}`)
  }
  return {
    behind: (databaseUrl) => Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    destroy,
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(() => resolve(false), 50))
  })
}
