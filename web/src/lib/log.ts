import type { Seat } from '@curia/client'
import type { Thing } from './board.ts'
import { otherSeat } from './board.ts'
import type { Key } from './i18n.svelte.ts'
import { currentLanguage, hasMessage, listed, parts, t, tOr } from './i18n.svelte.ts'
import type { Value } from './message.ts'
import { mythologyName } from './pantheon.ts'
import type { PlayerPart } from './players.ts'
import { playerPart } from './players.ts'
import type { ShownTable } from './shown-table.ts'
import type { MatchEvent, Step } from './steps.ts'
import type { NamedKind } from './words.ts'
import { nameOf, numeralOf, sectionName, titled } from './words.ts'

// What happened, in sentences. Each event has one message; a name in it stays a thing that can be pointed at.

/** A part of a line: text, a player, or a thing with its name. */
export type LinePart = string | PlayerPart | { thing: Thing; name: string }

export interface LogLine {
  version: number
  seat?: Seat
  /** The player on this side loses something. */
  loss: boolean
  parts: LinePart[]
}

/** A turn, or what came before the first one. */
export interface LogGroup {
  /** Counted from 1; 0 before the first turn. */
  turn: number
  version: number
  age: number
  seat?: Seat
  lines: LogLine[]
}

const LOSSES = new Set([
  'coins-lost',
  'building-destroyed',
  'building-taken',
  'buildings-swapped',
  'wonder-taken',
  'wonder-destroyed',
  'influence-removed',
])
/** What a turn consists of anyway, or what the line before it has said. */
const SILENT = new Set(['match-ended'])

/**
 * What happened in some steps, turn by turn. A log grows with each version: what was in the log before stays the same
 * objects, so that a page draws only what is new.
 * @param before - the log of some of the same steps
 */
export function logOf(table: ShownTable, steps: readonly Step[], before: readonly LogGroup[] = []): LogGroup[] {
  return groupsOf(table, steps).map((group, index) => {
    const earlier = before[index]
    return earlier && sameGroup(earlier, group) ? earlier : group
  })
}

const sameGroup = (a: LogGroup, b: LogGroup): boolean =>
  a.turn === b.turn &&
  a.version === b.version &&
  a.age === b.age &&
  a.lines.length === b.lines.length &&
  a.lines.every((line, index) => line === b.lines[index])

function groupsOf(table: ShownTable, steps: readonly Step[]): LogGroup[] {
  const groups: LogGroup[] = []
  let age = table.firstAge
  let turn = 0
  const open = (version: number, seat?: Seat): LogGroup => {
    // Where the structure lies there before the draft, nothing says that the first age begins.
    const group: LogGroup = { turn, version, age: Math.max(1, age), lines: [], ...(seat !== undefined && { seat }) }
    groups.push(group)
    return group
  }
  for (const step of steps) {
    const { version, events } = step
    const lines = linesOf(table, step)
    for (const [index, event] of events.entries()) {
      if (event.type === 'age-began') age = Number(event.age)
      const group = groups.at(-1) ?? open(version)
      const line = lines[index]
      if (line) group.lines.push(line)
      if (event.type === 'turn-began') {
        turn += 1
        open(version, event.seat as Seat)
      }
    }
  }
  return groups.filter(
    ({ lines, turn: number }, index) => lines.length > 0 || (number > 0 && index === groups.length - 1),
  )
}

/** The lines of some steps as one text, for those who listen. */
export const spokenLines = (table: ShownTable, steps: readonly Step[]): string =>
  steps
    .flatMap((step) => linesOf(table, step))
    .flatMap((line) => (line ? [textOf(line.parts)] : []))
    .join(' ')

/** What was made of a step, and for whom: the words depend on the language, the names and the side of the table. */
const made = new WeakMap<Step, { reader: string; lines: (LogLine | null)[] }>()

/** The line of each event of a step, null for an event that has none. */
function linesOf(table: ShownTable, step: Step): readonly (LogLine | null)[] {
  const reader = [currentLanguage(), table.mine, table.nameOf(0), table.nameOf(1)].join('\n')
  const earlier = made.get(step)
  if (earlier?.reader === reader) return earlier.lines
  const lines = step.events.map((event) => lineOf(table, step.version, event))
  made.set(step, { reader, lines })
  return lines
}

function lineOf(table: ShownTable, version: number, event: MatchEvent): LogLine | null {
  if (SILENT.has(event.type) || (event.type === 'turn-began' && !event.extra)) return null
  // What reveals something is no seat.
  const seat = (typeof event.by === 'number' ? event.by : event.seat) as Seat | undefined
  const { mine } = table
  const loss =
    mine !== null &&
    (event.type === 'coins-lost' || event.type === 'influence-removed'
      ? (event.type === 'coins-lost' ? seat : (event.owner as Seat)) === mine
      : LOSSES.has(event.type) && seat !== undefined && seat !== mine)
  return { version, loss, parts: sentence(table, event), ...(seat !== undefined && { seat }) }
}

function sentence(table: ShownTable, event: MatchEvent): LinePart[] {
  const key = `log.${event.type}`
  return hasMessage(key) ? saidOf(table, key, event) : [unknownEvent(event)]
}

/** What a message says of an event; `more` are values that the event itself does not have. */
export const saidOf = (table: ShownTable, key: Key, event: MatchEvent, more: Record<string, Value> = {}): LinePart[] =>
  parts(key, { ...valuesOf(table, event), ...more }).map((part) =>
    typeof part === 'number' ? String(part) : (part as LinePart),
  )

