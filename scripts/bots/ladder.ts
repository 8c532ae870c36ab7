import type { Curia } from '../../client/src/index.ts'
import type { LevelName } from '../../src/bots/index.ts'
import type { Pool } from '../../src/protocol/index.ts'
import { BotSeat } from './play.ts'

/** The environment variable with the personal token of the bot account that plays. */
export const TOKEN = 'CURIA_TOKEN'

/** Waits in the ladder, and plays both games of a pair at once. `log` is called with what people may want to read. */
export async function playPair(
  curia: Curia,
  level: LevelName,
  { kind, clock }: Pick<Pool, 'kind' | 'clock'>,
  log: (line: string) => void,
): Promise<void> {
  await curia.queue.join({ pool: 'engines', kind, clock })
  log(`The bot waits in the ladder of ${kind}.`)
  let stop: (() => void) | undefined
  const games = await new Promise<string[]>((resolve) => {
    stop = curia.queue.subscribe((state) => {
      if (state.status === 'matched' && state.twin !== undefined) resolve([state.match, state.twin])
    })
  })
  stop?.()
  await Promise.all(
    games.map(async (id) => {
      const match = await curia.watch(id)
      const { ended, snapshot } = await new BotSeat(curia, match, level, log).play()
      const { by, winner } = ended!.outcome
      log(`Match ${id}: ${winner === undefined ? 'shared' : winner === snapshot.you ? 'won' : 'lost'}, ${by}.`)
      match.close()
    }),
  )
}
