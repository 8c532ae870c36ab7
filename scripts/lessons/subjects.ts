import type { GameKind } from '../../src/protocol/index.ts'
import type { Action, MatchEvent, MatchState, Price } from '../../src/rules/index.ts'
import { price } from '../../src/rules/index.ts'

/** A move of a recorded game: the position, the action, and what it did. */
export interface Move {
  before: MatchState
  action: Action
  events: readonly MatchEvent[]
}

/** What a lesson of the introduction needs a position for. */
export interface Subject {
  id: string
  kind: GameKind
  /** Whether a move shows it. */
  shownBy(move: Move): boolean
  /** Any other action of this type will do, too. */
  anyOf?: Action['type']
}

const has = (events: readonly MatchEvent[], type: MatchEvent['type']): boolean =>
  events.some((event) => event.type === type)
const isBuilding = ({ action }: Move): boolean => action.type === 'construct-building'
/** What a card or a wonder costs the one who acts. */
const costOf = ({ before, action }: Move): Price | null => {
  const cost = price(before, action)
  return cost && 'chained' in cost ? cost : null
}

/** The lessons in their order. */
export const SUBJECTS: readonly Subject[] = [
  {
    id: 'draft',
    kind: 'base',
    shownBy: ({ action }) => action.type === 'draft-wonder',
    anyOf: 'draft-wonder',
  },
  {
    id: 'take',
    kind: 'base',
    shownBy: (move) => isBuilding(move) && costOf(move)?.total === 0 && has(move.events, 'card-revealed'),
  },
  {
    id: 'pay',
    kind: 'base',
    shownBy: (move) => isBuilding(move) && (costOf(move)?.trade ?? 0) > 0,
  },
  {
    id: 'discard',
    kind: 'base',
    shownBy: ({ before, action }) => action.type === 'discard-card' && before.cities[before.toAct!].coins < 3,
  },
  {
    id: 'chain',
    kind: 'base',
    shownBy: (move) => isBuilding(move) && costOf(move)?.chained === true,
  },
  {
    id: 'wonder',
    kind: 'base',
    shownBy: ({ action, events }) =>
      action.type === 'construct-wonder' && events.some((event) => event.type === 'turn-began' && event.extra === true),
  },
  {
    id: 'military',
    kind: 'base',
    shownBy: (move) => isBuilding(move) && has(move.events, 'military-token-taken') && !has(move.events, 'match-ended'),
  },
  {
    id: 'science',
    kind: 'base',
    shownBy: ({ action }) => action.type === 'choose-progress-token',
    anyOf: 'choose-progress-token',
  },
  {
    id: 'senate',
    kind: 'agora',
    shownBy: ({ before, action, events }) =>
      before.stack.at(-1)?.kind === 'senate' && action.type === 'place-influence' && has(events, 'control-changed'),
    anyOf: 'place-influence',
  },
  {
    id: 'decree',
    kind: 'agora',
    shownBy: ({ action, events }) => action.type === 'place-influence' && has(events, 'decree-revealed'),
  },
  {
    id: 'conspiracy',
    kind: 'agora',
    shownBy: ({ action }) => action.type === 'prepare-conspiracy',
    anyOf: 'prepare-conspiracy',
  },
  {
    id: 'pantheon',
    kind: 'pantheon',
    shownBy: ({ before, action }) => action.type === 'activate-divinity' && (price(before, action)?.total ?? 0) > 0,
    anyOf: 'activate-divinity',
  },
  {
    id: 'offering',
    kind: 'pantheon',
    shownBy: ({ action, events }) =>
      action.type === 'activate-divinity' && action.offerings !== 'none' && has(events, 'turn-began'),
  },
]
