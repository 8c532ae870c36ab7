import type { Action, Seat } from '@curia/client'
import type { Board, Pick, Price, Thing } from './board.ts'
import { keyOf, matching, picksOf, thingAt } from './board.ts'
import { decidedAs } from './decisions.ts'
import { listed, t, tOr } from './i18n.svelte.ts'
import { positionText } from './log.ts'
import { activationPrice, mythologyTitle } from './pantheon.ts'
import type { Table } from './table.svelte.ts'
import { nameOf, titled } from './words.ts'

/** A button of the dock: something that can be done or picked now, or that cannot and says why. */
export interface Use {
  id: string
  icon: string
  label: string
  style: 'main' | 'plain' | 'decline'
  price?: { total: number }
  /** Coins that it brings. */
  gain?: number
  /** Done by one click. */
  action?: Action
  /** Picked by one click. */
  pick?: Pick
  thing?: Thing
  /** Why it cannot be done; such a button explains itself. */
  why?: string
  /** The key that does it. */
  hotkey?: string
}

const ICONS: Record<string, string> = {
  'construct-building': 'hand',
  'recruit-senator': 'politician',
  'discard-card': 'discard',
  'construct-wonder': 'wonder',
  'prepare-conspiracy': 'conspiracy',
  'trigger-conspiracy': 'conspiracy',
  conspire: 'conspiracy',
  'keep-conspiracy': 'conspiracy',
  'draft-wonder': 'wonder',
  'choose-progress-token': 'progress',
  'lock-progress-token': 'lock',
  'choose-first-player': 'person',
  'place-influence': 'cube',
  'move-influence': 'cube',
  'remove-influence': 'cube',
  'move-decree': 'decree',
  'choose-wonder': 'wonder',
  'swap-buildings': 'turn',
  'activate-divinity': 'gate',
  'place-divinity': 'gate',
  'choose-mythology': 'gate',
  'choose-divinity': 'gate',
  'return-divinity': 'gate',
  'construct-wonder-from-discard': 'wonder',
  'place-minerva': 'minerva',
  'choose-military-token': 'sword',
  decline: 'cross',
}

/** The order of the buttons of a selected card. */
const ORDER = [
  'construct-building',
  'recruit-senator',
  'discard-card',
  'construct-wonder',
  'prepare-conspiracy',
  'trigger-conspiracy',
]
const rank = (type: string): number => (ORDER.includes(type) ? ORDER.indexOf(type) : ORDER.length)

const MAIN = new Set(['construct-building', 'recruit-senator'])

/** The price of an action on the table that is shown. */
export function priceOf(
  board: Board | undefined,
  seat: Seat | null,
  action: { slot?: number; wonder?: string; type: string },
): Price | undefined {
  const quotes = seat === null ? undefined : board?.quotes?.[seat]
  if (action.type === 'construct-wonder' && action.wonder !== undefined)
    return board?.prices?.wonders?.[action.wonder] ?? quotes?.wonders?.[action.wonder]
  if (MAIN.has(action.type) && action.slot !== undefined)
    return board?.prices?.slots?.[String(action.slot)] ?? quotes?.slots?.[String(action.slot)]
  return undefined
}

/** What the one who looks pays for a card of the structure. */
export const slotPrice = (board: Board | undefined, seat: Seat | null, slot: number): Price | undefined =>
  priceOf(board, seat, { type: 'construct-building', slot })

/** The thing that a field of an action names. */
export function thingOf(table: Table, { field, value }: Pick): Thing | null {
  const { board } = table
  if (field === 'slot') return board ? thingAt(board, Number(value)) : null
  if (field === 'building' || field === 'take' || field === 'give') return { kind: 'card', id: String(value) }
  if (field === 'wonder') return { kind: 'wonder', id: String(value) }
  if (field === 'token')
    return { kind: table.catalogue.militaryTokens.has(String(value)) ? 'military' : 'token', id: String(value) }
  if (field === 'conspiracy') return { kind: 'conspiracy', id: String(value) }
  if (field === 'card') return { kind: 'card', id: String(value) }
  if (field === 'divinity') return { kind: 'divinity', id: String(value) }
  if (field === 'space') return { kind: 'space', space: Number(value) }
  if (field === 'mythology') return { kind: 'mythology', mythology: String(value) }
  if (field === 'chamber' || field === 'from' || field === 'to') return { kind: 'chamber', chamber: Number(value) }
  return null
}

