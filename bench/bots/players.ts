import { setTimeout as delay } from 'node:timers/promises'
import { Curia } from '../../client/src/index.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import type { BotLevel } from '../../src/protocol/index.ts'

// Players against bots, in a process of their own: each begins another match when one ends.
// players.ts URL COUNT LEVEL PAUSE_MS

const [url, count, level, pauseMs] = process.argv.slice(2) as [string, string, BotLevel, string]

async function play(index: number): Promise<never> {
  const curia = new Curia({ url })
  await curia.guest({ name: `Player ${index}` })
  let isFirst = true
  for (;;) {
    const match = await curia.create({ opponent: { bot: level } })
    if (isFirst) process.send!('plays')
    isFirst = false
    await playOn(match, async (snapshot) => {
      await delay(Number(pauseMs))
      return pickAny(snapshot)
    })
    match.close()
  }
}

await Promise.all(Array.from({ length: Number(count) }, (_, index) => play(index)))
