/**
 * An independent ledger of one match, computed only from its events and the published facts, to compare with the states
 * of the engine.
 */
import type {
  DecreeId,
  DivinityId,
  MatchEvent,
  MatchState,
  Seat,
  SlotTokenId,
  WonderId,
} from '../../../src/rules/index.ts'
import { AGORA, BASE, PANTHEON } from './data.ts'

const SEATS = [0, 1] as const
const RED = new Set<string>(BASE.cards.filter(({ color }) => color === 'red').map(({ id }) => id))
/** Shields of buildings, wonders, conspiracies and divinities. */
const SHIELDS = new Map<string, number>([
  ...[...BASE.cards, ...BASE.wonders].map(({ id, shields }) => [id, shields] as const),
  ...AGORA.conspiracies.map(({ id, steps }) => [id, steps.find(({ step }) => step === 'shields')?.count ?? 0] as const),
  ...PANTHEON.divinities.map(({ id, automatic }) => [id, automatic[0]?.shields ?? 0] as const),
])

/** Coins of both seats: those of the treasury, and those on Astarte. */
type Purses = [{ coins: number; stored: number }, { coins: number; stored: number }]
const pursesOf = ({ cities }: MatchState): Purses => {
  const purse = (seat: Seat) => ({ coins: cities[seat].coins, stored: cities[seat].pantheon?.storedCoins ?? 0 })
  return [purse(0), purse(1)]
}

/** Pays a price: from the treasury, and only once that is empty from the coins on Astarte. */
function pay(purse: Purses[number], total: number, stored = 0): void {
  purse.coins -= total - stored
  purse.stored -= stored
  must(stored === 0 || purse.coins === 0, () => `stored coins are paid while ${purse.coins} are in the treasury`)
}

/** Throws an Error with a description if a property does not hold. */
export function must(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Error(what())
}

export class Ledger {
  /** Wonders that have left the game. */
  readonly wondersOut: WonderId[] = []
  /** Cards removed before the game that came into it all the same. */
  readonly builtFromBox = new Set<string>()
  /** By chamber, the seat that controls it. */
  readonly controllers: (Seat | null)[] = AGORA.senate.chambers.map(() => null)
  readonly triggered: string[] = []
  /** Activated cards of the Pantheon, with what they were activated from. */
  readonly activated: { card: string; from: string }[] = []
  /** Mythology and Offering tokens that have left the game. */
  readonly slotTokensOut: SlotTokenId[] = []
  /** Divinities that the last action drew, revealed or left open: they leave with the stack if it ended the match. */
  open: readonly DivinityId[] = []
  /** The second group of wonders has been turned up. */
  secondGroup = false
  /** Pushes of the pawn by cards and conspiracies; those of seat 1 are negative. */
  #pushes = 0

  /** Enters what one action brought about, and checks that it explains every coin and every space of the pawn. */
  enter(before: MatchState, after: MatchState, events: readonly MatchEvent[]): void {
    const purses = pursesOf(before)
    const open = before.stack.flatMap((step) =>
      'revealed' in step ? step.revealed : step.kind === 'place-divinity' ? step.drawn : [],
    )
    let { pawn } = before
    let stopped = false
    for (const event of events) {
      switch (event.type) {
        case 'building-constructed':
          pay(purses[event.seat], event.price.total, event.stored)
          if (event.from === 'box') this.builtFromBox.add(event.building)
          this.#push(
            event.seat,
            event.building,
            RED.has(event.building) && before.cities[event.seat].tokens.includes('strategy'),
          )
          break
        case 'wonder-constructed':
          pay(purses[event.seat], event.price.total, event.stored)
          this.#push(event.seat, event.wonder, false)
          break
        case 'senator-recruited':
          pay(purses[event.seat], event.coins, event.stored)
          break
        case 'conspiracy-triggered':
          this.triggered.push(event.conspiracy)
          this.#push(event.seat, event.conspiracy, false)
          break
        case 'coins-gained':
          purses[event.seat].coins += event.coins
          break
        case 'coins-lost':
          purses[event.seat].coins -= event.coins
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
        case 'divinity-activated':
          this.activated.push({ card: event.divinity, from: event.from })
          this.#push(event.seat, event.divinity, false)
          if (event.from === 'pantheon') {
            const { paid, price, offerings } = event
            must(paid!.coins + paid!.stored === price!.total, () => `${price!.total} coins are asked, others paid`)
            pay(purses[event.seat], price!.total, paid!.stored)
            if (offerings !== 'none') {
              this.slotTokensOut.push(...offerings!.split('-').map((discount) => `offering-${discount}` as SlotTokenId))
            }
          }
          break
        case 'coins-stored':
          purses[event.seat].stored += event.coins
          break
        case 'token-discarded':
          this.slotTokensOut.push(event.token)
          break
        case 'minerva-removed':
          must(Math.abs(pawn - event.position) === 1, () => `Minerva on ${event.position} stops the pawn on ${pawn}`)
          stopped = true
          break
        case 'divinities-drawn':
          open.push(...event.drawn!)
          break
        case 'divinities-revealed':
          open.push(...event.divinities)
          break
        default:
      }
    }
    this.open = open
    for (const seat of SEATS) {
      const [has, expected] = [pursesOf(after)[seat], purses[seat]]
      must(
        has.coins === expected.coins,
        () => `seat ${seat} has ${has.coins} coins, but ${expected.coins} by the events`,
      )
      must(
        has.stored === expected.stored,
        () => `seat ${seat} has stored ${has.stored}, but ${expected.stored} by the events`,
      )
    }
    must(pawn === after.pawn, () => `the pawn stands on ${after.pawn}, but on ${pawn} by the events`)
    // Shields that Minerva has stopped are lost: the sum of all shields starts again from here.
    if (stopped) this.#pushes += after.pawn - this.#expectedPawn(after)
    this.#checkPawn(after)
  }

  #push(seat: Seat, by: string, strategy: boolean): void {
    const shields = SHIELDS.get(by) ?? 0
    if (shields > 0) this.#pushes += (seat === 0 ? 1 : -1) * (shields + (strategy ? 1 : 0))
  }

  /** All pushes of the shield decree add up to one space for its controller: each loss takes back a gain. */
  #expectedPawn(state: MatchState): number {
    const controller = controllerOf(state, 'shield')
    return this.#pushes + (controller === null ? 0 : controller === 0 ? 1 : -1)
  }

  #checkPawn(state: MatchState): void {
    const expected = this.#expectedPawn(state)
    const reached = state.result?.by === 'military' ? Math.max(-9, Math.min(9, expected)) : expected
    must(state.pawn === reached, () => `the pawn stands on ${state.pawn}, but all shields together are ${expected}`)
  }
}

/** The seat that has more cubes. */
export const majority = ([first, second]: readonly [number, number]): Seat | null =>
  first === second ? null : first > second ? 0 : 1

/** Who controls the chamber of a decree; null if nobody does or it is not in play. */
export function controllerOf({ senate }: MatchState, decree: DecreeId): Seat | null {
  const chamber = senate?.decrees.findIndex((laid) => laid.some(({ id }) => id === decree)) ?? -1
  return chamber < 0 ? null : majority(senate!.cubes[chamber]!)
}
