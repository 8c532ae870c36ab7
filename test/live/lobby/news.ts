import { expect, it } from 'vitest'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { PATIENTLY } from './harness.ts'

export function news({ node }: LobbyHarness): void {
  it('is published to every node', async () => {
    const [one, other] = [await node(), await node()]
    const [ada, bo] = [newPlayer('Ada').id, newPlayer('Bo').id]
    await one.news.announce({ type: 'started', match: 'a-match', players: [ada, bo] })
    for (const { recorder } of [one, other]) {
      for (const player of [ada, bo]) {
        await expect.poll(() => recorder.of(player), PATIENTLY).toEqual(['started a-match'])
      }
    }
  })
}
