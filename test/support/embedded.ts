import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_RETENTION, openEmbeddedStore } from '../../src/live/index.ts'
import type { EmbeddedOptions, LiveStore } from '../../src/live/index.ts'

/** An embedded store in a folder of its own, which goes when the store is closed. */
export async function openTemporaryStore(options: Partial<EmbeddedOptions> = {}): Promise<LiveStore> {
  const dir = await mkdtemp(join(tmpdir(), 'curia-live-'))
  const store = await openEmbeddedStore({ dir, retention: DEFAULT_RETENTION, ...options })
  const close = store.close.bind(store)
  store.close = async () => {
    await close()
    await rm(dir, { recursive: true, force: true })
  }
  return store
}