/** A line as plain text. */
export const textOf = (line: readonly LinePart[]): string =>
  line.map((part) => (typeof part === 'string' ? part : part.name)).join('')

/** An event that is newer than the page. */
function unknownEvent({ type, ...fields }: MatchEvent): string {
  const said = Object.entries(fields).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `${titled(type)}: ${said.join(', ')}.`
}

const NAMED: Record<string, NamedKind> = {
  wonder: 'wonder',
  building: 'card',
  card: 'card',
  taken: 'card',
  given: 'card',
  token: 'token',
  decree: 'decree',
  conspiracy: 'conspiracy',
  divinity: 'divinity',
}

function valuesOf(table: ShownTable, event: MatchEvent): Record<string, Value> {
  const { catalogue, mine } = table
  const seat = event.seat as Seat | undefined
  const values: Record<string, Value> = {}
  const player = (of: Seat): Value => playerPart(table.playerAt(of))
  const thing = (kind: NamedKind, id: string): Value => ({ thing: { kind, id }, name: nameOf(catalogue, kind, id) })

  for (const [field, value] of Object.entries(event)) {
    if (typeof value === 'number') values[field] = value
    else if (typeof value === 'string') values[field] = value
  }
  for (const [field, kind] of Object.entries(NAMED)) {
    const id = event[field]
    if (typeof id === 'string')
      values[field] = thing(field === 'token' && event.type.startsWith('military') ? 'military' : kind, id)
  }
  if (typeof event.age === 'number') values.age = numeralOf(event.age)
  values.who = seat === undefined || mine === null ? 'other' : seat === mine ? 'me' : 'them'
  if (seat !== undefined) {
    values.p = player(seat)
    values.q = player(otherSeat(seat))
  }
  if (event.by !== undefined && typeof event.by === 'number') {
    values.byWho = mine === null ? 'other' : event.by === mine ? 'me' : 'them'
    values.by = player(event.by as Seat)
  }
  if (event.price) Object.assign(values, priceValues(table, event.price as Record<string, unknown>))
  if (event.type === 'senator-recruited') values.n = Number(event.coins)
  if (event.type === 'divinity-activated') values.n = Number((event.paid as { coins?: number } | undefined)?.coins ?? 0)
  if (event.type === 'minerva-placed') values.place = positionText(table, Number(event.position))
  if (typeof event.mythology === 'string') values.mythology = mythologyName(event.mythology)
  if (Array.isArray(event.wonders)) values.list = namesOf(table, 'wonder', event.wonders as string[])
  values.known = 'no'
  for (const [field, kind] of [
    ['tokens', 'token'],
    ['drawn', event.type === 'divinities-drawn' ? 'divinity' : 'conspiracy'],
    ['kept', 'conspiracy'],
    ['divinities', 'divinity'],
  ] as const) {
    if (!Array.isArray(event[field])) continue
    values.known = 'yes'
    values.list = namesOf(table, kind, event[field] as string[])
  }
  if (
    event.token !== undefined ||
    event.conspiracy !== undefined ||
    event.decree !== undefined ||
    event.divinity !== undefined
  )
    values.known = 'yes'
  if (event.type === 'control-changed') {
    const { controller } = event as { controller?: Seat | null }
    values.p = typeof controller === 'number' ? player(controller) : ''
    values.who =
      typeof controller !== 'number' ? 'nobody' : mine === null ? 'other' : controller === mine ? 'me' : 'them'
  }
  if (event.type === 'pawn-moved') {
    values.steps = Math.abs(Number(event.to) - Number(event.from))
    values.place = positionText(table, Number(event.to))
  }
  if (typeof event.step === 'string') values.what = tOr(`decision.${event.step}`, titled(event.step))
  if (typeof event.reason === 'string') values.why = tOr(`reason.${event.reason}`, titled(event.reason))
  if (event.type === 'senator-recruited') Object.assign(values, senatorValues(table, String(event.card)))
  if (event.type === 'time-given-back' || event.type === 'time-given')
    values.seconds = Math.round(Number(event.ms) / 1000)
  return values
}

const namesOf = (table: ShownTable, kind: NamedKind, ids: readonly string[]): string =>
  listed(ids.map((id) => nameOf(table.catalogue, kind, id)))

function priceValues({ catalogue }: ShownTable, price: Record<string, unknown>): Record<string, Value> {
  const total = Number(price.total)
  if (typeof price.chain === 'string') {
    const { chain } = price
    const giver = [...catalogue.buildings.values()].find(({ id, givesChain }) => id === chain || givesChain === chain)
    return {
      how: 'chain',
      n: total,
      chain: giver
        ? { thing: { kind: 'card', id: giver.id }, name: nameOf(catalogue, 'card', giver.id) }
        : titled(chain),
    }
  }
  return { how: total === 0 ? 'free' : 'paid', n: total, chain: '' }
}

function senatorValues({ catalogue }: ShownTable, card: string): Record<string, Value> {
  const senator = catalogue.senators.get(card)
  return {
    type: senator?.type ?? 'other',
    section: senator?.section === undefined ? '' : sectionName(senator.section),
    how: 'paid',
  }
}

/** Where the conflict pawn is, in words. Positive positions lie towards the capital of seat 1. */
export function positionText(table: ShownTable, position: number): string {
  if (position === 0) return t('pawn.centre')
  const towards: Seat = position > 0 ? 1 : 0
  const values = { n: Math.abs(position), name: table.nameOf(towards) }
  const yours = towards === table.mine
  if (Math.abs(position) === 9) return yours ? t('pawn.your-capital') : t('pawn.capital', values)
  return yours ? t('pawn.towards-you', values) : t('pawn.towards', values)
}
