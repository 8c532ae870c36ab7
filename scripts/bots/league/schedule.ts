import type { Verdict } from './sprt.ts'
import { SequentialTest } from './sprt.ts'
import type { Fixture, Report } from './worker.ts'

/** Two players that meet. */
export interface Pair {
  names: readonly [string, string]
  /** How many deals the pair plays at most, each twice. */
  deals: number
}

/** What all games of a kind have in common. */
export type Common = Pick<Fixture, 'kind' | 'allowed' | 'earlier'>

interface Meeting extends Pair {
  /** Null: all deals are played. */
  test: SequentialTest | null
  /** By deal, the points of the first player in the game that has ended. */
  half: Map<string, number>
}

/** The games of a kind, deal by deal: each pair plays each of its deals with the seats both ways, until its test is decided. */
export class Schedule {
  readonly #common: Common
  readonly #seed: string
  readonly #meetings: readonly Meeting[]
  readonly #left: Generator<Fixture, null>

  /** @param bounds the differences (Elo) between which each pair is tested. */
  constructor(common: Common, seed: string, pairs: readonly Pair[], bounds: readonly [number, number] | null) {
    this.#common = common
    this.#seed = seed
    this.#meetings = pairs.map((pair) => ({
      ...pair,
      test: bounds && new SequentialTest(...bounds),
      half: new Map(),
    }))
    this.#left = this.#fixtures()
  }

  *#fixtures(): Generator<Fixture, null> {
    for (let deal = 0; deal < Math.max(...this.#meetings.map(({ deals }) => deals)); deal += 1) {
      const seed = `${this.#seed} ${this.#common.kind} ${deal}`
      for (const { names, deals, test } of this.#meetings) {
        if (deal >= deals || test?.verdict) continue
        yield { ...this.#common, seed, names: [names[0], names[1]] }
        yield { ...this.#common, seed, names: [names[1], names[0]] }
      }
    }
    return null
  }

  /** The next game; null if none is left. */
  next(): Fixture | null {
    return this.#left.next().value
  }

  /** A game has ended. */
  take({ names, seed, result }: Report): void {
    const meeting = this.#meetings.find((each) => each.names.every((name) => names.includes(name)))!
    const points = result.winner === null ? 0.5 : Number(names[result.winner] === meeting.names[0])
    const other = meeting.half.get(seed)
    if (other === undefined) meeting.half.set(seed, points)
    else meeting.test?.add((other + points) / 2)
  }

  /** What the tests have found, by pair. */
  verdicts(): { names: readonly [string, string]; verdict: Verdict | null; likelihood: number }[] {
    return this.#meetings.flatMap(({ names, test }) =>
      test ? [{ names, verdict: test.verdict, likelihood: test.likelihood }] : [],
    )
  }
}
