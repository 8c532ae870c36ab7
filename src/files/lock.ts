import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join, relative } from 'node:path'

const NAME = /^lock-[0-9a-f]{8}$/

/**
 * Locks a folder for the caller, until the returned function is called or the process ends for whatever reason.
 *
 * The lock is a Unix socket in the folder, with a name that is never used twice; only a living process answers on it. A
 * caller first listens on its own socket and then tries the others: of two callers at the same time at least one sees
 * the other, so that never both succeed. A socket that a killed process left behind answers nobody and is removed.
 * @throws Error if another process, or this one, holds the lock.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const own = `lock-${randomUUID().slice(0, 8)}`
  const server = createServer((socket) => socket.destroy())
  server.listen(socketPath(folder, own))
  await once(server, 'listening')
  server.unref()
  const unlock = async (): Promise<void> => {
    server.close()
    await once(server, 'close')
  }
  try {
    const names = (await readdir(folder)).filter((name) => NAME.test(name))
    // Another caller may have tried and removed it in the moment before it listened.
    if (!names.includes(own)) throw inUse(folder)
    for (const name of names) {
      if (name === own) continue
      if (await answers(socketPath(folder, name))) throw inUse(folder)
      await rm(join(folder, name), { force: true })
    }
  } catch (error) {
    await unlock()
    throw error
  }
  return unlock
}

const inUse = (folder: string): Error =>
  new Error(`${folder} is in use by another server; two can't share a folder, only a Redis`)

/** The shorter of the absolute and the relative path: the path of a socket has at most about 100 characters. */
function socketPath(folder: string, name: string): string {
  const whole = join(folder, name)
  const short = relative(process.cwd(), whole)
  return short.length < whole.length ? short : whole
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
