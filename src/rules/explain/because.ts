import {
  BUILDINGS,
  MILITARY_TOKENS,
  PANTHEON_CARDS,
  TOKENS,
  WONDERS,
  mythologyOf,
} from '../catalogue/index.ts'
import type { PantheonCardId, WonderId } from '../catalogue/index.ts'
import type { StepRow } from '../catalogue/steps.ts'
import type { Color, Mythology } from '../catalogue/vocabulary.ts'
import type { MatchEvent } from '../events.ts'
import type { Seat } from '../seat.ts'
import type { City, MatchState, Step, StepKind } from '../state.ts'
import type { Because, Cause } from './types.ts'

/**
 * What asks for the open decision. The step says it, or the catalogue: most kinds of step have one source. Where there
 * are several, the events of the turn decide.
 * @param past the events of the present turn, or more, oldest first.
 * @returns undefined if there is no cause, such as for a turn, or if it cannot be told.
 */
export function becauseOf(state: MatchState, past: readonly MatchEvent[]): Because | undefined {
  const step = state.stack.at(-1)
  if (!step || state.toAct === null) return undefined
  const cause = causeOf(state, step, sinceTurn(past))
  const colors = colorsOf(step)
  return cause && { ...cause, ...(colors && { colors }) }
}

function causeOf(state: MatchState, step: Step, events: readonly MatchEvent[]): Cause | undefined {
  const city = state.cities[step.seat]
  if (step.conspiracy !== undefined) return { kind: 'conspiracy', id: step.conspiracy }
  switch (step.kind) {
    case 'senate':
    case 'conspirator':
      return lastSenator(city)
    case 'keep-conspiracy':
      return isDraft(state) ? onlyOne(sourcesOf({ kind: 'conspire' })) : lastSenator(city)
    case 'place-divinity':
      return lastMythologyToken(city, step.mythology)
    case 'choose-divinity':
      return step.by === 'gate' ? { kind: 'divinity', id: 'gate' } : { kind: 'wonder', id: 'divine-theater' }
    case 'progress-token':
      return pairCause(step.seat, events)
    default:
      return onlyOne(sourcesOf(step)) ?? openSource(step, events)
  }
}

/** The step that leads to a step of another kind. */
const LEADS_TO: Partial<Record<StepKind, StepRow['kind']>> = {
  'library-choice': 'library',
  // The Gate reveals one divinity of each deck, so that there is no order to choose.
  'return-divinities': 'choose-mythology',
}

/** The rows of the catalogue, but for conspiracies, that have steps. */
const SOURCES: readonly (readonly [Cause, readonly StepRow[]])[] = [
  ...Object.values(WONDERS).map(({ id, onSelect = [], onConstruct = [] }) => {
    return [{ kind: 'wonder', id: id as WonderId }, [...onSelect, ...onConstruct]] as const
  }),
  ...Object.values(PANTHEON_CARDS).map(({ id, steps = [] }) => {
    return [{ kind: 'divinity', id: id as PantheonCardId }, steps] as const
  }),
  ...Object.values(MILITARY_TOKENS).map(({ id, steps = [] }) => {
    return [{ kind: 'military-token', id: id as keyof typeof MILITARY_TOKENS }, steps] as const
  }),
]

/** What can have caused a step of this kind, for these colours. */
function sourcesOf(step: Pick<Step, 'kind'>): Cause[] {
  const kind = LEADS_TO[step.kind] ?? step.kind
  const colors = String(colorsOf(step))
  return SOURCES.flatMap(([cause, steps]) =>
    steps.some((row) => row.kind === kind && String(colorsOf(row)) === colors) ? [cause] : [],
  )
}

/** The colours of the buildings to choose from, if the step is such a choice. */
function colorsOf(step: Pick<Step, 'kind'> & { color?: Color; colors?: readonly Color[] }): Color[] | undefined {
  return step.color ? [step.color] : step.colors && [...step.colors]
}

const isDraft = ({ stack }: MatchState): boolean => stack.some(({ kind }) => kind === 'begin')

const lastSenator = ({ senators }: City): Cause => ({ kind: 'senator', id: senators.at(-1)! })

const lastMythologyToken = ({ pantheon }: City, mythology: Mythology): Cause | undefined => {
  const id = pantheon!.mythologyTokens.findLast((token) => mythologyOf(token) === mythology)
  return id && { kind: 'mythology-token', id }
}

/** The events since the turn began, or since the last pick of the draft. */
function sinceTurn(past: readonly MatchEvent[]): readonly MatchEvent[] {
  return past.slice(Math.max(0, past.findLastIndex(({ type }) => type === 'turn-began' || type === 'wonder-drafted')))
}

/**
 * The source whose step is open: the last one that the events name and whose step they do not resolve. A step that
 * comes later is resolved first.
 */
function openSource(step: Step, events: readonly MatchEvent[]): Cause | undefined {
  const sources = sourcesOf(step)
  let resolved = 0
  for (const event of events.toReversed()) {
    if (!('seat' in event) || event.seat !== step.seat) continue
    if (isResolution(event, step.kind)) resolved += 1
    const source = sources.find((cause) => isNamed(cause, event))
    if (source && resolved === 0) return source
    if (source) resolved -= 1
  }
  return undefined
}

/** Whether an event resolves a step that can be on the stack more than once. */
function isResolution(event: MatchEvent, kind: StepKind): boolean {
  switch (event.type) {
    case 'influence-placed':
      return kind === 'place'
    case 'influence-moved':
      return kind === 'move'
    case 'declined':
    case 'step-skipped':
      return kind === event.step
    default:
      return false
  }
}

function isNamed({ kind, id }: Cause, event: MatchEvent): boolean {
  switch (event.type) {
    case 'wonder-drafted':
    case 'wonder-constructed':
      return kind === 'wonder' && event.wonder === id
    case 'divinity-activated':
      return kind === 'divinity' && event.divinity === id
    case 'military-token-taken':
      return kind === 'military-token' && event.token === id
    default:
      return false
  }
}

const onlyOne = (causes: readonly Cause[]): Cause | undefined => (causes.length === 1 ? causes[0] : undefined)

/** What gave a seat the second symbol of a kind: the last thing with a symbol (base.md §7). */
function pairCause(seat: Seat, events: readonly MatchEvent[]): Cause | undefined {
  for (const event of events.toReversed()) {
    const cause = symbolCause(event, seat)
    if (cause) return cause
  }
  return undefined
}

function symbolCause(event: MatchEvent, seat: Seat): Cause | undefined {
  // Either player can complete a pair.
  if (event.type === 'buildings-swapped') return { kind: 'conspiracy', id: 'coercion' }
  if (!('seat' in event) || event.seat !== seat) return undefined
  switch (event.type) {
    case 'building-constructed':
      return BUILDINGS[event.building].science && { kind: 'building', id: event.building }
    case 'progress-token-taken':
      return TOKENS[event.token].science && { kind: 'progress-token', id: event.token }
    case 'divinity-activated':
      return PANTHEON_CARDS[event.divinity].science && { kind: 'divinity', id: event.divinity }
    case 'snake-placed':
      return { kind: 'divinity', id: 'nisaba' }
    default:
      return undefined
  }
}
