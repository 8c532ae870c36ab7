/**
 * Divinities that a viewer has not seen. Each mythology has three of them, so all the worlds can be gone through: every
 * order of the deck, with every choice that another has made in secret. Those that show the viewer the same are left.
 */
import type { Action, Deal, DivinityId } from '../../../src/rules/index.ts'
import { PANTHEON } from './data.ts'
import type { Past } from './past.ts'
import type { Random } from './random.ts'

type Mythology = keyof NonNullable<Deal['divinities']>

/** The divinity that is chosen from some by the action of this number. */
type Choose = (from: readonly DivinityId[], at: number) => DivinityId

/** A deck at the beginning of a match, and what others have chosen in secret by action. */
interface World {
  deck: DivinityId[]
  choices: Map<number, DivinityId>
}

/** The decks and the actions so far, in which others lay and return what could as well have been theirs. */
export function redealDivinities(
  past: Past,
  actions: readonly Action[],
  random: Random,
): { deal: Pick<Deal, 'divinities'>; actions: Action[] } {
  const { divinities } = past.history.deal
  if (!divinities) return { deal: {}, actions: [...actions] }
  const worlds = PANTHEON.mythologies.map(({ id }) => [id, random.pick(worldsOf(past, id))] as const)
  const redone = [...actions]
  for (const [at, divinity] of worlds.flatMap(([, { choices }]) => [...choices])) {
    redone[at] = { ...redone[at], divinity } as Action
  }
  const decks = worlds.map(([mythology, { deck }]) => [mythology, deck])
  return { deal: { divinities: Object.fromEntries(decks) as NonNullable<Deal['divinities']> }, actions: redone }
}

/** All the worlds in which the viewer has seen the same of a mythology. */
function worldsOf(past: Past, mythology: Mythology): World[] {
  const dealt = past.history.deal.divinities![mythology]
  const choosing = past.history.actions
  const seen = sightsOf(past, mythology, dealt, (_from, at) => (choosing[at] as { divinity: DivinityId }).divinity)
  return orders(dealt).flatMap((deck) =>
    Array.from({ length: 2 ** SECRET_CHOICES }, (_, bits) => bits).flatMap((bits) => {
      const choices = new Map<number, DivinityId>()
      const choose: Choose = (from, at) => {
        const divinity = from[(bits >> choices.size) & 1] ?? from[0]!
        choices.set(at, divinity)
        return divinity
      }
      return sightsOf(past, mythology, deck, choose) === seen ? [{ deck, choices }] : []
    }),
  )
}

/** Two tokens and two Divine Theaters are all that make others choose in secret from one deck. */
const SECRET_CHOICES = 4

/** What a viewer sees of the cards of a mythology, as text, if the deck is this one and others choose so. */
function sightsOf(past: Past, mythology: Mythology, dealt: readonly DivinityId[], choose: Choose): string {
  const { history, moment, viewer } = past
  const sights: unknown[] = []
  const laid = new Map<number, DivinityId>()
  let deck = [...dealt]
  let drawn: DivinityId[] = []
  let open: DivinityId[] = []
  /** Takes the top cards of the deck. */
  const take = (count: number): DivinityId[] => deck.splice(0, count)
  for (const [at, events] of history.events.slice(0, moment).entries()) {
    for (const event of events) {
      switch (event.type) {
        case 'divinities-drawn':
          if (event.mythology !== mythology) break
          drawn = take(event.count)
          if (event.seat === viewer) sights.push(drawn)
          break
        case 'divinity-placed': {
          if (event.mythology !== mythology) break
          const placed = event.seat === viewer ? event.divinity! : choose(drawn, at)
          laid.set(event.space, placed)
          deck = [...without(drawn, placed), ...deck]
          break
        }
        case 'pantheon-revealed':
          sights.push([...laid])
          break
        case 'divinities-revealed': {
          const count = event.divinities.filter((divinity) => mythologyOf(divinity) === mythology).length
          open = take(count)
          sights.push([...open].sort())
          break
        }
        case 'divinity-activated':
          open = without(open, event.divinity as DivinityId)
          break
        case 'divinities-returned': {
          const top = open.length < 2 ? open[0] : event.seat === viewer ? event.top! : choose(open, at)
          if (top !== undefined) deck = [top, ...without(open, top), ...deck]
          open = []
          break
        }
        default:
      }
    }
  }
  return JSON.stringify(sights)
}

const MYTHOLOGIES = new Map(PANTHEON.divinities.map(({ id, mythology }) => [id, mythology]))
const mythologyOf = (divinity: DivinityId): Mythology => MYTHOLOGIES.get(divinity)!

const without = (divinities: readonly DivinityId[], gone: DivinityId): DivinityId[] =>
  divinities.filter((divinity) => divinity !== gone)

/** All orders of some things. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]]
  return things.flatMap((first, index) => orders(things.toSpliced(index, 1)).map((rest) => [first, ...rest]))
}
