import { expect, it } from 'vitest'
import { Audiences } from '../../src/gateway/audiences.ts'
import type { Connection } from '../../src/gateway/connection.ts'
import { newPlayer } from '../support/players.ts'

const DRAINING = { reconnectAfterMs: 1 }

it('what a player is told goes to all of his connections that are open, and to nobody else', () => {
  const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
  const told: string[] = []
  const connect = (player: typeof ada, device: string) => ({ player, send: () => void told.push(device) }) as unknown as Connection
  const [telephone, tablet, other] = [connect(ada, 'telephone'), connect(ada, 'tablet'), connect(bo, 'other')]
  const audiences = new Audiences()
  for (const connection of [telephone, tablet, other]) audiences.add(connection)
  audiences.tell(ada.id, 'server:draining', DRAINING)
  expect(told.splice(0)).toEqual(['telephone', 'tablet'])
  audiences.remove(telephone)
  audiences.tell(ada.id, 'server:draining', DRAINING)
  expect(told.splice(0)).toEqual(['tablet'])
  audiences.remove(tablet)
  audiences.remove(tablet)
  audiences.tell(ada.id, 'server:draining', DRAINING)
  expect(told).toEqual([])
})