/** A value of a field in words. */
export function valueName(table: Table, pick: Pick): string {
  const { field, value } = pick
  const thing = thingOf(table, pick)
  if (field === 'seat') return value === table.mine ? t('seat.you') : table.nameOf(value as Seat)
  if (field === 'space') {
    const divinity = table.board?.pantheon?.spaces[String(value)]?.card
    return divinity === undefined ? t('space.name', { n: value }) : nameOf(table.catalogue, 'divinity', divinity)
  }
  if (field === 'mythology') return mythologyTitle(String(value))
  if (field === 'offerings') return value === 'none' ? 'none' : listed(String(value).split('-'))
  if (field === 'position') return positionText(table, Number(value))
  if (field === 'other') return t(value === 'top' ? 'other.top' : 'other.bottom')
  if (field === 'chamber' || field === 'from' || field === 'to') return t('chamber.name', { n: value })
  if (thing?.kind === 'back') return t('card.face-down')
  if (thing && 'id' in thing)
    return nameOf(table.catalogue, thing.kind === 'conspiracy' ? 'conspiracy' : thing.kind, thing.id)
  return titled(String(value))
}

const namesOf = (table: Table, action: Action): Record<string, string> =>
  Object.fromEntries(picksOf(action).map((pick) => [pick.field, valueName(table, pick)]))

/** What a button says that does an action, when these fields are picked already. */
export function actionLabel(table: Table, action: Action, picked: readonly Pick[] = []): string {
  if (action.type === 'decline') return tOr(`decline.${table.board?.decision?.kind ?? ''}`, t('do.decline'))
  const names = namesOf(table, action)
  if (action.type === 'activate-divinity') {
    const card = table.board?.pantheon?.spaces[String(action.space)]?.card
    if (card !== undefined) names.divinity = nameOf(table.catalogue, 'divinity', card)
  }
  const open = picksOf(action).filter((pick) => !picked.some((done) => keyOf(done) === keyOf(pick)))
  // A wonder or a conspiracy was picked first: what is open is the card.
  if (picked.some(({ field }) => field !== 'slot') && open.length === 1 && open[0]!.field === 'slot')
    return t('do.with-card', { card: names.slot! })
  const otherwise = tOr(`do.${action.type}`, [titled(action.type), ...Object.values(names)].join(' '), names)
  return tOr(`do.${action.type}.${table.board?.decision?.kind ?? ''}`, otherwise, names)
}

/** An action in words that name all of its things: "Build · Tavern". */
export function wholeLabel(table: Table, action: Action): string {
  const label = actionLabel(table, action)
  const things = picksOf(action)
    .filter(({ field }) => field !== 'offerings')
    .map((pick) => valueName(table, pick))
  return [label, ...things.filter((thing) => !label.includes(thing))].join(' · ')
}

function useOf(table: Table, action: Action, picked: readonly Pick[]): Use {
  const price =
    action.type === 'activate-divinity'
      ? activationPrice(table.board, action.space, action.offerings)
      : priceOf(table.board, table.mine, action)
  const open = picksOf(action).find((pick) => !picked.some((done) => keyOf(done) === keyOf(pick)))
  const thing = open ? thingOf(table, open) : null
  return {
    id: JSON.stringify(action),
    icon: ICONS[action.type] ?? 'hand',
    label: actionLabel(table, action, picked),
    style: action.type === 'decline' ? 'decline' : 'plain',
    action,
    ...(price && { price }),
    ...(thing && { thing }),
    ...(action.type === 'discard-card' && discardGain(table)),
  }
}

