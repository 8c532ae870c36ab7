import type { Snapshot } from '@curia/client'
import { otherSeat } from './board.ts'
import type { Loser } from './games.ts'
import { isByPoints, resultName } from './games.ts'
import { t } from './i18n.svelte.ts'
import type { Sequence } from './sounds/plan.ts'
import type { Table } from './table.svelte.ts'
import { ageText } from './words.ts'

// How a game ended, as the set piece on the table and the result say it.

type Outcome = NonNullable<Snapshot['outcome']>

/** What is shown of an end: the part of the table that has decided, or what a player did instead of playing on. */
export type Piece = 'road' | 'hexagon' | 'half-ring' | 'columns' | 'flag' | 'clock' | 'cards'

interface End {
  piece: Piece
  sound: Sequence
}

/** Every end that the page knows. */
const ENDS: Readonly<Record<Outcome['by'], End>> = {
  military: { piece: 'road', sound: 'military' },
  science: { piece: 'hexagon', sound: 'science' },
  politics: { piece: 'half-ring', sound: 'politics' },
  civilian: { piece: 'columns', sound: 'points' },
  tie: { piece: 'columns', sound: 'points' },
  resignation: { piece: 'flag', sound: 'quiet' },
  time: { piece: 'clock', sound: 'stopped' },
  absence: { piece: 'clock', sound: 'stopped' },
  agreement: { piece: 'cards', sound: 'quiet' },
  aborted: { piece: 'cards', sound: 'stopped' },
}

/** An end that is newer than the page is a quiet one. */
export const endOf = ({ by }: Outcome): End => (ENDS as Partial<Record<string, End>>)[by] ?? ENDS.agreement

/** Whether someone was beaten on the table: those alone have a wreath and a name of their victory. */
export const isVictory = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && (VICTORIES as readonly string[]).includes(outcome.by)
const VICTORIES = ['military', 'science', 'politics', 'civilian', 'tie']

/** Whether the wreath is for the one who looks: the winner, both after a shared victory, and those who watch. */
export const isCrowned = ({ snapshot: { outcome }, mine }: Table): boolean =>
  isVictory(outcome) && (outcome!.winner === undefined || mine === null || outcome!.winner === mine)

/** The kind of victory for whoever has won or watches; for the loser the name of the winner. */
export function headlineOf(table: Table): string {
  const {
    snapshot: { outcome },
    mine,
  } = table
  if (!outcome) return ''
  if (outcome.by === 'aborted') return t('end.aborted')
  if (outcome.winner === undefined) return t('end.shared')
  if (mine !== null && mine !== outcome.winner) return t('end.wins', { name: table.nameOf(outcome.winner) })
  if (isVictory(outcome)) return resultName(outcome.by)
  return mine === null ? t('end.wins', { name: table.nameOf(outcome.winner) }) : t('end.you-win')
}

/** What a sentence about the end needs to know. */
type EndedTable = Pick<Table, 'mine' | 'nameOf' | 'now'>

/** What has decided, in a sentence, and when. Empty for an aborted match. */
export function reasonOf(table: EndedTable): string {
  const { outcome } = table.now.snapshot
  if (!outcome || outcome.by === 'aborted') return ''
  const decided = tieBreakOf(table, outcome)
  const when = t('end.when', { age: ageText(table.now.snapshot.board?.age ?? 0), n: table.now.version })
  return [causeOf(table, outcome), decided ?? when].join(' · ')
}

/** What decides when both have as many points. It takes the room of the time, which nobody asks for then. */
function tieBreakOf({ now }: EndedTable, { by, winner }: Outcome): string | undefined {
  const { scores } = now.snapshot
  if (!isByPoints(by) || !scores || winner === undefined || scores[0].total !== scores[1].total) return undefined
  return t('end.tie-break', { most: scores[winner].blue, less: scores[otherSeat(winner)].blue })
}

function causeOf(table: EndedTable, { by, winner }: Outcome): string {
  const { scores } = table.now.snapshot
  if (isByPoints(by) && scores)
    return ([0, 1] as const).map((seat) => `${table.nameOf(seat)} ${scores[seat].total}`).join(', ')
  if (winner === undefined) return resultName(by)
  const loser = otherSeat(winner)
  const who = table.mine === null ? 'other' : table.mine === winner ? 'me' : 'them'
  const names = { winner: table.nameOf(winner), loser: table.nameOf(loser) }
  if (by === 'military' || by === 'science' || by === 'politics') return t(`end.by-${by}`, { who, ...names })
  const absent: Loser = { who: loser === table.mine ? 'me' : 'them', name: names.loser }
  return resultName(by, absent)
}

/** How far the pawn went with the last step: the set piece shows that once more. */
export function lastPush({ steps, now }: Table): number {
  const events = steps.find(({ version }) => version === now.version)?.events ?? []
  const pushed = events.findLast(({ type }) => type === 'pawn-moved')
  return pushed ? Math.abs(Number(pushed.to) - Number(pushed.from)) : 0
}

export interface Part {
  category: string
  points: readonly [number, number]
}

/** What points are made of, as far as anyone has some. */
export const partsOf = (scores: NonNullable<Snapshot['scores']>): Part[] =>
  Object.keys(scores[0])
    .filter((category) => category !== 'total')
    .map((category) => ({
      category,
      points: [scores[0][category as 'total'], scores[1][category as 'total']] as const,
    }))
    .filter(({ points }) => points.some((value) => value !== 0))
