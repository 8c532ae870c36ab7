import { io } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ViewAnswer } from '../../src/protocol/index.ts'
import { finishedGame, get } from '../support/rest.ts'
import { seatTwo } from '../support/seated-match.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const requestsInProgress = (metrics: string): number =>
  Number(/^curia_http_requests_in_progress (\d+)$/m.exec(metrics)?.[1])

describe('a server that gets a signal to stop', () => {
  let server: Server
  beforeEach(async () => {
    server = await startServer()
  })
  afterEach(() => server?.destroy())

  it('notifies its clients, answers requests that wait, ends with 0, and goes on after a start', async () => {
    const table = await seatTwo(server.url)
    const [ada] = table.seats
    const watcher = io(server.url, {
      auth: { token: table.guests[0].token },
      transports: ['websocket'],
      reconnection: false,
    })
    const told = vi.fn()
    watcher.on('server:draining', told)
    const gone = new Promise((resolve) => watcher.once('disconnect', resolve))
    try {
      await watcher.emitWithAck('match:watch', { match: table.match })
      const { version } = ada.match.value
      const waiting = get<ViewAnswer>(`${server.url}/v1/matches/${table.match}?after=${version}&wait=25`)
      // The request that waits, and this one.
      await expect.poll(async () => requestsInProgress(await (await fetch(`${server.url}/metrics`)).text())).toBe(2)

      expect(await server.end('SIGTERM')).toBe(0)
      expect((await waiting).version).toBe(version)
      await gone
      expect(told).toHaveBeenCalledWith({ reconnectAfterMs: expect.any(Number) as number })

      await server.start()
      await table.play()
      await finishedGame(server.url, table.match)
    } finally {
      watcher.close()
      table.close()
    }
  })

  it('ends with 0 in the middle of moves, and loses none that it has acknowledged', async () => {
    const table = await seatTwo(server.url)
    try {
      const playing = table.play()
      await table.seats[0].match.until(({ version }) => version > 25)
      expect(await server.end('SIGTERM')).toBe(0)
      await server.start()
      await playing
      const { replay } = await finishedGame(server.url, table.match)
      const versions = replay.record.entries.map(({ version }) => version)
      expect(versions).toEqual(versions.map((_, index) => index + 1))
    } finally {
      table.close()
    }
  })

  it('ends with 0 without clients, by SIGINT too', async () => {
    expect(await server.end('SIGINT')).toBe(0)
  })
})