function discardGain({ board, mine }: Table): { gain?: number } {
  const gain = mine === null ? undefined : board?.ledger?.[mine]?.discard
  return gain === undefined ? {} : { gain }
}

/** Cards and own wonders that could be used, were they not too dear or out of reach. */
function closed(table: Table, slot: number, actions: readonly Action[]): Use[] {
  const { board, mine, catalogue } = table
  if (!board || mine === null || board.decision?.kind !== 'turn') return []
  const uses: Use[] = []
  const card = board.structure[String(slot)]?.card
  if (card !== undefined && !actions.some(({ type }) => MAIN.has(type))) {
    const type = catalogue.senators.has(card) ? 'recruit-senator' : 'construct-building'
    const price = priceOf(board, mine, { type, slot })
    uses.push({
      id: type,
      icon: ICONS[type]!,
      label: t(`do.${type}`),
      style: 'plain',
      why: whyText(board.blocked?.slots?.[String(slot)], price, board.cities[mine].coins),
      ...(price && { price }),
    })
  }
  for (const [wonder, { under }] of Object.entries(board.cities[mine].wonders)) {
    if (under !== undefined || actions.some((action) => action.type === 'construct-wonder' && action.wonder === wonder))
      continue
    const price = priceOf(board, mine, { type: 'construct-wonder', wonder })
    uses.push({
      id: `wonder:${wonder}`,
      icon: 'wonder',
      label: nameOf(catalogue, 'wonder', wonder),
      style: 'plain',
      thing: { kind: 'wonder', id: wonder, owner: mine },
      why: whyText(board.blocked?.wonders?.[wonder], price, board.cities[mine].coins),
      ...(price && { price }),
    })
  }
  return uses
}

/** Why something cannot be done; without a word of the server, that it cannot. */
export function whyText(code: string | undefined, price: Price | undefined, coins: number): string {
  if (price && price.total > coins) return t('why.too-expensive', { total: price.total, coins })
  return code === undefined ? t('why.unknown') : tOr(`why.${code}`, t('why.unknown'))
}

/**
 * The buttons of the dock.
 * @param everything - also what lies on the table, for tables that are too small to show it
 * @param covered - whether the dock lies over the lanes as soon as something is selected
 */
export function usesOf(table: Table, everything: boolean, covered = false): Use[] {
  const { picks, actions, board } = table
  if (actions.length === 0) return []
  const kind = board?.decision?.kind
  const declines = actions.filter(({ type }) => type === 'decline').map((action) => useOf(table, action, []))
  const listed = listedOptions(table, kind, everything)
  if (picks.length > 0) {
    const fitting = matching(actions, picks)
    const others = listed.filter(({ pick }) => !pick || !picks.some((picked) => keyOf(picked) === keyOf(pick)))
    const open = fitting
      .slice(0, 1)
      .flatMap(picksOf)
      .filter(({ field }) => !picks.some((picked) => picked.field === field))
    // What is still to be picked lies on the table.
    const { inPlace } = decidedAs(kind)
    if (open.length > 0 && open.every(({ field }) => field === inPlace && !(covered && field === 'space')))
      return [...others, ...declines]
    const uses = fitting.map((action) => useOf(table, action, picks)).sort(byOrder)
    const slot = picks.find(({ field }) => field === 'slot')
    const all = slot ? [...uses, ...closed(table, Number(slot.value), fitting)].sort(byOrder) : uses
    if (all[0]?.action) all[0].style = 'main'
    // Whole actions are listed, too: none has two buttons.
    const further = others.filter(({ id }) => !all.some((use) => use.id === id))
    return [...withHotkeys(all), ...further, ...declines]
  }
  const immediate = actions
    .filter((action) => action.type !== 'decline' && picksOf(action).length === 0)
    .map((action) => useOf(table, action, []))
  return [...listed, ...immediate, ...declines]
}

