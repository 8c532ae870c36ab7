import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const NAME = /^lock-[0-9a-f]{8}$/
/** The path of a socket has at most so many bytes, on every system. */
const LONGEST_PATH = 100

/**
 * Locks a folder for the caller, until the returned function is called or the process ends for whatever reason.
 *
 * The lock is a Unix socket in the folder, with a name that is never used twice; only a living process answers on it. A
 * caller first listens on its own socket and then tries the others: of two callers at the same time at least one sees
 * the other, so that never both succeed. A socket that a killed process left behind answers nobody and is removed.
 * @throws Error if another process, or this one, holds the lock, and if the folder cannot hold sockets.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const own = `lock-${randomUUID().slice(0, 8)}`
  const { socketPath, forget } = await shortWayTo(folder, own)
  const server = createServer((socket) => socket.destroy())
  const unlock = async (): Promise<void> => {
    server.close()
    await once(server, 'close')
    // The way by which it was made may be forgotten: then its end has left the socket where it is.
    await rm(join(folder, own), { force: true })
  }
  try {
    server.listen(socketPath(own))
    await once(server, 'listening').catch((cause: unknown) => {
      throw new Error(
        `${folder} cannot be locked: its file system may have no Unix sockets. Choose another DATA_DIR.`,
        { cause },
      )
    })
    server.unref()
    const names = (await readdir(folder)).filter((name) => NAME.test(name))
    // Another caller may have tried and removed it in the moment before it listened.
    if (!names.includes(own)) throw inUse(folder)
    for (const name of names) {
      if (name === own) continue
      if (await answers(socketPath(name))) throw inUse(folder)
      await rm(join(folder, name), { force: true })
    }
  } catch (error) {
    if (server.listening) await unlock()
    throw error
  } finally {
    await forget()
  }
  return unlock
}

const inUse = (folder: string): Error =>
  new Error(`${folder} is in use by another server; two can't share a folder, only a Redis`)

interface ShortWay {
  /** The path of a socket in the folder. */
  socketPath: (name: string) => string
  /** The paths are needed no longer. */
  forget: () => Promise<void>
}

/** A way to the sockets of a folder, however long its path is: where it is too long, a link leads there for a moment. */
async function shortWayTo(folder: string, name: string): Promise<ShortWay> {
  const whole = resolve(folder)
  if (Buffer.byteLength(join(whole, name)) <= LONGEST_PATH) {
    return { socketPath: (each) => join(whole, each), forget: () => Promise.resolve() }
  }
  const place = await mkdtemp(join(tmpdir(), 'curia-'))
  const link = join(place, 'data')
  await symlink(whole, link)
  return { socketPath: (each) => join(link, each), forget: () => rm(place, { recursive: true, force: true }) }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(false)
      else reject(error)
    })
  })
}
