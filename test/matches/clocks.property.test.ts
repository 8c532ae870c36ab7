import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Play } from '../../src/matches/index.ts'
import type { CodedError, TimeControlId } from '../../src/protocol/index.ts'
import { GAME_KIND_IDS, timeControl } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { advance, deadlineOf, foldRecord, mayDo, openFold } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { repeats } from '../support/drawn.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, deciding, legalOf, seatTwo } from '../support/match.ts'
import { newActionId } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'
import { World } from '../support/world.ts'

/** What happens before the next move. `ms` is by parts of the time that the player has left. */
type Step =
  | { do: 'think'; share: number }
  | { do: 'repeat' | 'stale' | 'wrong-seat' | 'restart'; node: number }
  | { do: 'outage'; ms: number }
  | { do: 'offer-draw'; node: number }
  | { do: 'give-time'; node: number; giver: Seat; ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('think' as const), share: fc.double({ min: 0, max: 0.2, noNaN: true }) }),
  },
  fc.record({
    do: fc.constantFrom('repeat' as const, 'stale' as const, 'wrong-seat' as const, 'restart' as const),
    node: fc.nat(1),
  }),
  fc.record({ do: fc.constant('outage' as const), ms: fc.integer({ min: 2, max: 10 * 60_000 }) }),
  fc.record({ do: fc.constant('offer-draw' as const), node: fc.nat(1) }),
  fc.record({
    do: fc.constant('give-time' as const),
    node: fc.nat(1),
    giver: fc.constantFrom<Seat>(0, 1),
    ms: fc.integer({ min: 1_000, max: 90 * 60_000 }),
  }),
)

/** For each seat, how long it had to decide, without downtime of the server: from the log and the rules alone. */
function decidingTime({ header, createdAt, entries }: MatchRecord): [number, number] {
  const times: [number, number] = [0, 0]
  let fold = openFold(header, createdAt)
  let last: number | null = null
  for (const entry of entries) {
    const seat = fold.state?.toAct ?? null
    if (seat !== null && last !== null) {
      times[seat] += entry.at - last - (entry.body.type === 'downtime' ? entry.body.ms : 0)
    }
    fold = advance(fold, entry).fold
    last = entry.at
  }
  return times
}

/** How much time each seat was given by the other one (ms). */
function timeGivenTo({ entries }: MatchRecord): [number, number] {
  const given: [number, number] = [0, 0]
  for (const { body } of entries) if (body.type === 'give-time') given[body.seat === 0 ? 1 : 0] += body.ms
  return given
}

/** How often each seat ended a turn or a pick of the draft, by the events and the owners of the turns. */
function turnsEnded({ header, createdAt, entries }: MatchRecord): [number, number] {
  const ended: [number, number] = [0, 0]
  let fold = openFold(header, createdAt)
  for (const entry of entries) {
    const before = fold
    const { fold: next, events } = advance(fold, entry)
    fold = next
    if (!before.state || fold.outcome) continue
    const [picked] = events.filter(({ type }) => type === 'wonder-drafted')
    const ageOver = events.some(({ type }) => type === 'age-ended')
    const chosen = events.some(({ type }) => type === 'first-player-chosen')
    const nextTurn = events.some(({ type }) => type === 'turn-began')
    if (picked) ended[(picked as unknown as { seat: Seat }).seat] += 1
    else if (ageOver || (nextTurn && !chosen)) ended[before.state.turnOf] += 1
  }
  return ended
}

