import { DEFAULT_RETENTION, openEmbeddedStore } from '../../../src/live/index.ts'
import { print } from './print.ts'

/** Opens a folder and retains it until the process is killed. Prints whether that succeeded. */
try {
  await openEmbeddedStore({ dir: process.argv[2]!, retention: DEFAULT_RETENTION })
  print('open')
  setInterval(() => undefined, 60_000)
} catch (error) {
  print('failed', (error as Error).message)
  process.exit(1)
}
