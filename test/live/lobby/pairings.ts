import { expect, it } from 'vitest'
import type { QueueStore, Ticket } from '../../../src/live/index.ts'
import { MOST_PAIRS } from '../../../src/live/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import {
  aHeader,
  ANYBODY,
  aPairing,
  complete,
  LONG,
  newId,
  newPool,
  pairIn,
  pairsOf,
  PATIENTLY,
  playersOf,
  SHORT,
  waitingIn,
  within,
} from './harness.ts'

/** Lets a new player wait. Resolves with the ticket. */
async function ticketIn(queue: QueueStore, pool: string, ttlMs = LONG): Promise<Ticket> {
  return (await queue.join({ player: newPlayer('Ada'), pool, rating: 1500 }, ttlMs, true)).ticket!
}

export function pairings({ node, pass }: LobbyHarness): void {
  it('takes two players out of the pool; the player who waited longer comes first', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const ada = await waitingIn(one.queue, pool)
    const { since } = (await one.queue.status(ada)).ticket!
    pass(5)
    await expect.poll(async () => (await one.pairings.waiting(pool, 1)).readAt, PATIENTLY).toBeGreaterThan(since)
    const bo = await waitingIn(other.queue, pool)
    const [pairing, ...rest] = await pairIn(other.pairings, pool)
    expect(rest).toEqual([])
    expect(pairing).toMatchObject({
      pool,
      tickets: [
        { player: { id: ada }, pool },
        { player: { id: bo }, pool },
      ],
    })
    for (const player of [ada, bo]) {
      expect(await one.queue.status(player)).toEqual({ ticket: null, pairing, found: null, playing: [] })
    }
    const [{ waiting, waits }] = (await one.queue.stats([pool])) as [{ waiting: number; waits: number[] }]
    expect([waiting, waits.length]).toEqual([0, 2])
    expect(waits[1]).toBeGreaterThanOrEqual(waits[0]!)
    expect(await pairIn(one.pairings, pool)).toEqual([])
    await complete(one.pairings, [pairing!])
  })

  it('needs two players of one pool', async () => {
    const { queue, pairings } = await node()
    const [pool, elsewhere] = [newPool(), newPool()]
    expect(await pairIn(pairings, pool)).toEqual([])
    const [ada, bo] = [await ticketIn(queue, pool), await ticketIn(queue, elsewhere)]
    expect([await pairIn(pairings, pool), await pairIn(pairings, elsewhere)]).toEqual([[], []])
    for (const pair of [
      [ada, bo],
      [bo, ada],
      [ada, ada],
    ] as const) {
      expect(await pairings.create(pool, [pair], LONG)).toEqual([])
    }
    for (const ticket of [ada, bo]) {
      expect(await queue.status(ticket.player.id)).toMatchObject({ ticket, pairing: null })
    }
  })

  it('is created for each pair of which both players still wait with these tickets, and for no other', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const aPair = async (): Promise<[Ticket, Ticket]> => [
      await ticketIn(one.queue, pool),
      await ticketIn(other.queue, pool),
    ]
    const [first, left, moved, again, paired, last] = [
      await aPair(),
      await aPair(),
      await aPair(),
      await aPair(),
      await aPair(),
      await aPair(),
    ]
    await one.queue.leave(left[0].player.id)
    await other.queue.join({ player: moved[1].player, pool: newPool(), rating: 1500 }, LONG, true)
    // This player leaves and joins again at a later moment: the ticket is another one.
    pass(1)
    const joinAgain = async (): Promise<number> => {
      await one.queue.leave(again[1].player.id)
      return (await one.queue.join({ player: again[1].player, pool, rating: 1500 }, LONG, true)).ticket!.since
    }
    await expect.poll(joinAgain, PATIENTLY).toBeGreaterThan(again[1].since)
    await complete(one.pairings, await one.pairings.create(pool, [paired], LONG))

    const created = await other.pairings.create(pool, [first, left, moved, again, paired, last], LONG)
    expect(created.map(({ tickets }) => tickets)).toEqual([first, last])
    for (const pairing of created) {
      for (const player of playersOf(pairing)) {
        expect(await one.queue.status(player)).toMatchObject({ ticket: null, pairing })
      }
    }
    // The players of the other pairs wait, or do not, as before.
    const isWaiting = async ({ player }: Ticket): Promise<boolean> =>
      (await one.queue.status(player.id)).ticket !== null
    const others = await Promise.all([left, moved, again, paired].map((pair) => Promise.all(pair.map(isWaiting))))
    expect(others).toEqual([
      [false, true],
      [true, true],
      [true, true],
      [false, false],
    ])
    await complete(one.pairings, created)
  })

  it('takes a player who occurs in several pairs once', async () => {
    const { queue, pairings } = await node()
    const pool = newPool()
    const aTicket = (): Promise<Ticket> => ticketIn(queue, pool)
    const [ada, bo, cleo, dan] = [await aTicket(), await aTicket(), await aTicket(), await aTicket()]
    const created = await pairings.create(
      pool,
      [
        [ada, bo],
        [bo, cleo],
        [ada, dan],
        [cleo, dan],
      ],
      LONG,
    )
    expect(created.map(({ tickets }) => tickets)).toEqual([
      [ada, bo],
      [cleo, dan],
    ])
    expect(new Set(created.map(({ id }) => id)).size).toBe(2)
    await complete(pairings, created)
  })

  it('does not take a player whose ticket has expired', async () => {
    const { queue, pairings } = await node()
    const pool = newPool()
    const [lost, stays] = [await ticketIn(queue, pool, SHORT), await ticketIn(queue, pool)]
    pass(SHORT)
    await expect
      .poll(async () => (await pairings.waiting(newPool(), 1)).readAt, PATIENTLY)
      .toBeGreaterThanOrEqual(lost.since + SHORT)
    expect(await pairings.create(pool, [[lost, stays]], LONG)).toEqual([])
    expect((await queue.status(lost.player.id)).ticket).toBeNull()
    expect((await queue.status(stays.player.id)).ticket).toEqual(stays)
  })

  it('is created in steps of a bounded number of pairs', async () => {
    const { queue, pairings } = await node()
    const pool = newPool()
    const pairs: [Ticket, Ticket][] = []
    for (let number = 0; number <= MOST_PAIRS; number += 1) {
      pairs.push([await ticketIn(queue, pool), await ticketIn(queue, pool)])
    }
    await expect(pairings.create(pool, pairs, LONG)).rejects.toThrow(RangeError)
    expect((await queue.stats([pool]))[0]!.waiting).toBe(pairs.length * 2)
    const created = await pairings.create(pool, pairs.slice(1), LONG)
    expect(created).toHaveLength(MOST_PAIRS)
    expect(await pairings.create(pool, [], LONG)).toEqual([])
    expect((await queue.stats([pool]))[0]!.waiting).toBe(2)
    await complete(pairings, created)
  })

  it('is of the closest ratings inside the windows of both players', async () => {
    const { queue, pairings } = await node()
    const pool = newPool()
    const first = await waitingIn(queue, pool, 1500)
    const far = await waitingIn(queue, pool, 1601)
    const near = await waitingIn(queue, pool, 1590.5)
    const nearest = await waitingIn(queue, pool, 1409.75)
    const created = await pairIn(pairings, pool, within(100))
    expect(pairsOf(created)).toEqual([[first, nearest].sort(), [far, near].sort()].sort())
    const [low, high] = [await waitingIn(queue, pool, 1000), await waitingIn(queue, pool, 1100.5)]
    expect(await pairIn(pairings, pool, within(100))).toEqual([])
    const farther = await pairIn(pairings, pool, within(101))
    expect(pairsOf(farther)).toEqual([[low, high].sort()])
    await complete(pairings, [...created, ...farther])
  })

  it('does not repeat the last match of two players while others wait', async () => {
    const { queue, pairings } = await node()
    const pool = newPool()
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const join = async () => {
      await queue.join({ player: ada, pool, rating: 1500 }, LONG, true)
      await queue.join({ player: bo, pool, rating: 1510 }, LONG, true)
    }
    const finish = async () => {
      const created = await pairIn(pairings, pool)
      await complete(pairings, created)
      return pairsOf(created)
    }
    await join()
    expect(await finish()).toEqual([[ada.id, bo.id].sort()])
    await join()
    expect(await finish()).toEqual([])
    const other = await waitingIn(queue, pool, 1900)
    expect((await finish()).flat()).toContain(other)
    // One of them has met another player since, but the other one would repeat their last match.
    await join()
    expect(await finish()).toEqual([])
    // Nobody else comes: the rule permits it after some time.
    const patient = { ...ANYBODY, againAfterMs: SHORT }
    pass(SHORT)
    const repeated = async () => pairsOf(await pairIn(pairings, pool, patient))
    await expect.poll(repeated, PATIENTLY).toEqual([[ada.id, bo.id].sort()])
  })

  it('prevents its players from joining until it is completed', async () => {
    const { queue, pairings } = await node()
    const { pairing, players } = await aPairing({ queue, pairings })
    const ada = pairing.tickets[0].player
    const status = await queue.join({ player: ada, pool: newPool(), rating: 1500 }, LONG, false)
    expect(status).toMatchObject({ ticket: null, pairing: { id: pairing.id } })
    expect(await queue.leave(ada.id)).toBeNull()
    expect(await queue.renew(players, LONG)).toEqual(players)
    await complete(pairings, [pairing])
    expect((await queue.join({ player: ada, pool: newPool(), rating: 1500 }, LONG, true)).ticket).not.toBeNull()
  })

  it('has one match, whichever node proposes it', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing } = await aPairing(one)
    const proposed = [aHeader(), aHeader()] as const
    const decided = await Promise.all([
      one.pairings.propose(pairing.id, proposed[0]),
      other.pairings.propose(pairing.id, proposed[1]),
    ])
    expect(decided[0]).toEqual(decided[1])
    expect(proposed).toContainEqual(decided[0])
    expect(await other.pairings.propose(pairing.id, aHeader())).toEqual(decided[0])
    await one.pairings.complete(pairing.id, decided[0]!.id, true)
    expect(await other.pairings.propose(pairing.id, aHeader())).toBeNull()
  })

  it('is completed once, and every node is notified about both players', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing, players } = await aPairing(one)
    const [match, { pool }] = [newId(), pairing]
    await Promise.all([one, other].map(({ pairings }) => pairings.complete(pairing.id, match, true)))
    for (const player of players) {
      const found = { match, pool }
      expect(await other.queue.status(player)).toEqual({ ticket: null, pairing: null, found, playing: [match] })
      for (const { recorder } of [one, other]) {
        await expect.poll(() => recorder.of(player), PATIENTLY).toEqual([`joined ${pool}`, `matched ${pool} ${match}`])
      }
    }
    expect(await one.pairings.claim(1000, LONG)).toEqual([])
    await one.queue.matchEnded(match, players)
    const idle = { ticket: null, pairing: null, found: null, playing: [] }
    expect(await one.queue.status(players[0])).toEqual(idle)
    // A slow node completes the pairing again.
    await other.pairings.complete(pairing.id, match, true)
    expect((await one.queue.status(players[1])).playing).toEqual([])
  })

  it('of another kind than real-time does not prevent its players from anything', async () => {
    const { queue, pairings } = await node()
    const { pairing, players } = await aPairing({ queue, pairings })
    const match = newId()
    await pairings.complete(pairing.id, match, false)
    expect(await queue.status(players[0])).toMatchObject({ found: { match }, playing: [] })
    const { ticket, found } = await queue.join(
      { player: pairing.tickets[0].player, pool: newPool(), rating: 1500 },
      LONG,
      true,
    )
    expect([ticket === null, found]).toEqual([false, null])
  })

  it('is leased: no other node gets it until the lease expires', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing } = await aPairing(one, SHORT)
    const mine = async (claimed: Promise<{ id: string }[]>) => (await claimed).filter(({ id }) => id === pairing.id)
    // The node that created it does nothing more: one other node gets it.
    pass(SHORT)
    await expect.poll(() => mine(other.pairings.claim(1000, LONG)), PATIENTLY).toEqual([pairing])
    expect(await mine(one.pairings.claim(1000, LONG))).toEqual([])
    await other.pairings.complete(pairing.id, newId(), true)
  })

  it('that was just created is not claimed by another node', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing } = await aPairing(one, LONG)
    expect(await other.pairings.claim(1000, LONG)).toEqual([])
    await one.pairings.complete(pairing.id, newId(), true)
  })

  it('adds to the waits of its pool, up to a number', async () => {
    const { queue, pairings } = await node()
    const pool = newPool()
    for (let times = 0; times < 11; times += 1) {
      await Promise.all([waitingIn(queue, pool), waitingIn(queue, pool)])
      await complete(pairings, await pairIn(pairings, pool))
    }
    const [stats] = await queue.stats([pool])
    expect(stats!.waits).toHaveLength(20)
    expect(stats!.waits.every((ms) => ms >= 0 && ms < 60_000)).toBe(true)
  })

  it('is created for many players in one run, for nobody twice', async () => {
    const { queue, pairings } = await node()
    const pool = newPool()
    const players = await Promise.all(
      Array.from({ length: 1201 }, (_, index) => waitingIn(queue, pool, 1000 + (index % 700))),
    )
    const created = await pairIn(pairings, pool)
    expect(created).toHaveLength(600)
    const paired = created.flatMap(playersOf)
    expect(new Set(paired).size).toBe(1200)
    expect(paired.every((player) => players.includes(player))).toBe(true)
    expect((await queue.stats([pool]))[0]!.waiting).toBe(1)
    await complete(pairings, created)
  })

  it('with a bot takes each ticket that still has one, and neither waits nor last opponents change', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const joins = async (bot?: 'club' | 'novice'): Promise<Ticket> =>
      (await one.queue.join({ player: newPlayer('Ada'), pool, rating: 1500, ...(bot && { bot }) }, LONG, true)).ticket!
    const [ada, bo, person, left, changed] = [
      await joins('club'),
      await joins('novice'),
      await joins(),
      await joins('club'),
      await joins('club'),
    ]
    expect([ada.bot, bo.bot, person.bot]).toEqual(['club', 'novice', undefined])
    await one.queue.leave(left.player.id)
    await one.queue.join({ player: changed.player, pool, rating: 1500 }, LONG, true)
    const tickets = [ada, bo, person, left, changed]
    const created = await other.pairings.createWithBots(pool, tickets, LONG)
    expect(created.map(({ tickets }) => tickets)).toEqual([[ada], [bo]])
    expect(await one.pairings.createWithBots(pool, tickets, LONG)).toEqual([])
    expect(await one.queue.status(ada.player.id)).toEqual({
      ticket: null,
      pairing: created[0],
      found: null,
      playing: [],
    })
    expect(await one.queue.stats([pool])).toEqual([{ waiting: 2, waits: [] }])
    const match = newId()
    await other.pairings.complete(created[0]!.id, match, true)
    const status = { ticket: null, pairing: null, found: { match, pool }, playing: [match] }
    expect(await one.queue.status(ada.player.id)).toEqual(status)
    await complete(one.pairings, created.slice(1))
    await one.queue.join({ player: bo.player, pool, rating: 1500 }, LONG, true)
    const { candidates } = await other.pairings.waiting(pool, 10)
    expect(candidates.find(({ ticket }) => ticket.player.id === bo.player.id)!.opponents).toEqual([])
    await expect(
      one.pairings.createWithBots(
        pool,
        Array.from({ length: MOST_PAIRS + 1 }, () => ada),
        LONG,
      ),
    ).rejects.toThrow(RangeError)
  })

  it('takes a ticket once, whether for another player or for a bot, whichever node is first', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    for (let round = 0; round < 10; round += 1) {
      const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
      const first = (await one.queue.join({ player: ada, pool, rating: 1500, bot: 'club' }, LONG, false)).ticket!
      const second = (await other.queue.join({ player: bo, pool, rating: 1500 }, LONG, false)).ticket!
      const created = await Promise.all([
        one.pairings.create(pool, [[first, second]], LONG),
        other.pairings.createWithBots(pool, [first], LONG),
      ])
      expect(created.flat()).toHaveLength(1)
      await complete(one.pairings, created.flat())
      await one.queue.leave(bo.id)
    }
  })

  it('is not changed by another bot that the player accepts: they keep their place', async () => {
    const [one, other] = [await node(), await node()]
    const [pool, ada] = [newPool(), newPlayer('Ada')]
    const { ticket } = await one.queue.join({ player: ada, pool, rating: 1500 }, LONG, true)
    pass(5)
    // The other player joins at a later moment.
    const now = async () => (await one.pairings.waiting(pool, 1)).readAt
    await expect.poll(now, PATIENTLY).toBeGreaterThan(ticket!.since)
    await waitingIn(other.queue, pool)
    const changed = await other.queue.join({ player: ada, pool, rating: 1500, bot: 'master' }, LONG, true)
    expect(changed.ticket).toEqual({ ...ticket, bot: 'master' })
    expect((await one.pairings.waiting(pool, 1)).candidates[0]!.ticket).toEqual(changed.ticket)
    const again = await one.queue.join({ player: ada, pool, rating: 1500 }, LONG, true)
    expect(again.ticket).toEqual(ticket)
    await one.queue.leave(ada.id)
  })
}