/** Plays a match with what happens in between. Returns when it is over, or nothing is left to happen. */
async function play(world: World, seated: SeatedMatch, steps: readonly Step[], random: () => number): Promise<void> {
  const control = timeControl(world.fold(seated.match).header.terms!.clock)
  let last: Parameters<Play['act']>[1] | null = null
  let mover = seated.players[0]
  for (let turn = 0; ; turn += 1) {
    const node = await world.informed(turn, seated.match)
    const now = await deciding(node, seated)
    if (!now) return
    const what = steps[turn % steps.length]!
    const { version, snapshot } = now.view
    const seat = snapshot.you as Seat
    const clock = snapshot.clocks!
    expect(clock.running).toBe(snapshot.board!.toAct)
    expect(world.backend.matches.get(seated.match)!.deadline).toBe(clock.since + clock[seat])
    const left = clock.since + clock[seat] - world.now
    switch (what.do) {
      case 'think':
        world.now += Math.min(
          Math.floor(what.share * (control.pace === 'correspondence' ? control.perTurnMs : left * 0.9)),
          left,
        )
        break
      case 'repeat':
        if (last) expect(await world.node(what.node).play.act(mover, last)).toMatchObject({ match: seated.match })
        break
      case 'stale':
        if (last) {
          expect(['stale', 'not-your-turn']).toContain(
            await codeOf(world.node(what.node).play.act(now.player, { ...last, actionId: newActionId() })),
          )
        }
        break
      case 'wrong-seat': {
        const other = seated.players.find(({ id }) => id !== now.player.id)!
        const action = pick(legalOf(snapshot), random)
        expect(
          await codeOf(
            world.node(what.node).play.act(other, { match: seated.match, actionId: newActionId(), version, action }),
          ),
        ).toBe('not-your-turn')
        break
      }
      case 'restart':
        await world.restart(what.node)
        break
      case 'outage':
        await world.outage(what.ms)
        break
      case 'offer-draw':
        await world
          .node(what.node)
          .endings.draw(now.player, { match: seated.match, actionId: newActionId(), answer: 'offer' })
          .catch((error: unknown) => {
            expect((error as CodedError).code).toBe('not-now')
          })
        // Two offers that cross are an agreement.
        if (world.fold(seated.match).outcome) return
        break
      case 'give-time': {
        const before = world.fold(seated.match)
        const most = mayDo(before, what.giver).giveTime ?? 0
        const request = { match: seated.match, actionId: newActionId(), ms: what.ms }
        const giver = seated.players[what.giver]
        const answer = await codeOf(world.node(what.node).endings.giveTime(giver, request))
        if (what.ms > most) expect(answer).toBe('not-now')
        else expect(answer).toMatch(/^resolved/)
        const given = what.ms > most ? 0 : what.ms
        const { clocks, decidedAt } = world.fold(seated.match)
        expect(decidedAt).toBe(before.decidedAt)
        expect(clocks!.remaining[what.giver]).toBe(before.clocks!.remaining[what.giver])
        expect(deadlineOf(clocks)! - deadlineOf(before.clocks)!).toBe(what.giver === seat ? 0 : given)
        expect(world.backend.matches.get(seated.match)!.deadline).toBe(deadlineOf(clocks))
        // The same command again, at another node, is done already.
        if (given > 0) expect(await codeOf(world.node(0).endings.giveTime(giver, request))).toBe(answer)
        break
      }
    }
    // An outage, an offer of a draw or a gift has moved the version on, and left what is to be decided as it was.
    last = { match: seated.match, actionId: newActionId(), version, action: pick(legalOf(snapshot), random) }
    mover = now.player
    await world.node(Math.floor(random() * 2)).play.act(mover, last)
  }
}

const kind = fc.constantFrom(...GAME_KIND_IDS)
const control = fc.constantFrom<TimeControlId>('blitz', 'standard', 'slow', 'correspondence-1', 'correspondence-7')

describe('the clocks of a match', () => {
  it('charge each seat exactly for the time in which it decided, whatever else happens', async () => {
    await fc.assert(
      fc.asyncProperty(
        control,
        kind,
        fc.integer(),
        fc.array(step, { minLength: 5, maxLength: 40 }),
        async (clock, kind, seed, steps) => {
          const world = new World(seed)
          const random = seededRandom(seed)
          const seated = await seatTwo(world.node(0), {}, { kind, clock })
          await play(world, seated, steps, random)
          const record = world.backend.record(seated.match)
          const { clocks, outcome } = foldRecord(record)
          expect(outcome).not.toBeNull()
          expect(clocks!.running).toBeNull()
          expect(clocks!.spent).toEqual(decidingTime(record))
          const { pace, ...times } = timeControl(clock)
          if (pace === 'real-time') {
            const { totalMs, incrementMs } = times as { totalMs: number; incrementMs: number }
            const [ended, given] = [turnsEnded(record), timeGivenTo(record)]
            for (const seat of [0, 1] as const) {
              expect(clocks!.remaining[seat]).toBe(
                totalMs + incrementMs * ended[seat] + given[seat] - clocks!.spent[seat],
              )
              expect(given[seat]).toBeLessThanOrEqual(totalMs)
            }
          }
          await world.close()
        },
      ),
      { numRuns: repeats(40) },
    )
  }, 300_000)

  it('run out at one moment: a move at that moment is in time, and a millisecond later it is late', async () => {
    await fc.assert(
      fc.asyncProperty(control, fc.integer(), fc.nat(60), fc.boolean(), async (clock, seed, moves, late) => {
        const world = new World(seed)
        const random = seededRandom(seed)
        const seated = await seatTwo(world.node(0), {}, { clock })
        for (let move = 0; move < moves; move += 1) {
          const now = await deciding(await world.informed(move, seated.match), seated)
          if (!now) break
          world.now += 1000
          await world.node(move).play.act(now.player, {
            match: seated.match,
            actionId: newActionId(),
            version: now.view.version,
            action: pick(legalOf(now.view.snapshot), random),
          })
        }
        const now = await deciding(await world.informed(0, seated.match), seated)
        if (now) {
          const { version, snapshot } = now.view
          world.now = deadlineOf(world.fold(seated.match).clocks)! + (late ? 1 : 0)
          const before = world.fold(seated.match)
          const answer = world.node(1).play.act(now.player, {
            match: seated.match,
            actionId: newActionId(),
            version,
            action: pick(legalOf(snapshot), random),
          })
          if (late) {
            expect(await codeOf(answer)).toBe('late')
            const loser = snapshot.you as Seat
            const bothMoved = before.moved[0] && before.moved[1]
            expect(world.fold(seated.match).outcome).toEqual(
              bothMoved ? { winner: 1 - loser, by: 'time' } : { winner: null, by: 'aborted' },
            )
          } else {
            await answer
            expect(world.fold(seated.match).outcome?.by).not.toBe('time')
          }
        }
        await world.close()
      }),
      { numRuns: repeats(60) },
    )
  }, 300_000)
})
