import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Action, Curia, LiveMatch, MatchChange, MatchState } from '../../client/src/index.ts'
import { expandOffers } from '../../client/src/index.ts'
import type { TestGateway } from '../support/gateway.ts'
import { openGateway } from '../support/gateway.ts'
import { Clients, codeOf, frozen } from './support.ts'

let open: TestGateway
let clients: Clients
beforeEach(async () => {
  open = await openGateway()
  clients = new Clients(open)
})
afterEach(async () => {
  clients.close()
  await open.close()
})

/** Two players in a match that has begun, by seat. */
async function seatTwo(request: object = {}): Promise<{ players: [Curia, Curia]; matches: [LiveMatch, LiveMatch] }> {
  const players: [Curia, Curia] = [await clients.open('Ada'), await clients.open('Ben')]
  const ada = await players[0].create({ seat: 0, ...request })
  const ben = await players[1].join({ code: ada.value.snapshot.code! })
  await ada.until(({ version }) => version === 1)
  return { players, matches: [ada, ben] }
}

const legalOf = ({ snapshot }: MatchState): Action[] => expandOffers(snapshot.board?.legal)
/** The match of the player who decides, and the other's. */
const turnOf = (matches: [LiveMatch, LiveMatch]): [LiveMatch, LiveMatch] =>
  legalOf(matches[0].value).length > 0 ? matches : [matches[1], matches[0]]

/** The view of a match as the server has it for a player. */
async function viewOf(player: Curia, match: string): Promise<MatchState['snapshot']> {
  return (await open.matches.views.view(player.session.value.player, match, {})).snapshot
}

