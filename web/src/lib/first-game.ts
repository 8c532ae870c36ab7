import type { Seat } from '@curia/client'
import type { Board, Price } from './board.ts'
import { otherSeat } from './board.ts'
import { resultName } from './games.ts'
import { t } from './i18n.svelte.ts'
import type { Deed } from './news.ts'
import { actorOf } from './news.ts'
import type { MatchEvent } from './steps.ts'
import type { Table } from './table.svelte.ts'
import { slotPrice } from './uses.ts'
import { numeralOf } from './words.ts'

// What a game explains of itself: one sentence for everything that comes for the first time, once on this device.

/**
 * Where a note points, as the parts of the table name themselves: `slot:3` is the part with `data-slot="3"`, `region:dock`
 * the one with `data-region="dock"`.
 */
export type Place = `${'slot' | 'left' | 'wonder' | 'conspiracy' | 'space' | 'region'}:${string | number}`

/** That something is there for the first time. */
export interface Occasion {
  at: Place
  /** Whether the player can act on it, or it is what the opponent did. */
  of: 'you' | 'them'
  /** What the sentence names, other than the opponent. */
  values?: Readonly<Record<string, string | number>>
}

/** What the conditions look at. */
interface Moment {
  table: Table
  board: Board
  mine: Seat
  kind: string | undefined
  /** Whether the player takes a card now. */
  turn: boolean
  /** What the player did last, and what the opponent did since. */
  own: readonly MatchEvent[]
  theirs: readonly MatchEvent[]
}

interface Rule {
  /** Only where something of this lies on the table. */
  box?: 'agora' | 'pantheon'
  /** It is news of this moment: it is shown at once, also after another note of the same turn. */
  now?: true
  when: (moment: Moment) => Occasion | null | undefined | false
}

/** What can be taken now, with its price. */
function* pricesOf({ table, board, mine }: Moment): Generator<{ slot: string; price: Price }> {
  for (const [slot, { accessible, card }] of Object.entries(board.structure)) {
    const price = accessible && card !== undefined ? slotPrice(board, mine, Number(slot)) : undefined
    if (price && table.isOpen([{ field: 'slot', value: Number(slot) }])) yield { slot, price }
  }
}

/** The card that can be taken now whose price is so, if the player takes one. */
function cardFor(moment: Moment, fits: (price: Price, coins: number) => boolean): Occasion | null {
  if (!moment.turn) return null
  const { coins } = moment.board.cities[moment.mine]
  for (const { slot, price } of pricesOf(moment))
    if (fits(price, coins)) return { at: `slot:${slot}`, of: 'you', values: { n: price.total - coins } }
  return null
}

const last = (events: readonly MatchEvent[], type: string): MatchEvent | undefined =>
  events.findLast((event) => event.type === type)

/** In this order: what decides the game, what is asked, what has happened, and what can be done. */
const RULES = {
  end: {
    now: true,
    when({ table, board, mine }) {
      const { outcome } = table.snapshot
      if (!outcome || !WINS.has(outcome.by)) return null
      const who = outcome.winner === undefined ? 'other' : outcome.winner === mine ? 'me' : 'them'
      const values = { who, result: resultName(outcome.by), n: board.senate ? 4 : 3 }
      return { at: 'region:dock', of: who === 'them' ? 'them' : 'you', values }
    },
  },
  danger: {
    now: true,
    when({ table, mine }) {
      const [threat] = table.threats
      if (!threat) return null
      const [own, steps] = [threat.against !== mine, threat.kind === 'military' ? Number(threat.figure) : 0]
      const values = { who: own ? 'me' : 'them', steps }
      return { at: REGION_OF[threat.kind], of: own ? 'you' : 'them', values }
    },
  },
  draft: {
    when: ({ table, board, kind }) =>
      kind === 'draft' && table.yourMove && Object.keys(board.draft ?? {}).length === DRAFTED && HERE('draft'),
  },
  pair: { now: true, when: ({ table, kind }) => kind === 'progress-token' && table.yourMove && HERE('progress') },
  senate: {
    box: 'agora',
    now: true,
    when: ({ table, kind }) => (kind === 'senate' || kind === 'place') && table.yourMove && HERE('senate'),
  },
  mythology: {
    box: 'pantheon',
    now: true,
    when: ({ table, kind }) => kind === 'place-divinity' && table.yourMove && HERE('pantheon'),
  },
  'first-turn': { when: ({ turn }) => turn && HERE('structure') },
  again: { now: true, when: ({ turn, own }) => turn && last(own, 'turn-began')?.extra === true && HERE('dock') },
  conspiracy: {
    box: 'agora',
    when({ board, mine, turn }) {
      const [kept] = Object.values(board.cities[mine].conspiracies ?? {})
      return turn && kept?.id !== undefined && { at: `conspiracy:${kept.id}`, of: 'you' }
    },
  },
  opponent: {
    when({ board, turn, theirs }) {
      const taken = theirs.find(({ slot, type }) => typeof slot === 'number' && type !== 'card-revealed')
      const slot = Number(taken?.slot)
      return turn && taken !== undefined && !board.structure[slot] && { at: `left:${slot}`, of: 'them' }
    },
  },
  loot: {
    when({ turn, mine, own, theirs }) {
      const lost = last([...own, ...theirs], 'coins-lost')
      if (!turn || lost?.reason !== 'military') return null
      const me = lost.seat === mine
      return {
        at: 'region:military',
        of: me ? 'them' : 'you',
        values: { who: me ? 'me' : 'them', n: Number(lost.coins) },
      }
    },
  },
  pawn: {
    when({ turn, own, theirs }) {
      const by = last(theirs, 'pawn-moved') ? 'them' : last(own, 'pawn-moved') && 'you'
      return turn && by !== undefined && { at: 'region:military', of: by }
    },
  },
  revealed: {
    when({ board, turn, own }) {
      const slot = Number(last(own, 'card-revealed')?.slot)
      return turn && board.structure[slot]?.card !== undefined && { at: `slot:${slot}`, of: 'you' }
    },
  },
  offering: {
    box: 'pantheon',
    when: ({ board, mine, turn }) =>
      turn && Object.keys(board.cities[mine].offeringTokens ?? {}).length > 0 && HERE('pantheon'),
  },
  age: {
    when: ({ board, turn }) => turn && board.age > 1 && { ...HERE('structure'), values: { age: numeralOf(board.age) } },
  },
  pantheon: {
    box: 'pantheon',
    when({ table, turn }) {
      const call = turn ? table.actions.find((action) => action.type === 'activate-divinity') : undefined
      return call && 'space' in call && { at: `space:${call.space}`, of: 'you' }
    },
  },
  chain: { when: (moment) => cardFor(moment, ({ chained }) => chained) },
  price: { when: (moment) => cardFor(moment, ({ total, trade }, coins) => trade > 0 && total <= coins) },
  wonder: {
    when({ table, turn }) {
      const build = turn ? table.actions.find((action) => action.type === 'construct-wonder') : undefined
      return build && 'wonder' in build && { at: `wonder:${build.wonder}`, of: 'you' }
    },
  },
  dear: { when: (moment) => cardFor(moment, ({ total }, coins) => total > coins) },
} as const satisfies Record<string, Rule>

