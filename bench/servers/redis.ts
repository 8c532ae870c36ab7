import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../test/support/free-port.ts'
import type { Running } from './process.ts'
import { start } from './process.ts'

/** How often Redis writes its log to the disk. */
export type Fsync = 'everysec' | 'always'

/** A Redis of its own, in a folder that is removed with it. */
export async function startRedis(fsync: Fsync): Promise<Running & { url: string }> {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'curia-bench-redis-'))]
  const settings = ['--save', '', '--appendonly', 'yes', '--appendfsync', fsync, '--dir', folder]
  const server = await start({
    command: 'redis-server',
    args: ['--port', String(port), '--bind', '127.0.0.1', ...settings],
    port,
  })
  const end = async (): Promise<void> => {
    await server.end()
    await rm(folder, { recursive: true, force: true })
  }
  return { pid: server.pid, url: `redis://127.0.0.1:${port}`, end }
}
