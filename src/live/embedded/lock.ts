import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join, relative } from 'node:path'

const NAME = /^lock-[0-9a-f]{8}$/

/**
 * Keeps a folder for this process alone, until what is returned is called or the process ends, in whatever way.
 *
 * The lock is a socket in the folder, with a name of its own, that nobody but a living process answers. First one's own
 * socket listens, then the others are tried: of two who come at the same time at least one sees the other, so that never both
 * go on. What a killed process left behind answers nobody and is removed; as names are never used twice, it can't be mistaken.
 * @throws Error if another process, or this one, uses the folder.
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
    // Somebody may have tried it in the moment before it listened.
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

/** The path of a socket may have about 100 characters: the shorter way to write it is taken. */
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
