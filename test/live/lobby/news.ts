import { expect, it } from 'vitest'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { PATIENTLY } from './harness.ts'

export function news({ node }: LobbyHarness): void {
  it('is published to every node', async () => {
    const [one, other] = [await node(), await node()]
    const [ada, bo] = [newPlayer('Ada').id, newPlayer('Bo').id]
    await one.news.announce({ type: 'started', match: 'a-match', players: [ada, bo] })
    const payload = { tournament: 'a-tournament', round: 1 }
    await other.news.announce({ type: 'told', players: [ada], event: { event: 'tournament:round', payload } })
    for (const { recorder } of [one, other]) {
      await expect.poll(() => recorder.of(bo), PATIENTLY).toEqual(['started a-match'])
      await expect.poll(() => recorder.of(ada), PATIENTLY).toEqual(['started a-match', 'told tournament:round'])
    }
  })
}
