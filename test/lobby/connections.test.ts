import { expect, it } from 'vitest'
import type { PlayerConnection } from '../../src/lobby/connections.ts'
import { PlayerConnections } from '../../src/lobby/connections.ts'
import type { QueueSubscriber } from '../../src/lobby/index.ts'
import type { PlayerRef } from '../../src/protocol/index.ts'
import { newPlayer } from '../support/players.ts'

it('what the lobby has for a player goes to all of their open connections, and to no other player', () => {
  const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
  const sent: string[] = []
  const seen: string[] = []
  let queue: QueueSubscriber = { news: () => undefined }
  let players: () => Iterable<PlayerRef> = () => []
  const connections = new PlayerConnections(
    { subscribe: (subscriber) => void (queue = subscriber) },
    { subscribe: () => undefined },
    { setSource: (source) => void (players = source), connected: ({ name }) => void seen.push(name) },
  )
  const connect = (player: PlayerRef, device: string): PlayerConnection => {
    const connection = { player, send: () => void sent.push(device) }
    connections.add(connection)
    return connection
  }
  const tell = ({ id }: PlayerRef): string[] => {
    queue.news({
      type: 'matched',
      player: id,
      payload: { match: 'm'.repeat(16), pool: { kind: 'base', clock: 'blitz', rated: false } },
    })
    return sent.splice(0)
  }
  const [telephone, tablet] = [connect(ada, 'telephone'), connect(ada, 'tablet')]
  connect(bo, 'other')
  expect([seen, [...players()]]).toEqual([
    ['Ada', 'Ada', 'Bo'],
    [ada, bo],
  ])
  expect(tell(ada)).toEqual(['telephone', 'tablet'])
  connections.remove(telephone)
  expect(tell(ada)).toEqual(['tablet'])
  connections.remove(tablet)
  connections.remove(tablet)
  expect([tell(ada), [...players()]]).toEqual([[], [bo]])
})
