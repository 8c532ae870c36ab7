import { setTimeout as delay } from 'node:timers/promises'
import { Curia } from '../../client/src/index.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'

// Players against bots of the level `club`, who take a second for a move: each begins another match when one ends.
// Arguments: the address of the server, and how many they are. Each reports its first match.

const PAUSE_MS = 1_000
const [url, count] = process.argv.slice(2) as [string, string]

async function play(index: number): Promise<never> {
  const curia = new Curia({ url })
  await curia.guest({ name: `Player ${index}` })
  let isFirst = true
  for (;;) {
    const match = await curia.create({ opponent: { bot: 'club' } })
    if (isFirst) process.send!('plays')
    isFirst = false
    await playOn(match, async (snapshot) => {
      await delay(PAUSE_MS)
      return pickAny(snapshot)
    })
    match.close()
  }
}

await Promise.all(Array.from({ length: Number(count) }, (_, index) => play(index)))
