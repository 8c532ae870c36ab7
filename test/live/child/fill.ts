import { openEmbeddedStore } from '../../../src/live/embedded/store.ts'
import { DEFAULT_RETENTION } from '../../../src/live/retention.ts'
import { aBegunMatch, acting } from '../contract/harness.ts'
import { print } from './print.ts'

/**
 * Opens a folder, and commits to a match until that is refused; then again as soon as the store can write. Prints each
 * acknowledgement, and after a refusal the length of the log.
 */
try {
  const tuning = { maintainMs: 20 }
  const store = await openEmbeddedStore({ dir: process.argv[2]!, retention: DEFAULT_RETENTION, tuning })
  const match = await aBegunMatch(store)
  print('match', match)
  for (let version = 1; ;) {
    const commit = acting(match, version, { actionId: 'x'.repeat(100) })
    const answer = await store.commit(commit).catch((error: unknown) => error as Error)
    if ('status' in answer) {
      if (answer.status !== 'committed') throw new Error(JSON.stringify(answer))
      version = answer.version
      print('committed', version)
      continue
    }
    const answers = await store.ping().then(
      () => 'answers',
      ({ code }: { code: string }) => code,
    )
    print('refused', (answer as Error & { code: string }).code, answers, (await store.load(match))!.entries.length)
    while (
      !(await store.ping().then(
        () => true,
        () => false,
      ))
    )
      await new Promise((resolve) => setTimeout(resolve, 20))
  }
} catch (error) {
  print('failed', (error as Error).stack)
  process.exit(1)
}