export type NoteId = keyof typeof RULES
/** All notes, with their conditions; `note.ID` is what each says. */
export const NOTES: Readonly<Record<NoteId, Rule>> = RULES

const WINS: ReadonlySet<string> = new Set(['military', 'science', 'politics', 'civilian'])
/** So many wonders lie there when a round of the draft begins. */
const DRAFTED = 4
const REGION_OF = { military: 'region:military', science: 'region:structure', politics: 'region:senate' } as const
/** Something that the player can act on lies in a region of the table. */
const HERE = (region: string): Occasion => ({ at: `region:${region}`, of: 'you' })

/** A note whose time has come. */
export interface Note extends Occasion {
  id: NoteId
  text: string
  now: boolean
}

const isOf = ({ box }: Rule, board: Board): boolean =>
  box === undefined || board[box === 'agora' ? 'senate' : 'pantheon'] !== undefined

/** The notes that such a game may show. */
export const notesFor = (board: Board): NoteId[] =>
  (Object.keys(NOTES) as NoteId[]).filter((id) => isOf(NOTES[id], board))

/** Whether a game explains itself: one against a bot in which nothing is at stake, and no clock runs meanwhile. */
export function isGuided({ match, mine, snapshot }: Table): boolean {
  const { rated, clock } = snapshot.terms
  return (
    match !== null && mine !== null && !rated && clock === 'none' && snapshot.players[otherSeat(mine)]?.bot === true
  )
}

/** The notes that the position gives occasion for, the most pressing first, whether they were shown or not. */
export function dueNotes(table: Table): Note[] {
  const { board, mine } = table
  if (!board || mine === null || table.past || !isGuided(table)) return []
  const kind = board.decision?.kind
  const moment = { table, board, mine, kind, turn: table.yourMove && kind === 'turn', ...lately(table, mine) }
  const opp = table.nameOf(otherSeat(mine))
  return notesFor(board).flatMap((id): Note[] => {
    const { when, now = false } = NOTES[id]
    const found = when(moment)
    return found ? [{ ...found, id, now, text: t(`note.${id}`, { opp, ...found.values }) }] : []
  })
}

/** What the player did last, and what the opponent did since. */
function lately({ steps, position }: Table, mine: Seat): { own: MatchEvent[]; theirs: MatchEvent[] } {
  const deeds = steps
    .filter(({ version }) => version <= position.version)
    .flatMap((step): Deed[] => {
      const seat = actorOf(step)
      return seat === null ? [] : [{ seat, step }]
    })
  const since = deeds.findLastIndex(({ seat }) => seat === mine)
  const before = deeds.slice(0, since + 1).findLastIndex(({ seat }) => seat !== mine)
  const eventsOf = (some: readonly Deed[]): MatchEvent[] => some.flatMap(({ step }) => step.events)
  return { own: eventsOf(deeds.slice(before + 1, since + 1)), theirs: eventsOf(deeds.slice(since + 1)) }
}
