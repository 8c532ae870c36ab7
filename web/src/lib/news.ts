import type { Seat } from '@curia/client'
import { hasMessage, listed, t } from './i18n.svelte.ts'
import type { LinePart } from './log.ts'
import { saidOf, textOf } from './log.ts'
import type { ShownTable } from './shown-table.ts'
import type { MatchEvent, Step } from './steps.ts'
import { nameOf } from './words.ts'

// What one player has done since the other one acted last: one short sentence for each action.

/** What is agreed on or happens outside the game is no action in it. */
const NO_ACTIONS: ReadonlySet<string> = new Set([
  'draw-offered',
  'draw-accepted',
  'draw-declined',
  'time-given',
  'time-given-back',
  'time-ran-out',
  'resigned',
  'aborted',
  'annulled',
  'absence-claimed',
])

/** An action of a player, with all that came of it. */
export interface Deed {
  seat: Seat
  step: Step
}

/** Who acted in a step: the rules tell first what the action itself did. Null where nobody did. */
export function actorOf({ events }: Step): Seat | null {
  for (const { type, by, seat } of events) {
    if (NO_ACTIONS.has(type)) return null
    const who = typeof by === 'number' ? by : seat
    if (who === 0 || who === 1) return who
  }
  return null
}

/** The last actions up to a version that one player did in a row, in their order. */
export function lastDeeds(steps: readonly Step[], version: number): Deed[] {
  const deeds: Deed[] = []
  for (const step of steps.filter((one) => one.version <= version).reverse()) {
    const seat = actorOf(step)
    if (seat === null) continue
    if (deeds[0] && deeds[0].seat !== seat) break
    deeds.unshift({ seat, step })
  }
  return deeds
}

/** One sentence of the news. */
export interface NewsLine {
  version: number
  parts: LinePart[]
  /** The player on this side has lost something by it. */
  loss: boolean
}

/** What the news tells of an action in addition to the action itself, in this order. */
const FOLLOWING = [
  'coins-lost',
  'wonder-drafted',
  'card-revealed',
  'pawn-moved',
  'coins-gained',
  'mythology-token-taken',
  'offering-token-taken',
  'control-changed',
  'decree-revealed',
  'pantheon-revealed',
  'age-began',
  'wonder-removed',
]
/** So many of these at most: the log has them all. */
const MOST_FOLLOWING = 4

/** The news about each action, in sentences. */
export const newsOf = (table: ShownTable, deeds: readonly Deed[]): NewsLine[] =>
  deeds.map(({ step }) => lineOf(table, step))

/** The news as one text, for those who listen. */
export const spokenNews = (table: ShownTable, deeds: readonly Deed[]): string =>
  newsOf(table, deeds)
    .map(({ parts }) => textOf(parts))
    .join(' ')

function lineOf(table: ShownTable, { version, events }: Step): NewsLine {
  const [main, ...rest] = events
  const gained = main?.type === 'card-discarded' ? rest.find(({ type }) => type === 'coins-gained') : undefined
  const following = FOLLOWING.flatMap((type) => rest.filter((event) => event.type === type && event !== gained))
  const clauses = [
    ...(main ? [clauseOf(table, main, { gained: Number(gained?.coins ?? 0) })] : []),
    ...together(table, following).slice(0, MOST_FOLLOWING),
  ]
  const parts = clauses.flatMap((clause, index) => (index === 0 ? clause : [t('news.separator'), ...clause]))
  const loss = table.mine !== null && rest.some(({ type, seat }) => type === 'coins-lost' && seat === table.mine)
  return { version, parts: [...parts, t('news.end')], loss }
}

/** A clause for each event, and one for all cards that turned up. */
function together(table: ShownTable, events: readonly MatchEvent[]): LinePart[][] {
  const revealed = events.filter(({ type }) => type === 'card-revealed')
  const list = listed(revealed.map(({ card }) => nameOf(table.catalogue, 'card', String(card))))
  return events.flatMap((event) => {
    // Of four wonders the last one goes by itself to the player whose it is.
    if (event.type === 'wonder-drafted') return [saidOf(table, 'news.wonder-left', event)]
    if (event.type !== 'card-revealed') return [clauseOf(table, event)]
    return event === revealed[0] ? [saidOf(table, 'news.card-revealed', event, { list, count: revealed.length })] : []
  })
}

/** What the log says of an event, in the words of the news where they differ, and not as a sentence of its own. */
function clauseOf(table: ShownTable, event: MatchEvent, more: Record<string, number> = {}): LinePart[] {
  const key = `news.${event.type}`
  if (hasMessage(key)) return saidOf(table, key, event, more)
  const logged = `log.${event.type}`
  if (!hasMessage(logged)) return [event.type]
  const said = saidOf(table, logged, event)
  const last = said.at(-1)
  return typeof last === 'string' ? [...said.slice(0, -1), last.replace(/[.。]$/, '')] : said
}
