import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { curiaIn } from './contenders.ts'
import { drive } from './load/drive.ts'
import { usageOf } from './load/processes.ts'

// The resident memory of a server: idle, under load, and a minute after all players have left.
// npm run bench:memory -- [--before DIR] [--matches 1000] [--seconds 20], where DIR is another built checkout

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What the start has left behind is given back by then, and so is what a load has (s). */
const IDLE_AFTER = 30
const GONE_FOR = 60

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    matches: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
  },
})
const load = { matches: Number(values.matches), warmUpSeconds: 0, seconds: Number(values.seconds) }
const checkouts = [...(values.before === undefined ? [] : [['before', resolve(values.before)]]), ['now', ROOT]]

process.stdout.write(
  `| resident memory, MB | idle | with ${load.matches} matches | a minute after |\n|---|--:|--:|--:|\n`,
)
for (const store of ['everysec', 'embedded'] as const) {
  for (const [name, checkout] of checkouts) {
    const title = `${store === 'embedded' ? 'embedded' : 'on Redis and Postgres'}, ${name}`
    const contender = curiaIn({ name: title, checkout: checkout!, store })
    const started = await contender.start()
    const megabytes = (): number => Math.round(usageOf(started.processes.server!).rssKb / 1024)
    try {
      await delay(IDLE_AFTER * 1000)
      const idle = megabytes()
      const { rssKb } = await drive(contender, started, load)
      await delay(GONE_FOR * 1000)
      const figures = [idle, Math.round(rssKb.server!.loaded / 1024), megabytes()]
      process.stdout.write(`| ${title} | ${figures.join(' | ')} |\n`)
    } finally {
      await started.end()
    }
  }
}
