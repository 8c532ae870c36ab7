/** Pairings: nobody meets twice, seats are balanced, and no other matching of a round has less amiss. */
import { expect, it } from 'vitest'
import type { Criteria, Style } from '../../src/tournaments/pairing/criteria.ts'
import type { Entrant } from '../../src/tournaments/pairing/entrant.ts'
import { pair } from '../../src/tournaments/pairing/pair.ts'
import { roundRobin } from '../../src/tournaments/pairing/round-robin.ts'
import { seededRandom } from '../support/random.ts'

/** A tournament that goes on with random results. */
class Field {
  readonly entrants: Entrant[]
  readonly #random: () => number

  constructor(players: number, random: () => number) {
    this.#random = random
    this.entrants = Array.from({ length: players }, (_, n) => ({
      id: `p${n}`,
      score: 0,
      met: new Set<string>(),
      byes: 0,
      balance: 0,
      last: null,
      floated: false,
    }))
  }

  ranked(): Entrant[] {
    return [...this.entrants].sort((one, other) => other.score - one.score)
  }

  /** Pairs a round and plays it: who is better is likelier to win. */
  play(style: Style): { pairs: [string, string][]; bye: string | null } {
    const round = pair(this.ranked(), style)
    const before = new Map(this.entrants.map(({ id, score }) => [id, score]))
    const of = (id: string): Entrant => this.entrants.find((entrant) => entrant.id === id)!
    for (const [first, second] of round.pairs) {
      const [one, other] = [of(first), of(second)]
      const points = this.#random() < 0.1 ? 1 : this.#random() < 0.5 ? 2 : 0
      Object.assign(one, { score: one.score + points, balance: one.balance + 1, last: 0 })
      Object.assign(other, { score: other.score + 2 - points, balance: other.balance - 1, last: 1 })
      one.met = new Set([...one.met, second])
      other.met = new Set([...other.met, first])
      one.floated = before.get(first)! > before.get(second)!
      other.floated = before.get(second)! > before.get(first)!
    }
    if (round.bye !== null) {
      const alone = of(round.bye)
      Object.assign(alone, { score: alone.score + 2, byes: alone.byes + 1, floated: true })
    }
    return round
  }
}

/** Every way to pair some players; with an odd number one is left over. */
function* matchings(ids: readonly string[]): Generator<{ pairs: [string, string][]; bye: string | null }> {
  if (ids.length === 0) yield { pairs: [], bye: null }
  if (ids.length % 2 === 1) {
    for (const bye of ids) for (const { pairs } of matchings(ids.filter((id) => id !== bye))) yield { pairs, bye }
    return
  }
  const [first, ...others] = ids
  for (const other of others) {
    for (const rest of matchings(others.filter((id) => id !== other))) {
      yield { pairs: [[first!, other], ...rest.pairs], bye: null }
    }
  }
}

/** What is amiss with a matching, criterion by criterion: written down a second time, from the rules. */
function amiss(ranked: readonly Entrant[], { pairs, bye }: ReturnType<typeof pair>): number[] {
  const place = new Map(ranked.map(({ id }, n) => [id, n]))
  let alone = 0
  const sums = { again: 0, seats: 0, distance: 0, floats: 0, order: 0 } satisfies Criteria
  for (const [one, other] of pairs) {
    const [better, worse] = [one, other].map((id) => place.get(id)!).sort((x, y) => x - y) as [number, number]
    const [a, b] = [ranked[better]!, ranked[worse]!]
    const sameScore = ranked.filter(({ score }) => score === a.score).length
    if (a.met.has(b.id)) sums.again++
    if (Math.sign(a.balance) === Math.sign(b.balance) && a.balance !== 0) sums.seats++
    sums.distance += Math.min(225, (a.score - b.score) ** 2)
    if (a.score !== b.score && a.floated) sums.floats++
    sums.order += Math.min(7, Math.abs(worse - better - Math.floor(sameScore / 2)))
  }
  if (bye !== null) {
    const { score, byes, floated } = ranked[place.get(bye)!]!
    alone = score
    if (byes > 0) sums.again++
    if (floated) sums.floats++
    sums.order += Math.min(7, ranked.findLastIndex((one) => one.score === score) - place.get(bye)!)
  }
  const { again, ...others } = sums
  return [again, alone, ...Object.values(others)]
}

