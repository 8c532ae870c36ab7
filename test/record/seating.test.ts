import { describe, expect, it } from 'vitest'
import { BALANCED_GAMES, fairSeat, newSeed } from '../../src/record/index.ts'
import { isSeatedRightly } from '../../src/record/seating.ts'
import { drawSeat } from '../../src/rules/index.ts'
import { seededRandom } from '../support/random.ts'

const PAIRINGS = 10_000
const HONEST = 36
const LEAVERS = 4

/** A player of a simulated club. */
interface Member {
  /** Whether they leave every match that they do not begin. */
  leaves: boolean
  /** Of each match that counted, whether they began. */
  began: boolean[]
  left: number
}

const lately = ({ began }: Member): number => began.slice(-BALANCED_GAMES).filter(Boolean).length
const share = ({ began }: Member): number => began.filter(Boolean).length / began.length

/** Pairs members at random. A match that someone leaves does not count. */
function simulate(random: () => number): { honest: Member[]; leavers: Member[] } {
  const members = Array.from({ length: HONEST + LEAVERS }, (_, n): Member => ({
    leaves: n >= HONEST,
    began: [],
    left: 0,
  }))
  for (let pairing = 0; pairing < PAIRINGS; pairing += 1) {
    const host = Math.floor(random() * members.length)
    const guest = (host + 1 + Math.floor(random() * (members.length - 1))) % members.length
    const [one, other] = [members[host]!, members[guest]!]
    const { seat } = fairSeat(String(random()), { host: lately(one), guest: lately(other) })
    const second = seat === 0 ? other : one
    if (second.leaves) {
      second.left += 1
      continue
    }
    one.began.push(seat === 0)
    other.began.push(seat === 1)
  }
  return { honest: members.slice(0, HONEST), leavers: members.slice(HONEST) }
}

describe('who begins', () => {
  it('is even for everybody who plays on, and leaving gains nothing for long, in ten thousand pairings', () => {
    const { honest, leavers } = simulate(seededRandom(11))
    for (const member of honest) {
      expect(share(member)).toBeGreaterThan(0.47)
      expect(share(member)).toBeLessThan(0.53)
      expect(Math.abs(lately(member) - BALANCED_GAMES / 2)).toBeLessThanOrEqual(2)
    }
    for (const leaver of leavers) {
      // Whoever has begun as often as the others is second again and again, and has to play on to begin again.
      expect(leaver.began.length).toBeLessThan(2 * BALANCED_GAMES)
      expect(leaver.left).toBeGreaterThan(10 * leaver.began.length)
    }
  })

  it('can be checked: a count or a seat that was changed is found', () => {
    for (let times = 0; times < 50; times += 1) {
      const seed = newSeed()
      for (const began of [undefined, { host: 3, guest: 3 }, { host: 2, guest: 3 }, { host: 3, guest: 2 }]) {
        const seating = fairSeat(seed, began)
        expect(isSeatedRightly(seed, seating)).toBe(true)
        expect(isSeatedRightly(seed, { ...seating, seat: seating.seat === 0 ? 1 : 0 })).toBe(false)
      }
      expect(isSeatedRightly(seed, { seat: drawSeat(seed), seatBy: 'balance' })).toBe(false)
      expect(isSeatedRightly(seed, { seat: 1, seatBy: 'host' })).toBe(true)
    }
  })
})
