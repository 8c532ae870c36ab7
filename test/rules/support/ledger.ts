/**
 * An independent ledger of one match, kept from its events and the published facts alone, to compare with the states of
 * the engine.
 */
import type { DecreeId, MatchEvent, MatchState, Seat, WonderId } from '../../../src/rules/index.ts'
import { AGORA, BASE } from './data.ts'

const SEATS = [0, 1] as const
const RED = new Set<string>(BASE.cards.filter(({ color }) => color === 'red').map(({ id }) => id))
/** Shields of buildings, wonders and conspiracies. */
const SHIELDS = new Map<string, number>([
  ...[...BASE.cards, ...BASE.wonders].map(({ id, shields }) => [id, shields] as const),
  ...AGORA.conspiracies.map(({ id, steps }) => [id, steps.find(({ step }) => step === 'shields')?.count ?? 0] as const),
])

/** Throws an Error with a description if a property does not hold. */
export function must(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Error(what())
}

export class Ledger {
  /** Wonders that have left the game. */
  readonly wondersOut: WonderId[] = []
  /** Cards removed before the game that came into it all the same. */
  readonly builtFromBox = new Set<string>()
  /** By chamber, who has control. */
  readonly controllers: (Seat | null)[] = AGORA.senate.chambers.map(() => null)
  readonly triggered: string[] = []
  /** The second group of wonders has been turned up. */
  secondGroup = false
  /** Pushes of the pawn by cards and conspiracies; those of seat 1 are negative. */
  #pushes = 0

  /** Enters what one action brought about, and checks that it explains every coin and every space of the pawn. */
  enter(before: MatchState, after: MatchState, events: readonly MatchEvent[]): void {
    const coins = [before.cities[0].coins, before.cities[1].coins] as [number, number]
    let { pawn } = before
    for (const event of events) {
      switch (event.type) {
        case 'building-constructed':
          coins[event.seat] -= event.price.total
          if (event.from === 'box') this.builtFromBox.add(event.building)
          this.#push(
            event.seat,
            event.building,
            RED.has(event.building) && before.cities[event.seat].tokens.includes('strategy'),
          )
          break
        case 'wonder-constructed':
          coins[event.seat] -= event.price.total
          this.#push(event.seat, event.wonder, false)
          break
        case 'senator-recruited':
          coins[event.seat] -= event.coins
          break
        case 'conspiracy-triggered':
          this.triggered.push(event.conspiracy)
          this.#push(event.seat, event.conspiracy, false)
          break
        case 'coins-gained':
          coins[event.seat] += event.coins
          break
        case 'coins-lost':
          coins[event.seat] -= event.coins
          break
        case 'pawn-moved':
          must(event.from === pawn, () => `the pawn moves from ${event.from}, but stood on ${pawn}`)
          pawn = event.to
          break
        case 'wonder-removed':
        case 'wonder-destroyed':
          this.wondersOut.push(event.wonder)
          break
        case 'wonders-revealed':
          this.secondGroup = true
          break
        case 'control-changed':
          this.controllers[event.chamber - 1] = event.controller
          break
        default:
      }
    }
    for (const seat of SEATS) {
      const has = after.cities[seat].coins
      must(has === coins[seat], () => `seat ${seat} has ${has} coins, but ${coins[seat]} by the events`)
    }
    must(pawn === after.pawn, () => `the pawn stands on ${after.pawn}, but on ${pawn} by the events`)
    this.#checkPawn(after)
  }

  #push(seat: Seat, by: string, strategy: boolean): void {
    const shields = SHIELDS.get(by) ?? 0
    if (shields > 0) this.#pushes += (seat === 0 ? 1 : -1) * (shields + (strategy ? 1 : 0))
  }

  /** All pushes of the shield decree add up to one space for its controller: each loss takes back a gain. */
  #checkPawn(state: MatchState): void {
    const controller = controllerOf(state, 'shield')
    const expected = this.#pushes + (controller === null ? 0 : controller === 0 ? 1 : -1)
    const reached = state.result?.by === 'military' ? Math.max(-9, Math.min(9, expected)) : expected
    must(state.pawn === reached, () => `the pawn stands on ${state.pawn}, but all shields together are ${expected}`)
  }
}

/** Who has more cubes. */
export const majority = ([first, second]: readonly [number, number]): Seat | null =>
  first === second ? null : first > second ? 0 : 1

/** Who controls the chamber of a decree; null if nobody does or it is not in play. */
export function controllerOf({ senate }: MatchState, decree: DecreeId): Seat | null {
  const chamber = senate?.decrees.findIndex((laid) => laid.some(({ id }) => id === decree)) ?? -1
  return chamber < 0 ? null : majority(senate!.cubes[chamber]!)
}
