import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { Client } from 'pg'
import { endWithUs, hasEnded } from './child.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL server that belongs to one test, on a free port, in a folder that is removed with it. */
export interface Postgres {
  /** The address of an empty database. Stays the same through stops and starts. */
  url: string
  /** Its main process, whose children are the others. Another one after each start. */
  readonly pid: number
  /** Stops it at once but cleanly, as an operator would, which cuts all connections. Does nothing if it is stopped. */
  stop(): Promise<void>
  /** Kills all its processes. */
  kill9(): Promise<void>
  /** Starts it again after a stop or a kill. */
  start(): Promise<void>
  /** Freezes all its processes: it neither answers nor closes connections. */
  freeze(): Promise<void>
  /** Lets frozen processes go on. */
  thaw(): void
  /** A new, empty database on it, with choices of `CREATE DATABASE`. Returns its address. */
  createDatabase(choices?: string): Promise<string>
  /** Stops the server permanently and removes its folder. */
  destroy(): Promise<void>
}

/** What is written survives the end of all its processes; to survive that of the machine would take much time. */
const NOT_FOR_POWER_CUTS = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

interface PostgresOptions {
  /** Whether it syncs its files as an operator's does. A measurement needs that, and a test does not. */
  syncs?: boolean
  /** Its certificate and the key of it (PEM), for connections with TLS. */
  tls?: { cert: string; key: string }
}

const MISSING = 'PostgreSQL is not installed. On Debian or Ubuntu: apt-get install -y postgresql'

/** Starts a server. @throws Error with the command that installs PostgreSQL, where it is missing. */
export async function startPostgres({ syncs = false, tls }: PostgresOptions = {}): Promise<Postgres> {
  const bin = findBinaries()
  const owner = ordinaryUser()
  const folder = await mkdtemp(join(tmpdir(), 'curia-postgres-'))
  if (owner) await chown(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const options = { ...owner, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } }
  const init = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'curia', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { ...options, encoding: 'utf8' },
  )
  if (init.status !== 0) throw new Error(`initdb failed: ${init.error?.message ?? init.stderr}`)

  if (tls) {
    for (const [name, text] of [
      ['server.crt', tls.cert],
      ['server.key', tls.key],
    ] as const) {
      await writeFile(join(data, name), text, { mode: 0o600 })
      if (owner) await chown(join(data, name), owner.uid, owner.gid)
    }
  }
  const port = await freePort()
  const server = `postgresql://curia@127.0.0.1:${port}`
  let running: ChildProcess | undefined
  let frozen: number[] = []
  let databases = 0

  const start = async (): Promise<void> => {
    const settings = [
      '-D',
      data,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      folder,
      ...(syncs ? [] : NOT_FOR_POWER_CUTS),
      ...(tls ? ['-c', 'ssl=on'] : []),
    ]
    const child = spawn(join(bin, 'postgres'), settings, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
    running = child
    frozen = []
    endWithUs(child)
    await answering(`${server}/postgres`, () => {
      if (hasEnded(child)) throw new Error(`postgres did not start: ${said}`)
    })
  }
  const end = async (how: NodeJS.Signals): Promise<void> => {
    const child = running
    running = undefined
    if (!child || hasEnded(child)) return
    const exited = once(child, 'exit')
    child.kill(how)
    await exited
  }
  const ask = async (sql: string): Promise<{ rows: { pid: number }[] }> => {
    const client = new Client({ connectionString: `${server}/postgres` })
    await client.connect()
    try {
      return await client.query<{ pid: number }>(sql)
    } finally {
      await client.end()
    }
  }
  /** The main process comes first: without it there are no new ones. */
  const processes = async (): Promise<number[]> => [
    ...(running?.pid === undefined ? [] : [running.pid]),
    ...(await ask('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')).rows.map(({ pid }) => pid),
  ]
  const createDatabase = async (choices = ''): Promise<string> => {
    const name = `test_${++databases}`
    await ask(`CREATE DATABASE ${name} ${choices}`)
    return `${server}/${name}`
  }
  const thaw = (): void => {
    for (const pid of frozen.splice(0)) signal(pid, 'SIGCONT')
  }

  try {
    await start()
    const url = await createDatabase()
    return {
      url,
      get pid() {
        return running!.pid!
      },
      // SIGINT is its "fast" shutdown.
      stop: () => end('SIGINT'),
      kill9: async () => {
        const [, ...rest] = await processes()
        await end('SIGKILL')
        for (const pid of rest) signal(pid, 'SIGKILL')
      },
      start,
      freeze: async () => {
        frozen = await processes()
        for (const pid of frozen) signal(pid, 'SIGSTOP')
      },
      thaw,
      createDatabase,
      destroy: async () => {
        thaw()
        await end('SIGINT')
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

function findBinaries(): string {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const folders = [...versions.map((version) => join(packaged, version, 'bin')), ...onPath]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
  if (found === undefined) throw new Error(MISSING)
  return found
}

/** PostgreSQL and PgBouncer refuse to run as root: root runs them as the user of PostgreSQL's package. */
export function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined
  const idOf = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  if (!uid || !gid) throw new Error(`PostgreSQL does not run as root, and the user "postgres" is missing. ${MISSING}`)
  return { uid, gid }
}

async function answering(url: string, check: () => void): Promise<void> {
  for (;;) {
    check()
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended by itself.
  }
}
