import { openEmbeddedStore } from '../../../src/live/embedded/store.ts'
import type { CommitResult } from '../../../src/live/port.ts'
import { DEFAULT_RETENTION } from '../../../src/live/retention.ts'
import { acting } from '../contract/harness.ts'
import { print } from './print.ts'

/**
 * Opens a folder, and commits and says lines in several matches at once, until it is killed. Prints each
 * acknowledgement, with a full stop: without it the line is incomplete.
 */
const [dir, name, compactionBytes, ...matches] = process.argv.slice(2)
try {
  print('opening')
  const tuning = { compactionBytes: Number(compactionBytes) }
  const store = await openEmbeddedStore({ dir: dir!, retention: DEFAULT_RETENTION, tuning })
  print('open')
  await Promise.all(
    matches.map(async (match) => {
      let version = (await store.load(match))!.entries.length
      for (let count = 0; ; count += 1) {
        const commit = (): Promise<CommitResult> =>
          store.commit(acting(match, version, { actionId: `${name}-${count}`, deadline: { after: 3_600_000 } }))
        let answer = await commit()
        // After a pause of some seconds the store adds an entry for downtime.
        while (answer.status === 'stale') {
          version = answer.version
          answer = await commit()
        }
        if (answer.status !== 'committed') throw new Error(JSON.stringify(answer))
        version = answer.version
        print('committed', match, version, `${name}-${count}`, '.')
        const line = await store.say(match, 'players', { from: { id: 'a', name: 'Ada' }, text: `${name}-${count}` })
        print('said', match, line!.number, `${name}-${count}`, '.')
      }
    }),
  )
} catch (error) {
  print('failed', (error as Error).stack)
  process.exit(1)
}
