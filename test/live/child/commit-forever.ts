import { DEFAULT_RETENTION } from '../../../src/live/retention.ts'
import { openEmbeddedStore } from '../../../src/live/embedded/store.ts'
import type { CommitResult } from '../../../src/live/port.ts'
import { acting } from '../contract/harness.ts'
import { say } from './say.ts'

/**
 * Opens a folder, and commits to some matches and speaks in them, all at once, until it is killed. Says what it is about to
 * do, and after each acknowledgement that it is done.
 */
const [dir, name, compactionBytes, ...matches] = process.argv.slice(2)
try {
  say('opening')
  const tuning = { compactionBytes: Number(compactionBytes) }
  const store = await openEmbeddedStore({ dir: dir!, retention: DEFAULT_RETENTION, tuning })
  say('open')
  await Promise.all(
    matches.map(async (match) => {
      let version = (await store.load(match))!.entries.length
      for (let count = 0; ; count += 1) {
        const commit = (): Promise<CommitResult> =>
          store.commit(acting(match, version, { actionId: `${name}-${count}`, deadline: { after: 3_600_000 } }))
        let answer = await commit()
        // After some seconds without a commit the time is given back, in an entry of its own.
        while (answer.status === 'stale') {
          version = answer.version
          answer = await commit()
        }
        if (answer.status !== 'committed') throw new Error(JSON.stringify(answer))
        version = answer.version
        say('committed', match, version, `${name}-${count}`)
        const line = await store.say(match, 'players', { from: { id: 'a', name: 'Ada' }, text: `${name}-${count}` })
        say('said', match, line!.number, `${name}-${count}`)
      }
    }),
  )
} catch (error) {
  say('failed', (error as Error).stack)
  process.exit(1)
}