describe('a match', () => {
  it('is a value from the moment it is created, and changes when somebody joins', async () => {
    const ada = await clients.open('Ada')
    const match = await ada.create({ seat: 0, kind: 'agora' })
    expect(match.value).toMatchObject({
      match: match.id,
      version: 0,
      live: true,
      lost: null,
      ended: null,
      rematch: null,
      next: null,
    })
    expect(match.value.snapshot).toMatchObject({ you: 0, status: 'waiting', kind: 'agora' })
    const changes: (MatchChange | undefined)[] = []
    match.subscribe((_, change) => changes.push(change))
    expect(changes).toEqual([undefined])

    const ben = await (await clients.open('Ben')).join({ code: match.value.snapshot.code! })
    expect(ben.value.snapshot).toMatchObject({ you: 1, status: 'playing' })
    const state = await match.until(({ snapshot }) => snapshot.status === 'playing')
    expect(state.version).toBe(1)
    expect(changes).toContainEqual({
      type: 'steps',
      steps: [{ version: 1, at: expect.any(Number) as number, events: expect.any(Array) as [] }],
    })
  })

  it('is played through actions from its offers; each is part of the value when it resolves', async () => {
    const { players, matches } = await seatTwo()
    for (let moves = 0; moves < 12; moves += 1) {
      const [mover, other] = turnOf(matches)
      const before = frozen(mover.value)
      const { version, match } = await mover.act(legalOf(before)[0]!)
      expect([match, version]).toEqual([mover.id, before.version + 1])
      expect(mover.value.version).toBe(version)
      expect(mover.value.lastSteps.at(-1)!.version).toBe(version)
      await other.until((state) => state.version === version)
    }
    for (const [seat, match] of matches.entries()) {
      expect(match.value.snapshot).toEqual(await viewOf(players[seat]!, match.id))
    }
  })

  it('keeps the parts that a move has not changed', async () => {
    const { matches } = await seatTwo()
    const [mover] = turnOf(matches)
    const before = frozen(mover.value.snapshot)
    await mover.act(legalOf(mover.value)[0]!)
    const after = mover.value.snapshot
    expect(after).not.toBe(before)
    expect(after.players).toBe(before.players)
    expect(after.board!.militaryTokens).toBe(before.board!.militaryTokens)
  })

  it('refuses what the server refuses, with its code', async () => {
    const { matches } = await seatTwo()
    const [mover, other] = turnOf(matches)
    const action = legalOf(mover.value)[0]!
    expect(await codeOf(other.act(action))).toBe('not-your-turn')
    expect(await codeOf(mover.act({ type: 'discard-card', slot: 24 }))).toBe('illegal-action')
    expect(await codeOf(mover.claim())).toBe('not-away')
    expect(await codeOf(mover.draw('offer'))).toBe('not-now')
  })

  it('that has moved on is known when an action is refused as stale', async () => {
    const { matches } = await seatTwo()
    const [mover, other] = turnOf(matches)
    const { version } = mover.value
    const action = legalOf(mover.value)[0]!
    // Another device of the same player moves first.
    await mover.act(action)
    expect(await codeOf(mover.act(action, version))).toBe('stale')
    await other.until((state) => state.version > version)
    expect(mover.value.version).toBeGreaterThan(version)
  })

  it('ends by resignation, and goes on in a rematch with the seats swapped', async () => {
    const { players, matches } = await seatTwo({ clock: 'correspondence-1' })
    await matches[0].resign()
    expect(matches[0].value.ended).toMatchObject({ match: matches[0].id, outcome: { by: 'resignation', winner: 1 } })
    await matches[1].until(({ ended }) => ended)
    expect(await codeOf(matches[0].resign())).toBe('match-over')

    expect(await matches[0].rematch()).toEqual({ match: matches[0].id, offered: [0] })
    await matches[1].until(({ rematch }) => rematch?.offered.includes(0))
    const { next } = await matches[1].rematch()
    await matches[0].until(({ rematch }) => rematch?.next === next)
    const again = await players[0].watch(next!)
    expect(again.value.snapshot).toMatchObject({ you: 1, status: 'playing', origin: 'rematch' })
  })

  it('leads to the next game of a series, for players and spectators, until none follows', async () => {
    const { players, matches } = await seatTwo({ series: { best: 3 }, visibility: 'private' })
    const code = matches[0].value.snapshot.code!
    const eve = await clients.open('Eve')
    const spectator = await eve.watch(matches[0].id, { code })
    const followed = [...matches, spectator].map((match) => match.nextGame())
    await matches[0].resign()
    const [first, second, third] = await Promise.all(followed)
    expect(first!.value.snapshot).toMatchObject({ you: 1, series: { game: 2, points: { 0: 2, 1: 0 } } })
    expect(second!.value.snapshot).toMatchObject({ you: 0, status: 'playing' })
    expect(third!.value.snapshot.you).toBe('spectator')
    expect(matches[0].value.next).toEqual({
      match: matches[0].id,
      series: { id: matches[0].id, best: 3, game: 2, points: { 0: 2, 1: 0 } },
      next: first!.id,
    })
    // Whoever looks at the first game later is led on, too.
    await (await players[0].watch(matches[0].id)).until(({ next }) => next?.next === first!.id)
    await first!.resign()
    expect(await codeOf(third!.nextGame())).toBe('not-now')
    expect(third!.value.snapshot.series!.after).toEqual({ points: { 0: 4, 1: 0 }, isOver: true, winner: 0 })
  })

  it('can be aborted by its host while it waits', async () => {
    const match = await (await clients.open('Ada')).create()
    await match.abort()
    expect(match.value.ended?.outcome).toEqual({ by: 'aborted' })
  })

  it('shows which players are connected, and the lines of the room', async () => {
    const { players, matches } = await seatTwo()
    await matches[0].until(({ presence }) => presence?.seats.length === 2)
    await matches[0].say('Good luck!')
    expect(matches[0].value.chat?.lines.map(({ text }) => text)).toEqual(['Good luck!'])
    await matches[1].until(({ chat }) => chat?.lines.length === 1)

    await matches[1].mute(true)
    expect(matches[1].value.chat).toEqual({ room: 'players', lines: [], muted: true })
    await matches[0].say('Hello?')
    await matches[1].mute(false)
    expect(matches[1].value.chat?.lines.map(({ text }) => text)).toEqual(['Good luck!', 'Hello?'])

    // A spectator has another room.
    const spectator = await (await clients.open('Eve')).watch(matches[0].id)
    await spectator.until(({ chat }) => chat)
    expect(spectator.value.chat).toEqual({ room: 'spectators', lines: [], muted: false })
    await matches[0].until(({ presence }) => presence?.watchers === 1)
    players[1].close()
    await matches[0].until(({ presence }) => presence?.seats.join() === '0')
  })

  it('that somebody watches becomes their own when they join it', async () => {
    const ada = await clients.open('Ada')
    const host = await ada.create({ seat: 0 })
    const ben = await clients.open('Ben')
    const watched = await ben.watch(host.id)
    expect(watched.value.snapshot.you).toBe('spectator')
    const joined = await ben.join({ match: host.id })
    expect(joined).toBe(watched)
    await joined.until(({ snapshot, chat }) => snapshot.you === 1 && chat?.room === 'players')
    expect(joined.value.snapshot).toEqual(await viewOf(ben, host.id))
  })

  it('needs its code for a spectator if it is private', async () => {
    const host = await (await clients.open('Ada')).create({ visibility: 'private' })
    const eve = await clients.open('Eve')
    expect(await codeOf(eve.watch(host.id))).toBe('code-needed')
    const watched = await eve.watch(host.id, { code: host.value.snapshot.code! })
    expect(watched.value.snapshot.you).toBe('spectator')
  })

  it('that is opened twice is followed until it was closed twice', async () => {
    const { players, matches } = await seatTwo()
    const again = await players[1].watch(matches[1].id)
    expect(again).toBe(matches[1])
    again.close()
    const [mover] = turnOf(matches)
    await mover.act(legalOf(mover.value)[0]!)
    await matches[1].until(({ version }) => version === 2)
    matches[1].close()
    expect(matches[1].value.live).toBe(false)
    await matches[0].until(({ presence }) => presence?.seats.join() === '0')
    expect(await codeOf(matches[1].until(({ version }) => version === 3))).toBe('offline')
    // It can be opened again.
    const third = await players[1].watch(matches[1].id)
    expect(third).not.toBe(matches[1])
    expect(third.value.live).toBe(true)
  })

  it('that does not exist cannot be opened', async () => {
    const ada = await clients.open('Ada')
    expect(await codeOf(ada.watch('AAAAAAAAAAAAAAAA'))).toBe('unknown-match')
    expect(await codeOf(ada.join({ code: 'ABCDEFGH' }))).toBe('unknown-code')
  })
})

