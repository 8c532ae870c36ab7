import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/free-port.ts'
import type { Running } from './process.ts'
import { start } from './process.ts'

const FOLDER = fileURLToPath(new URL('../peers', import.meta.url))

/** Whether the peers' own packages are installed: `npm install` in bench/peers. */
export const havePeers = (): boolean => existsSync(join(FOLDER, 'node_modules'))

/** A peer in a process of its own: `script` and its arguments after the port. */
export async function startPeer(script: string, ...args: string[]): Promise<Running & { url: string }> {
  const port = await freePort()
  const server = await start({
    command: process.execPath,
    args: [join(FOLDER, script), String(port), ...args],
    cwd: FOLDER,
    port,
  })
  return { ...server, url: `http://127.0.0.1:${port}` }
}
