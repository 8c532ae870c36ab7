import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OUTAGE_MS } from '../../../src/live/index.ts'
import type { Change, Transaction } from '../../../src/live/machine/index.ts'
import { commands, Machine, MachineStore, stored } from '../../../src/live/machine/index.ts'
import type { Command } from '../model/commands.ts'
import { commandsArbitrary } from '../model/commands.ts'
import { heartbeat, Questions } from '../model/questions.ts'

const OPTIONS = { retention: { waitingMs: 60_000, playingMs: 400_000, endedMs: 30_000 }, outageMs: OUTAGE_MS }
const NOW = 1_700_000_000_000
const CODES = 2

/** Runs each command, undoes it and runs it again; and applies its changes to a second machine. */
class TwiceStore extends MachineStore {
  readonly #machine = new Machine(OPTIONS)
  readonly #replica = new Machine(OPTIONS)
  readonly #questions: Questions
  now = NOW

  constructor(questions: Questions) {
    super()
    this.#questions = questions
    this.#machine.begin(NOW)
  }

  protected async ask<Result>(command: (tx: Transaction) => Result): Promise<Result> {
    const before = this.#all(this.#machine)
    const first = this.#machine.run(this.now, command)
    const after = this.#all(this.#machine)
    first.undo()
    expect(this.#all(this.#machine)).toEqual(before)
    const second = this.#machine.run(this.now, command)
    expect(second).toEqual({ ...first, undo: expect.any(Function) as unknown })
    expect(this.#all(this.#machine)).toEqual(after)

    for (const change of second.changes) this.#replica.restore(JSON.parse(change) as Change)
    expect(this.#durable(this.#replica)).toEqual(this.#durable(this.#machine))
    return second.result
  }

  protected change<Result>(command: (tx: Transaction) => Result): Promise<Result> {
    return this.ask(command)
  }

  async maintain(): Promise<void> {
    await this.ask(commands.sweep)
    await this.ask(commands.removeExpired)
  }

  /** Compares the machine with one that begins with its checkpoint. */
  compareWithCheckpoint(): void {
    const copy = new Machine(OPTIONS)
    for (const change of this.#machine.checkpoint()) copy.restore(JSON.parse(JSON.stringify(change)) as Change)
    expect([this.#durable(copy), this.#alive(copy)]).toEqual([this.#durable(this.#machine), this.#alive(this.#machine)])
  }

  #alive(machine: Machine): number | null {
    return machine.run(0, ({ state }) => state.alive).result
  }

  versionOf(match: string): number {
    return this.#machine.run(this.now, (tx) => tx.find(match)?.entries.length ?? 0).result
  }

  /** All matches and their indexes. */
  #durable(machine: Machine): unknown {
    return machine.run(0, ({ state: { matches } }) => ({
      matches: [...matches.all()].map(stored).sort((a, b) => (a.header.id < b.header.id ? -1 : 1)),
      codes: Array.from({ length: CODES }, (_, code) => matches.withCode(this.#questions.code(code))),
      ...Object.fromEntries(
        (['deadlines', 'expiries', 'outbox', 'waiting'] as const).map((name) => [name, matches[name].due(() => true)]),
      ),
    })).result
  }

  #all(machine: Machine): unknown {
    const volatile = machine.run(0, ({ state: { alive, presences } }) => ({
      alive,
      presences: this.#questions.matches.map((match) => presences.get(match)),
      expiries: presences.expiries.due(() => true),
    }))
    return [this.#durable(machine), volatile.result]
  }
}

/** Steps of the host's clock (ms): mostly short, some so long that something expires, some back. */
const passes = fc.constantFrom(0, 1, 1, 900, 900, 2_500, OUTAGE_MS + 1, 12_000, 70_000, 500_000, 4_000_000, -5_000)

describe('the machine', () => {
  it('can undo any command, and its changes give its state', async () => {
    const steps = fc.tuple(commandsArbitrary, fc.array(passes, { minLength: 80, maxLength: 80 }))
    await fc.assert(
      fc.asyncProperty(steps, async ([asked, times]) => {
        const questions = new Questions()
        const store = new TwiceStore(questions)
        for (const [index, command] of asked.entries()) {
          store.now += times[index]!
          await ask(store, questions, command)
          if (index % 5 === 0) await store.maintain()
        }
        store.compareWithCheckpoint()
      }),
    )
  })
})

async function ask(store: TwiceStore, questions: Questions, command: Command): Promise<void> {
  if (command.type === 'outage') {
    store.now += command.ms
    await heartbeat(store)
  } else {
    await questions.of(command, (match) => store.versionOf(match))(store)
  }
}