describe('the clocks of a match', () => {
  it('have the time that each seat has left, as the server says', async () => {
    const { matches } = await seatTwo({ clock: 'blitz' })
    const { clocks } = matches[0].value.snapshot
    const running = clocks!.running!
    const other = running === 0 ? 1 : 0
    expect(matches[0].clock(other)).toBe(clocks![other])
    // The server runs on this machine: its clock differs by less than the messages took.
    const left = matches[0].clock(running, clocks!.since + 10_000)!
    expect(Math.abs(left - (clocks![running] - 10_000))).toBeLessThan(5_000)
    expect(matches[0].clock(running, clocks!.since + 10 * 60_000)).toBe(0)
    expect(matches[0].clocks.value![other]).toBe(clocks![other])
  })

  it('tick while they have a subscriber', async () => {
    const { matches } = await seatTwo({ clock: 'blitz' })
    const running = matches[0].value.snapshot.clocks!.running!
    const seen: number[] = []
    const leave = matches[0].clocks.subscribe((times) => seen.push(times![running]))
    await expect.poll(() => seen.length, { timeout: 60_000 }).toBeGreaterThan(2)
    leave()
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
  })

  it('do not exist in a match without a time control', async () => {
    const match = await (await clients.open('Ada')).create()
    expect([match.clock(0), match.clocks.value]).toEqual([null, null])
  })
})
