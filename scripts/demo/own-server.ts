import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server for one game, on a free port, whose data is deleted when it is closed. */
export async function startOwnServer(): Promise<{ url: string; close(): Promise<void> }> {
  // To load the server takes longer than to start it, and a demo on another server does not need it.
  const [{ buildApp }, { loadConfig }] = await Promise.all([import('../../src/app.ts'), import('../../src/config.ts')])
  const folder = await mkdtemp(join(tmpdir(), 'curia-demo-'))
  const app = await buildApp(loadConfig({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: folder }))
  return {
    url: await app.listen(),
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
