import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Curia, LiveMatch, MatchState, Step } from '../../client/src/index.ts'
import { expandOffers } from '../../client/src/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord, snapshot, transitions, viewerStep } from '../../src/record/index.ts'
import type { Viewer } from '../../src/rules/index.ts'
import { BadLine } from '../support/bad-line.ts'
import type { TestGateway } from '../support/gateway.ts'
import { openGateway } from '../support/gateway.ts'
import { newPlayer } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'
import { Clients, frozen } from './support.ts'

/**
 * Soon enough that a game with many silent lines ends; a line on which the server is only slow is then given more
 * time.
 */
const ANSWER_TIMEOUT_MS = 250
const RUNS = 5
/** What happens to a line, and at which of its moments. */
const faults: fc.Arbitrary<Fault[]> = fc.array(fc.constantFrom('none', 'none', 'none', 'cut', 'deafen', 'hold'), {
  minLength: 30,
  maxLength: 60,
})
type Fault = 'none' | 'cut' | 'deafen' | 'hold'

/** One viewer of a match, behind a line of its own, with everything that was seen. */
interface Seat {
  curia: Curia
  line: BadLine
  match: LiveMatch
  /** By version. */
  shown: Map<number, MatchState['snapshot']>
  steps: Step[]
  /** Versions of the actions that were acknowledged, in order. */
  acknowledged: number[]
  faults: Fault[]
}

let open: TestGateway
let clients: Clients
let lines: BadLine[]
beforeEach(async () => {
  open = await openGateway()
  clients = new Clients(open)
  lines = []
})
afterEach(async () => {
  clients.close()
  for (const line of lines) await line.close()
  await open.close()
})

/**
 * The next fault of a seat happens to its line. A line that is held goes on a moment later. Without an answer to
 * wait for, it is Socket.IO that notices a deaf line, after much time: such a line is cut instead.
 */
function strike({ line, faults }: Seat, awaitsAnswer: boolean): void {
  const fault = faults.shift() ?? 'none'
  line.release()
  if (fault === 'cut' || (fault === 'deafen' && !awaitsAnswer)) line.cut()
  else if (fault === 'deafen') line.deafen()
  if (fault === 'hold') {
    line.hold()
    setImmediate(() => line.release())
  }
}

async function enter(name: string, plan: Fault[], how: (curia: Curia) => Promise<LiveMatch>): Promise<Seat> {
  const line = await BadLine.open(() => open.url)
  lines.push(line)
  const curia = await clients.open(newPlayer(name), { url: line.url, answerTimeoutMs: ANSWER_TIMEOUT_MS })
  const match = await how(curia)
  const seat: Seat = { curia, line, match, shown: new Map(), steps: [], acknowledged: [], faults: [...plan] }
  match.subscribe((state, change) => {
    // Subscribers share the snapshot: nobody may change it.
    seat.shown.set(state.version, frozen(state.snapshot))
    if (change?.type === 'steps') seat.steps.push(...change.steps)
    if (change?.type === 'steps' && state.version % 3 === 0) strike(seat, false)
  })
  return seat
}

/** Plays to the end; each action is picked at random. */
async function play(seat: Seat, random: () => number): Promise<void> {
  const { match } = seat
  for (;;) {
    const { snapshot, ended, version } = await match.until((state) => state.ended ?? state.snapshot.board?.legal)
    if (ended) return
    const acting = match.act(pick(expandOffers(snapshot.board!.legal), random), version)
    strike(seat, true)
    seat.acknowledged.push((await acting).version)
  }
}

const asSent = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

/** All that a viewer saw is what was so. */
function expectTruth(record: MatchRecord, seat: Seat, viewer: Viewer): void {
  for (const [version, shown] of seat.shown) {
    expect(shown).toEqual(asSent(snapshot(foldRecord(record, version), viewer)))
  }
  // Every version once, in order, however it came.
  const first = seat.steps[0]!.version
  const happened = [...transitions(record)].map(({ entry, events }) => asSent(viewerStep(entry, events, viewer)))
  expect(seat.steps).toEqual(happened.slice(first - 1))
  expect(seat.match.value).toMatchObject({ version: record.entries.length, lost: null })
}

describe('a game over lines that break, fall silent and stall at random', () => {
  it('does every action once, loses none, and shows nothing untrue', async () => {
    let cuts = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.constantFrom('base' as const, 'agora' as const),
        faults,
        faults,
        faults,
        async (seed, kind, ...plans) => {
          const random = seededRandom(seed)
          const ada = await enter('Ada', plans[0], (curia) => curia.create({ kind, seat: 0, visibility: 'private' }))
          const { code } = ada.match.value.snapshot
          const eve = await enter('Eve', plans[1], (curia) => curia.watch(ada.match.id, { code: code! }))
          const ben = await enter('Ben', plans[2], (curia) => curia.join({ code: code! }))
          await Promise.all([play(ada, random), play(ben, random), eve.match.until(({ ended }) => ended)])

          const record = open.backend.record(ada.match.id)
          for (const [viewer, seat] of [
            [0, ada],
            [1, ben],
            ['spectator', eve],
          ] as const) {
            expectTruth(record, seat, viewer)
            const own = record.entries.filter(({ body }) => body.type === 'act' && body.seat === viewer)
            expect(seat.acknowledged).toEqual(own.map(({ version }) => version))
            cuts += seat.line.unanswered
            seat.curia.close()
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    )
    // There were answers to lose.
    expect(cuts).toBeGreaterThan(0)
  })
})
