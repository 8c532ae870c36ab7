/**
 * Tokens: the order of those in the box, what the Great Library drew for another, what it and Enki draw next, which
 * token another locked out of the box, and which Mythology and Offering tokens lie where later.
 */
import type { Action, Deal, MatchEvent, TokenId } from '../../../src/rules/index.ts'
import type { Past } from './past.ts'
import { decided, eventsOf } from './past.ts'
import type { Random } from './random.ts'

type TokenDraws = Pick<Deal, 'boxTokens' | 'libraryOrder' | 'libraryOrders' | 'enkiOrders'> &
  Pick<Deal, 'offeringTokens' | 'boxMythologyTokens'>

/** A token that another locked out of the box, and what may as well have been locked in its place. */
interface Lock {
  at: number
  token: TokenId
  instead: TokenId
}

/** The draws of tokens and the actions so far, in which another may have locked another token. */
export function redealTokens(
  past: Past,
  actions: readonly Action[],
  random: Random,
): { deal: TokenDraws; actions: Action[] } {
  const { deal } = past.history
  const looked = decided(past, 'espionage', 'lock-token')
  const lock = relock(past, looked, random)
  const redone = [...actions]
  if (lock) redone[lock.at] = { type: 'lock-progress-token', token: lock.instead }
  return {
    deal: {
      boxTokens: looked.length > 0 ? deal.boxTokens : random.shuffled(deal.boxTokens),
      ...libraryOrders(past, lock, random),
      ...(deal.enkiOrders && slotTokensAndEnki(past, random)),
    },
    actions: redone,
  }
}

/** Another token may have been locked, if the viewer has not met it in or out of the box since. */
function relock(past: Past, looked: readonly number[], random: Random): Lock | undefined {
  const lock = eventsOf(past, 'progress-token-locked').find(({ from, seat }) => from === 'box' && seat !== past.viewer)
  if (!lock) return undefined
  const { at, token } = lock as { at: number; token: TokenId }
  if (looked.some((each) => each > at)) return { at, token, instead: token }
  const since = <T extends MatchEvent['type']>(type: T): ReturnType<typeof eventsOf<T>> =>
    eventsOf(past, type).filter((event) => event.at > at)
  const met = [
    ...since('progress-token-taken').map((taken) => taken.token),
    ...since('library-drawn').flatMap(({ seat, tokens }) => (seat === past.viewer ? tokens! : [])),
    ...since('enki-revealed').flatMap(({ tokens }) => tokens),
  ]
  return { at, token, instead: random.pick(boxAt(past, at).filter((each) => !met.includes(each))) }
}

const boxAt = ({ history }: Past, at: number): TokenId[] => [...history.states[at]!.boxTokens]

/** The viewer knows what the Great Library drew for them; of a draw for the opponent, only the chosen token. */
function libraryOrders(
  past: Past,
  lock: Lock | undefined,
  random: Random,
): Pick<Deal, 'libraryOrder' | 'libraryOrders'> {
  const { deal } = past.history
  const draws = eventsOf(past, 'library-drawn')
  const first = draws.map((draw) => {
    if (draw.seat === past.viewer) return draw.tokens!
    const box = boxAt(past, draw.at).map((token) =>
      lock && lock.at < draw.at && token === lock.instead ? lock.token : token,
    )
    const kept = eventsOf(past, 'progress-token-taken').find(
      ({ at, from, seat }) => at > draw.at && from === 'box' && seat === draw.seat,
    )
    const rest = random.shuffled(box.filter((token) => token !== kept?.token))
    return random.shuffled([...(kept ? [kept.token] : []), ...rest].slice(0, draw.count))
  })
  const another = (order: readonly TokenId[], index: number): TokenId[] => startingWith(first[index], order, random)
  return deal.libraryOrders
    ? { libraryOrders: deal.libraryOrders.map(another) }
    : { libraryOrder: another(deal.libraryOrder!, 0) }
}

const startingWith = (first: readonly TokenId[] = [], order: readonly TokenId[], random: Random): TokenId[] => [
  ...first,
  ...random.shuffled(order.filter((token) => !first.includes(token))),
]

/** Enki drew before all eyes. Offering tokens are laid out with Age II. */
function slotTokensAndEnki(
  past: Past,
  random: Random,
): Pick<Deal, 'enkiOrders' | 'offeringTokens' | 'boxMythologyTokens'> {
  const { deal, states } = past.history
  const revealed = eventsOf(past, 'enki-revealed').map(({ tokens }) => tokens)
  return {
    enkiOrders: deal.enkiOrders!.map((order, index) => startingWith(revealed[index], order, random)),
    offeringTokens: states[past.moment]!.age < 2 ? random.shuffled(deal.offeringTokens!) : deal.offeringTokens!,
    boxMythologyTokens: random.shuffled(deal.boxMythologyTokens!),
  }
}
