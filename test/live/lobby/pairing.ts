import { expect, it } from 'vitest'
import { MOST_PAIRS } from '../../../src/live/index.ts'
import type { LobbyStore, Ticket } from '../../../src/live/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import {
  aHeader, ANYBODY, aPairing, complete, LONG, newId, newPool, pairIn, pairsOf, PATIENTLY, playersOf, SHORT, waitingIn,
  within,
} from './harness.ts'

/** Lets a new player wait. Resolves with the ticket. */
async function ticketIn(store: LobbyStore, pool: string, ttlMs = LONG): Promise<Ticket> {
  return (await store.join(newPlayer('Ada'), pool, 1500, ttlMs, true)).ticket!
}

export function pairing({ node, pass }: LobbyHarness): void {
  it('takes two players out of the pool; the player who waited longer comes first', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const ada = await waitingIn(one.store, pool)
    const { since } = (await one.store.playerStatus(ada)).ticket!
    pass(5)
    await expect.poll(async () => (await one.store.listWaiting(pool, 1)).readAt, PATIENTLY).toBeGreaterThan(since)
    const bo = await waitingIn(other.store, pool)
    const [pairing, ...rest] = await pairIn(other.store, pool)
    expect(rest).toEqual([])
    expect(pairing).toMatchObject({ pool, tickets: [{ player: { id: ada }, pool }, { player: { id: bo }, pool }] })
    for (const player of [ada, bo]) {
      expect(await one.store.playerStatus(player)).toEqual({ ticket: null, pairing, found: null, playing: [] })
    }
    const [{ waiting, waits }] = (await one.store.poolStats([pool])) as [{ waiting: number; waits: number[] }]
    expect([waiting, waits.length]).toEqual([0, 2])
    expect(waits[1]).toBeGreaterThanOrEqual(waits[0]!)
    expect(await pairIn(one.store, pool)).toEqual([])
    await complete(one.store, [pairing!])
  })

  it('needs two players of one pool', async () => {
    const { store } = await node()
    const [pool, elsewhere] = [newPool(), newPool()]
    expect(await pairIn(store, pool)).toEqual([])
    const [ada, bo] = [await ticketIn(store, pool), await ticketIn(store, elsewhere)]
    expect([await pairIn(store, pool), await pairIn(store, elsewhere)]).toEqual([[], []])
    for (const pair of [[ada, bo], [bo, ada], [ada, ada]] as const) {
      expect(await store.createPairings(pool, [pair], LONG)).toEqual([])
    }
    for (const ticket of [ada, bo]) {
      expect(await store.playerStatus(ticket.player.id)).toMatchObject({ ticket, pairing: null })
    }
  })

  it('is created for each pair of which both players still wait with these tickets, and for no other', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const aPair = async (): Promise<[Ticket, Ticket]> =>
      [await ticketIn(one.store, pool), await ticketIn(other.store, pool)]
    const [first, left, moved, again, paired, last] = [
      await aPair(), await aPair(), await aPair(), await aPair(), await aPair(), await aPair(),
    ]
    await one.store.leave(left[0].player.id)
    await other.store.join(moved[1].player, newPool(), 1500, LONG, true)
    // This player leaves and joins again at a later moment: the ticket is another one.
    pass(1)
    const joinAgain = async (): Promise<number> => {
      await one.store.leave(again[1].player.id)
      return (await one.store.join(again[1].player, pool, 1500, LONG, true)).ticket!.since
    }
    await expect.poll(joinAgain, PATIENTLY).toBeGreaterThan(again[1].since)
    await complete(one.store, await one.store.createPairings(pool, [paired], LONG))

    const created = await other.store.createPairings(pool, [first, left, moved, again, paired, last], LONG)
    expect(created.map(({ tickets }) => tickets)).toEqual([first, last])
    for (const pairing of created) {
      for (const player of playersOf(pairing)) {
        expect(await one.store.playerStatus(player)).toMatchObject({ ticket: null, pairing })
      }
    }
    // The players of the other pairs wait, or do not, as before.
    const isWaiting = async ({ player }: Ticket): Promise<boolean> =>
      (await one.store.playerStatus(player.id)).ticket !== null
    const others = await Promise.all([left, moved, again, paired].map((pair) => Promise.all(pair.map(isWaiting))))
    expect(others).toEqual([[false, true], [true, true], [true, true], [false, false]])
    await complete(one.store, created)
  })

  it('takes a player who occurs in several pairs once', async () => {
    const { store } = await node()
    const pool = newPool()
    const aTicket = (): Promise<Ticket> => ticketIn(store, pool)
    const [ada, bo, cleo, dan] = [await aTicket(), await aTicket(), await aTicket(), await aTicket()]
    const created = await store.createPairings(pool, [[ada, bo], [bo, cleo], [ada, dan], [cleo, dan]], LONG)
    expect(created.map(({ tickets }) => tickets)).toEqual([[ada, bo], [cleo, dan]])
    expect(new Set(created.map(({ id }) => id)).size).toBe(2)
    await complete(store, created)
  })

  it('does not take a player whose ticket has expired', async () => {
    const { store } = await node()
    const pool = newPool()
    const [lost, stays] = [await ticketIn(store, pool, SHORT), await ticketIn(store, pool)]
    pass(SHORT)
    await expect.poll(async () => (await store.listWaiting(newPool(), 1)).readAt, PATIENTLY)
      .toBeGreaterThanOrEqual(lost.since + SHORT)
    expect(await store.createPairings(pool, [[lost, stays]], LONG)).toEqual([])
    expect((await store.playerStatus(lost.player.id)).ticket).toBeNull()
    expect((await store.playerStatus(stays.player.id)).ticket).toEqual(stays)
  })

  it('is created in steps of a bounded number of pairs', async () => {
    const { store } = await node()
    const pool = newPool()
    const pairs: [Ticket, Ticket][] = []
    for (let number = 0; number <= MOST_PAIRS; number += 1) {
      pairs.push([await ticketIn(store, pool), await ticketIn(store, pool)])
    }
    await expect(store.createPairings(pool, pairs, LONG)).rejects.toThrow(RangeError)
    expect((await store.poolStats([pool]))[0]!.waiting).toBe(pairs.length * 2)
    const created = await store.createPairings(pool, pairs.slice(1), LONG)
    expect(created).toHaveLength(MOST_PAIRS)
    expect(await store.createPairings(pool, [], LONG)).toEqual([])
    expect((await store.poolStats([pool]))[0]!.waiting).toBe(2)
    await complete(store, created)
  })

  it('is of the closest ratings inside the windows of both players', async () => {
    const { store } = await node()
    const pool = newPool()
    const first = await waitingIn(store, pool, 1500)
    const far = await waitingIn(store, pool, 1601)
    const near = await waitingIn(store, pool, 1590.5)
    const nearest = await waitingIn(store, pool, 1409.75)
    const created = await pairIn(store, pool, within(100))
    expect(pairsOf(created)).toEqual([[first, nearest].sort(), [far, near].sort()].sort())
    const [low, high] = [await waitingIn(store, pool, 1000), await waitingIn(store, pool, 1100.5)]
    expect(await pairIn(store, pool, within(100))).toEqual([])
    const farther = await pairIn(store, pool, within(101))
    expect(pairsOf(farther)).toEqual([[low, high].sort()])
    await complete(store, [...created, ...farther])
  })

  it('does not repeat the last match of two players while others wait', async () => {
    const { store } = await node()
    const pool = newPool()
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const join = async () => {
      await store.join(ada, pool, 1500, LONG, true)
      await store.join(bo, pool, 1510, LONG, true)
    }
    const finish = async () => {
      const created = await pairIn(store, pool)
      await complete(store, created)
      return pairsOf(created)
    }
    await join()
    expect(await finish()).toEqual([[ada.id, bo.id].sort()])
    await join()
    expect(await finish()).toEqual([])
    const other = await waitingIn(store, pool, 1900)
    expect((await finish()).flat()).toContain(other)
    // One of them has met another player since, but the other one would repeat their last match.
    await join()
    expect(await finish()).toEqual([])
    // Nobody else comes: the rule permits it after some time.
    const patient = { ...ANYBODY, againAfterMs: SHORT }
    pass(SHORT)
    const repeated = async () => pairsOf(await pairIn(store, pool, patient))
    await expect.poll(repeated, PATIENTLY).toEqual([[ada.id, bo.id].sort()])
  })

  it('prevents its players from joining until it is completed', async () => {
    const { store } = await node()
    const { pairing, players } = await aPairing(store)
    const ada = pairing.tickets[0].player
    const status = await store.join(ada, newPool(), 1500, LONG, false)
    expect(status).toMatchObject({ ticket: null, pairing: { id: pairing.id } })
    expect(await store.leave(ada.id)).toBeNull()
    expect(await store.renewTickets(players, LONG)).toEqual(players)
    await complete(store, [pairing])
    expect((await store.join(ada, newPool(), 1500, LONG, true)).ticket).not.toBeNull()
  })

  it('has one match, whichever node proposes it', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing } = await aPairing(one.store)
    const proposed = [aHeader(), aHeader()] as const
    const decided = await Promise.all([
      one.store.proposeMatch(pairing.id, proposed[0]), other.store.proposeMatch(pairing.id, proposed[1]),
    ])
    expect(decided[0]).toEqual(decided[1])
    expect(proposed).toContainEqual(decided[0])
    expect(await other.store.proposeMatch(pairing.id, aHeader())).toEqual(decided[0])
    await one.store.completePairing(pairing.id, decided[0]!.id, true)
    expect(await other.store.proposeMatch(pairing.id, aHeader())).toBeNull()
  })

  it('is completed once, and every node is notified about both players', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing, players } = await aPairing(one.store)
    const [match, { pool }] = [newId(), pairing]
    await Promise.all([one, other].map(({ store }) => store.completePairing(pairing.id, match, true)))
    for (const player of players) {
      const found = { match, pool }
      expect(await other.store.playerStatus(player)).toEqual({ ticket: null, pairing: null, found, playing: [match] })
      for (const { recorder } of [one, other]) {
        await expect.poll(() => recorder.of(player), PATIENTLY).toEqual([`joined ${pool}`, `matched ${pool} ${match}`])
      }
    }
    expect(await one.store.claimPairings(1000, LONG)).toEqual([])
    await one.store.matchEnded(match, players)
    const idle = { ticket: null, pairing: null, found: null, playing: [] }
    expect(await one.store.playerStatus(players[0])).toEqual(idle)
    // A slow node completes the pairing again.
    await other.store.completePairing(pairing.id, match, true)
    expect((await one.store.playerStatus(players[1])).playing).toEqual([])
  })

  it('of another kind than real-time does not prevent its players from anything', async () => {
    const { store } = await node()
    const { pairing, players } = await aPairing(store)
    const match = newId()
    await store.completePairing(pairing.id, match, false)
    expect(await store.playerStatus(players[0])).toMatchObject({ found: { match }, playing: [] })
    const { ticket, found } = await store.join(pairing.tickets[0].player, newPool(), 1500, LONG, true)
    expect([ticket === null, found]).toEqual([false, null])
  })

  it('is leased: no other node gets it until the lease expires', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing } = await aPairing(one.store, SHORT)
    const mine = async (claimed: Promise<{ id: string }[]>) => (await claimed).filter(({ id }) => id === pairing.id)
    // The node that created it does nothing more: one other node gets it.
    pass(SHORT)
    await expect.poll(() => mine(other.store.claimPairings(1000, LONG)), PATIENTLY).toEqual([pairing])
    expect(await mine(one.store.claimPairings(1000, LONG))).toEqual([])
    await other.store.completePairing(pairing.id, newId(), true)
  })

  it('that was just created is not claimed by another node', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing } = await aPairing(one.store, LONG)
    expect(await other.store.claimPairings(1000, LONG)).toEqual([])
    await one.store.completePairing(pairing.id, newId(), true)
  })

  it('adds to the waits of its pool, up to a number', async () => {
    const { store } = await node()
    const pool = newPool()
    for (let times = 0; times < 11; times += 1) {
      await Promise.all([waitingIn(store, pool), waitingIn(store, pool)])
      await complete(store, await pairIn(store, pool))
    }
    const [stats] = await store.poolStats([pool])
    expect(stats!.waits).toHaveLength(20)
    expect(stats!.waits.every((ms) => ms >= 0 && ms < 60_000)).toBe(true)
  })

  it('is created for many players in one run, for nobody twice', async () => {
    const { store } = await node()
    const pool = newPool()
    const players = await Promise.all(
      Array.from({ length: 1201 }, (_, index) => waitingIn(store, pool, 1000 + (index % 700))),
    )
    const created = await pairIn(store, pool)
    expect(created).toHaveLength(600)
    const paired = created.flatMap(playersOf)
    expect(new Set(paired).size).toBe(1200)
    expect(paired.every((player) => players.includes(player))).toBe(true)
    expect((await store.poolStats([pool]))[0]!.waiting).toBe(1)
    await complete(store, created)
  })

  it('with a bot takes each ticket that still has one, and neither waits nor last opponents change', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const joins = async (bot?: 'club' | 'novice'): Promise<Ticket> =>
      (await one.store.join(newPlayer('Ada'), pool, 1500, LONG, true, bot)).ticket!
    const [ada, bo, person, left, changed] = [
      await joins('club'), await joins('novice'), await joins(), await joins('club'), await joins('club'),
    ]
    expect([ada.bot, bo.bot, person.bot]).toEqual(['club', 'novice', undefined])
    await one.store.leave(left.player.id)
    await one.store.join(changed.player, pool, 1500, LONG, true)
    const tickets = [ada, bo, person, left, changed]
    const created = await other.store.createBotPairings(pool, tickets, LONG)
    expect(created.map(({ tickets }) => tickets)).toEqual([[ada], [bo]])
    expect(await one.store.createBotPairings(pool, tickets, LONG)).toEqual([])
    expect(await one.store.playerStatus(ada.player.id)).toEqual({
      ticket: null, pairing: created[0], found: null, playing: [],
    })
    expect(await one.store.poolStats([pool])).toEqual([{ waiting: 2, waits: [] }])
    const match = newId()
    await other.store.completePairing(created[0]!.id, match, true)
    const status = { ticket: null, pairing: null, found: { match, pool }, playing: [match] }
    expect(await one.store.playerStatus(ada.player.id)).toEqual(status)
    await complete(one.store, created.slice(1))
    await one.store.join(bo.player, pool, 1500, LONG, true)
    const { candidates } = await other.store.listWaiting(pool, 10)
    expect(candidates.find(({ ticket }) => ticket.player.id === bo.player.id)!.lastOpponent).toBeNull()
    await expect(one.store.createBotPairings(pool, Array.from({ length: MOST_PAIRS + 1 }, () => ada), LONG)).rejects
      .toThrow(RangeError)
  })

  it('takes a ticket once, whether for another player or for a bot, whichever node is first', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    for (let round = 0; round < 10; round += 1) {
      const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
      const first = (await one.store.join(ada, pool, 1500, LONG, false, 'club')).ticket!
      const second = (await other.store.join(bo, pool, 1500, LONG, false)).ticket!
      const created = await Promise.all([
        one.store.createPairings(pool, [[first, second]], LONG), other.store.createBotPairings(pool, [first], LONG),
      ])
      expect(created.flat()).toHaveLength(1)
      await complete(one.store, created.flat())
      await one.store.leave(bo.id)
    }
  })

  it('is not changed by another bot that the player accepts: they keep their place', async () => {
    const [one, other] = [await node(), await node()]
    const [pool, ada] = [newPool(), newPlayer('Ada')]
    const { ticket } = await one.store.join(ada, pool, 1500, LONG, true)
    pass(5)
    // The other player joins at a later moment.
    const now = async () => (await one.store.listWaiting(pool, 1)).readAt
    await expect.poll(now, PATIENTLY).toBeGreaterThan(ticket!.since)
    await waitingIn(other.store, pool)
    const changed = await other.store.join(ada, pool, 1500, LONG, true, 'master')
    expect(changed.ticket).toEqual({ ...ticket, bot: 'master' })
    expect((await one.store.listWaiting(pool, 1)).candidates[0]!.ticket).toEqual(changed.ticket)
    const again = await one.store.join(ada, pool, 1500, LONG, true)
    expect(again.ticket).toEqual(ticket)
    await one.store.leave(ada.id)
  })
}
