import type { Socket } from 'socket.io-client'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Disturbance, ViewAnswer } from '../../src/protocol/index.ts'
import { atLast } from '../support/at-last.ts'
import { EventReader } from '../support/event-reader.ts'
import type { Guest } from '../support/guest.ts'
import { becomeGuest } from '../support/guest.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: Server
let ada: Guest
beforeAll(async () => {
  server = await startServer({ TEST_MODE: 'on' })
  ada = await becomeGuest(server.url, 'Ada')
})
afterAll(() => server?.destroy())

const disturb = async (how: Disturbance): Promise<number> =>
  (await fetch(`${server.url}/v1/test/${how}`, { method: 'POST' })).status

/** What a socket and a stream see of a disturbance: the events of each, and how the socket ends. */
async function seen(how: Disturbance): Promise<{ socket: string[]; stream: string[] }> {
  const socket: Socket = io(server.url, { auth: { token: ada.token }, transports: ['websocket'], reconnection: false })
  const events: string[] = []
  socket.onAny((event: string) => void events.push(event))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const ended = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()))
  const reader = await EventReader.open(`${server.url}/v1/players/me/events`, { authorization: `Bearer ${ada.token}` })
  await atLast(() => expect(reader.names).toEqual(['player:matches']))
  expect(await disturb(how)).toBe(204)
  await Promise.all([ended, reader.ended.catch(() => undefined)])
  return { socket: events, stream: reader.names.slice(1) }
}

it('a server in test mode cuts all connections without a word, and goes on', async () => {
  expect(await seen('drop')).toEqual({ socket: [], stream: [] })
})

it('a server in test mode asks all clients to come back, and goes on', async () => {
  expect(await seen('drain')).toEqual({ socket: ['server:draining'], stream: ['server:draining'] })
})

it('a server in test mode starts again at the same address, with the same matches', async () => {
  const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
  const created = await fetch(`${server.url}/v1/matches`, { method: 'POST', headers, body: '{}' })
  const view = (await created.json()) as ViewAnswer
  expect(await seen('restart')).toEqual({ socket: ['server:draining'], stream: ['server:draining'] })
  const again = await atLast(async () => {
    const answer = await fetch(`${server.url}/v1/matches/${view.snapshot.match}`, { headers })
    expect(answer.status).toBe(200)
    return (await answer.json()) as ViewAnswer
  })
  expect(again.snapshot).toEqual(view.snapshot)
})
