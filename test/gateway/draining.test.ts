import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drainingSchema } from '../../src/protocol/index.ts'
import { atLast } from '../support/at-last.ts'
import type { TestGateway } from '../support/gateway.ts'
import { openGateway, refusal, refused } from '../support/gateway.ts'
import { legalOf } from '../support/match.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { RawSocket } from '../support/raw-socket.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

describe('a server that stops', () => {
  it('asks each client to come back at another time, and closes their connections', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, (_, index) => open.connect(`Player ${index}`)))
    const gone = clients.map((client) => client.gone())
    await open.gateway.drain(10_000)
    await Promise.all(gone)
    const drainings = clients.map(({ events }) => events.find(([event]) => event === 'server:draining')![1])
    const times = drainings.map((payload) => drainingSchema.parse(payload).reconnectAfterMs)
    expect(new Set(times).size).toBeGreaterThan(4)
    expect(open.gateway.connections).toBe(0)
    expect(open.server.listening).toBe(true)
    const late = open.dial('any')
    await new Promise((resolve) => late.socket.once('connect_error', resolve))
  })

  it('answers messages that were sent before, and refuses later ones', async () => {
    const { match, clients } = await open.seatTwo()
    const { version, snapshot } = clients[0].follower(match)
    let commit = (): void => undefined
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    const act = open.matches.play.act.bind(open.matches.play)
    const began = vi.spyOn(open.matches.play, 'act').mockImplementation(async (player, request) => {
      await held
      return act(player, request)
    })
    const acted = clients[0].act({ match, actionId: newActionId(), version, action: legalOf(snapshot!)[0]! })
    await atLast(() => expect(began).toHaveBeenCalled())
    const drained = open.gateway.drain(60_000)
    expect(refused(await clients[0].send('match:watch', { match }))).toBe('draining')
    const { token } = await open.tokens.issue(clients[0].player)
    expect((await refusal(open.dial(token))).data.code).toBe('draining')
    commit()
    expect(await acted).toMatchObject({ ok: true, version: version + 1 })
    await drained
    expect(open.backend.record(match).entries).toHaveLength(version + 1)
  })

  it('waits only for a limited time', async () => {
    const { match, clients } = await open.seatTwo()
    const began = vi.spyOn(open.matches.endings, 'resign').mockReturnValue(new Promise(() => undefined))
    clients[0].socket.emit('match:resign', { match, actionId: newActionId() }, () => undefined)
    await atLast(() => expect(began).toHaveBeenCalled())
    await open.gateway.drain(50)
    expect(open.gateway.connections).toBe(0)
  })

  it('waits neither for a client that completes no closing handshake nor for one that does not read', async () => {
    const { match } = await open.seatTwo()
    const token = async (): Promise<string> => (await open.tokens.issue(newPlayer('Mallory'))).token
    const silent = await RawSocket.connect(open.url, await token())
    const deaf = await RawSocket.connect(open.url, await token())
    deaf.stopReading()
    deaf.send(...Array.from({ length: 50 }, (_, id) => `42${id}["match:watch",{"match":"${match}"}]`))
    await open.gateway.drain(10_000)
    await silent.closed
    // No connection is left that would keep the server open.
    open.server.closeAllConnections()
    await new Promise((resolve) => open.server.close(resolve))
    deaf.destroy()
  })

  it('reports that its players are disconnected', async () => {
    const { match } = await open.seatTwo()
    await atLast(() => expect(open.backend.present(match)).toEqual([0, 1]))
    await open.gateway.drain(10_000)
    expect(open.backend.present(match)).toEqual([])
  })
})