const compare = (one: number[], other: number[]): number => {
  const differs = one.findIndex((value, n) => value !== other[n])
  return differs === -1 ? 0 : one[differs]! - other[differs]!
}

it('has less amiss than every other way to pair the round, in 1,000 random tournaments', () => {
  const random = seededRandom(35)
  for (let tournament = 0; tournament < 1_000; tournament++) {
    const players = 2 + Math.floor(random() * 7)
    const field = new Field(players, random)
    const rounds = 1 + Math.floor(random() * players)
    for (let round = 0; round < rounds; round++) {
      const ranked = field.ranked()
      const before = ranked.map((entrant) => ({ ...entrant }))
      const best = [...matchings(ranked.map(({ id }) => id))]
        .map((matching) => amiss(before, matching))
        .reduce((least, one) => (compare(one, least) < 0 ? one : least))
      expect(amiss(before, field.play('slide'))).toEqual(best)
    }
  }
})

it('lets nobody meet twice, and gives nobody two rounds without an opponent, in half as many rounds as players', () => {
  const random = seededRandom(36)
  for (let tournament = 0; tournament < 200; tournament++) {
    const players = 4 + Math.floor(random() * 30)
    const field = new Field(players, random)
    const met = new Set<string>()
    const byes = new Set<string>()
    for (let round = 0; round < Math.ceil(players / 2); round++) {
      const { pairs, bye } = field.play('slide')
      expect(new Set([...pairs.flat(), ...(bye === null ? [] : [bye])]).size).toBe(players)
      for (const one of pairs) {
        const name = [...one].sort().join()
        expect(met).not.toContain(name)
        met.add(name)
      }
      if (bye !== null) {
        expect(byes).not.toContain(bye)
        byes.add(bye)
      }
    }
  }
})

it('gives everybody both seats equally often, or one of them once more, while there are enough opponents', () => {
  const random = seededRandom(37)
  for (let tournament = 0; tournament < 200; tournament++) {
    const players = 8 + Math.floor(random() * 40)
    const field = new Field(players, random)
    for (let round = 0; round < Math.ceil(Math.log2(players)); round++) {
      field.play('slide')
      const worst = Math.max(...field.entrants.map(({ balance }) => Math.abs(balance)))
      expect(worst).toBeLessThanOrEqual(1)
    }
  }
})

it('is the same for the same players', () => {
  const play = (): unknown => {
    const field = new Field(33, seededRandom(38))
    return Array.from({ length: 6 }, () => field.play('slide'))
  }
  expect(play()).toEqual(play())
})

it('lets the first meet the last in a knock-out, and neighbours meet in an arena', () => {
  const field = new Field(8, seededRandom(39))
  const pairs = (style: Style): string[] => pair(field.ranked(), style).pairs.map((one) => [...one].sort().join('-'))
  expect(pairs('fold')).toEqual(['p0-p7', 'p1-p6', 'p2-p5', 'p3-p4'])
  expect(pairs('near')).toEqual(['p0-p1', 'p2-p3', 'p4-p5', 'p6-p7'])
  expect(pairs('slide')).toEqual(['p0-p4', 'p1-p5', 'p2-p6', 'p3-p7'])
})

it('lets everybody meet everybody once in a round robin, with balanced seats', () => {
  for (let players = 2; players <= 32; players++) {
    const rounds = roundRobin(Array.from({ length: players }, (_, n) => n))
    const met = new Set<string>()
    const balance = new Map<number, number>()
    for (const round of rounds) {
      expect(new Set(round.flat()).size).toBe(2 * Math.floor(players / 2))
      for (const [first, second] of round) {
        met.add([first, second].sort((one, other) => one - other).join())
        balance.set(first, (balance.get(first) ?? 0) + 1)
        balance.set(second, (balance.get(second) ?? 0) - 1)
      }
    }
    expect(met.size).toBe((players * (players - 1)) / 2)
    expect(Math.max(...[...balance.values()].map(Math.abs))).toBeLessThanOrEqual(1)
  }
})
