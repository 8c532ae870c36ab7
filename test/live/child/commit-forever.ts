import { writeSync } from 'node:fs'
import { DEFAULT_RETENTION, openEmbeddedStore } from '../../../src/live/index.ts'
import { acting, joining, newActionId } from '../contract/harness.ts'

/** Opens a folder and commits to a match in it, saying so after each acknowledgement, until it is killed. */
const [dir, match] = process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)
try {
  const store = await openEmbeddedStore({ dir: dir!, retention: DEFAULT_RETENTION })
  const record = await store.load(match!)
  let version = record!.entries.length
  say(`open ${version}`)
  for (;;) {
    const command = version === 0 ? joining(match!) : acting(match!, version, { actionId: newActionId() })
    const answer = await store.commit(command)
    if (answer.status !== 'committed') throw new Error(JSON.stringify(answer))
    version = answer.version
    say(`committed ${version} ${answer.at}`)
  }
} catch (error) {
  say(`failed ${(error as Error).message}`)
  process.exit(1)
}
