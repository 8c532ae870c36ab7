import { writeSync } from 'node:fs'
import { DEFAULT_RETENTION, openEmbeddedStore } from '../../../src/live/index.ts'

/** Opens a folder and stays in it until it is killed; says how that went. */
try {
  await openEmbeddedStore({ dir: process.argv[2]!, retention: DEFAULT_RETENTION })
  writeSync(1, 'open\n')
  setInterval(() => undefined, 60_000)
} catch (error) {
  writeSync(1, `failed ${(error as Error).message}\n`)
  process.exit(1)
}
