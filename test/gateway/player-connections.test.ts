import { expect, it } from 'vitest'
import type { Connection } from '../../src/gateway/connection.ts'
import { PlayerConnections } from '../../src/gateway/player-connections.ts'
import type { PlayerRef } from '../../src/protocol/index.ts'
import { newPlayer } from '../support/players.ts'

const DRAINING = { event: 'server:draining', payload: { reconnectAfterMs: 1 } } as const

it('an event for a player goes to all of their open connections, and to no other player', () => {
  const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
  const sent: string[] = []
  const connect = (player: PlayerRef, device: string) =>
    ({ player, send: () => void sent.push(device) }) as unknown as Connection
  const [telephone, tablet, other] = [connect(ada, 'telephone'), connect(ada, 'tablet'), connect(bo, 'other')]
  const connections = new PlayerConnections()
  for (const connection of [telephone, tablet, other]) connections.add(connection)
  connections.send(ada.id, DRAINING)
  expect(sent.splice(0)).toEqual(['telephone', 'tablet'])
  connections.remove(telephone)
  connections.send(ada.id, DRAINING)
  expect(sent.splice(0)).toEqual(['tablet'])
  connections.remove(tablet)
  connections.remove(tablet)
  connections.send(ada.id, DRAINING)
  expect(sent).toEqual([])
})