/**
 * The options of a decision, in which each is one thing: what is picked is not left out. None while the decision has
 * several steps, or is about a place of its own.
 */
export function optionsOf(table: Table): Use[] {
  const kind = table.board?.decision?.kind
  const { on, looksAt } = decidedAs(kind)
  if (kind === 'turn' || kind === 'draft' || on === 'table' || looksAt === 'senate') return []
  const deeds = table.actions.filter(({ type }) => type !== 'decline')
  return deeds.every((action) => picksOf(action).length === 1) ? options(table) : []
}

/** What a turn can begin with and every table shows; a conspiracy lies open on larger ones. */
const ON_THE_TABLE = new Set(['slot', 'wonder', 'conspiracy', 'space'])

function listedOptions(table: Table, kind: string | undefined, everything: boolean): Use[] {
  if (kind === 'turn') {
    return options(table).filter(
      ({ pick }) => pick && (!ON_THE_TABLE.has(pick.field) || (everything && triggers(table, pick))),
    )
  }
  const { on, inPlace, isWhole } = decidedAs(kind)
  if (isWhole) return table.actions.filter(({ type }) => type !== 'decline').map((action) => useOf(table, action, []))
  if (on === 'table' || (on === 'roomy-table' && !everything))
    return options(table).filter(({ pick }) => pick && isInTheBox(table, pick))
  return options(table).filter(({ pick }) => !pick || pick.field !== inPlace)
}

/** Whether it is a progress token that lies neither on the board nor in a city. */
function isInTheBox({ board }: Table, { field, value }: Pick): boolean {
  if (field !== 'token' || !board) return false
  const places = [board.boardTokens, board.cities[0].tokens, board.cities[1].tokens]
  return !places.some((tokens) => tokens[value] !== undefined)
}

const triggers = ({ actions }: Table, pick: Pick): boolean =>
  matching(actions, [pick]).some(({ type }) => type === 'trigger-conspiracy')

/** The mark of a mythology, or of the mythology of a divinity. */
function pickIcon({ catalogue }: Table, { field, value }: Pick): string | undefined {
  if (field === 'mythology') return String(value)
  return field === 'divinity' ? (catalogue.divinities.get(String(value))?.mythology ?? 'gate') : undefined
}

/** Every first pick as a button. What needs no explanation is done by one click. */
function options(table: Table): Use[] {
  return [...table.first.values()].flatMap((pick): Use[] => {
    const [action] = matching(table.actions, [pick])
    const thing = thingOf(table, pick)
    if (!action) return []
    const use = {
      id: keyOf(pick),
      icon: pickIcon(table, pick) ?? ICONS[action.type] ?? 'hand',
      label: valueName(table, pick),
      style: 'plain' as const,
    }
    return [{ ...use, ...(thing && { thing }), ...(pick.field === 'seat' ? { action } : { pick }) }]
  })
}

const byOrder = (a: Use, b: Use): number => {
  const difference = rank(a.action?.type ?? typeOfClosed(a)) - rank(b.action?.type ?? typeOfClosed(b))
  if (difference !== 0) return difference
  return Number(a.why !== undefined) - Number(b.why !== undefined) || (a.price?.total ?? 0) - (b.price?.total ?? 0)
}
const typeOfClosed = ({ id }: Use): string => (id.startsWith('wonder:') ? 'construct-wonder' : id)

/** Build, discard, and the wonders by number. */
function withHotkeys(uses: Use[]): Use[] {
  let wonder = 0
  let plot = 0
  return uses.map((use) => {
    const type = use.action?.type ?? typeOfClosed(use)
    if (MAIN.has(type)) return { ...use, hotkey: 'b' }
    if (type === 'discard-card') return { ...use, hotkey: 'd' }
    if (type === 'construct-wonder') return { ...use, hotkey: String((wonder += 1)) }
    if (type === 'prepare-conspiracy') return { ...use, hotkey: `v${(plot += 1)}` }
    return use
  })
}
