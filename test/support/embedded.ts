import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedOptions, LiveStore } from '../../src/live/index.ts'
import { DEFAULT_RETENTION, openEmbeddedStore } from '../../src/live/index.ts'

/** Opens an embedded store in a new folder, which is removed when the store is closed. */
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
