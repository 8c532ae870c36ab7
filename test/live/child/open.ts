import { DEFAULT_RETENTION, openEmbeddedStore } from '../../../src/live/index.ts'
import { say } from './say.ts'

/** Opens a folder and stays in it until it is killed; says how that went. */
try {
  await openEmbeddedStore({ dir: process.argv[2]!, retention: DEFAULT_RETENTION })
  say('open')
  setInterval(() => undefined, 60_000)
} catch (error) {
  say('failed', (error as Error).message)
  process.exit(1)
}
