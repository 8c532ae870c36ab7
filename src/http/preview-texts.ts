import type { Invited } from '../pictures/index.ts'
import type { GameSummary, PlayerRef, Snapshot, TimeControlId } from '../protocol/index.ts'
import { GAME_KINDS, timeControl } from '../protocol/index.ts'
import { isolated } from '../text/index.ts'

/** What the program of a messenger shows of a link. */
export interface Preview {
  title: string
  description: string
}

/** What the page itself is, for a link to nothing in particular. */
export const NEUTRAL: Preview = { title: 'Curia', description: 'Play 7 Wonders Duel in your browser' }

/** What a preview may tell of a match: everyone who may see the match knows it. */
export type Previewed = Pick<
  Snapshot,
  'status' | 'kind' | 'options' | 'host' | 'players' | 'board' | 'outcome' | 'scores'
> & {
  terms: Pick<Snapshot['terms'], 'clock' | 'rated'>
}

/** A finished game of the history, as the match that it was. */
export const previewedGame = ({ kind, options, clock, rated, players, outcome, scores }: GameSummary): Previewed => ({
  status: 'ended',
  kind,
  options,
  terms: { clock, rated },
  players,
  outcome,
  scores,
})

/** What to say of a match or a game; null if there is nothing to say, as of a match that was aborted. */
export function previewOf(shown: Previewed): Preview | null {
  const {
    status,
    players: { 0: first, 1: second },
  } = shown
  if (status === 'waiting') {
    const host = shown.host ?? first ?? second
    if (!host) return null
    return {
      title: `${nameOf(host)} invites you to 7 Wonders Duel`,
      description: `${sentence(termsOf(shown))} Open the link to play.`,
    }
  }
  if (!first || !second) return null
  const [one, other] = [nameOf(first), nameOf(second)]
  if (status === 'playing') {
    return {
      title: `${one} against ${other}`,
      description: `A match of 7 Wonders Duel is being played: ${termsOf(shown)}. Open the link to watch.`,
    }
  }
  const { outcome } = shown
  if (!outcome || outcome.by === 'aborted') return null
  const [winner, loser] = outcome.winner === 1 ? [other, one] : [one, other]
  const title =
    outcome.winner === undefined ? `${one} and ${other} share the victory` : `${winner} won against ${loser}`
  const description = `${endingOf(shown, outcome)} 7 Wonders Duel: ${termsOf(shown)}. Open the link to replay the game.`
  return { title, description }
}

/** What the picture of an invitation says; null for what is none. */
export function invitedTo(shown: Previewed): Invited | null {
  const host = shown.host ?? shown.players[0] ?? shown.players[1]
  if (shown.status !== 'waiting' || !host) return null
  const {
    kind,
    terms: { clock, rated },
  } = shown
  return {
    title: `${nameOf(host)} invites you to play`,
    game: capital(GAME_KINDS[kind].title),
    clock: shortClockOf(clock),
    rated: rated ? 'Rated' : 'Not rated',
  }
}

/** A clock in so few words that a picture has room for them. */
function shortClockOf(id: TimeControlId): string {
  const control = timeControl(id)
  if (control.pace !== 'real-time') return capital(clockOf(id))
  return `${spanOf(control.totalMs, 'short')} each, ${spanOf(control.incrementMs, 'short')} a turn`
}

const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`
const sentence = (text: string): string => `${capital(text)}.`

const termsOf = ({ kind, terms: { clock, rated } }: Previewed): string =>
  [GAME_KINDS[kind].title, clockOf(clock), ...(rated ? ['rated'] : [])].join(', ')

function clockOf(id: TimeControlId): string {
  const control = timeControl(id)
  if (control.pace === 'untimed') return 'without a clock'
  if (control.pace === 'correspondence') return `${spanOf(control.perTurnMs)} a turn`
  const { totalMs, incrementMs } = control
  return `${spanOf(totalMs)} each and ${spanOf(incrementMs)} a turn`
}

/** Units of time, with their lengths in ms. */
const SPANS = [
  { ms: 86_400_000, long: 'day', short: 'd' },
  { ms: 60_000, long: 'minute', short: 'min' },
  { ms: 1_000, long: 'second', short: 's' },
]

/** A time in the greatest unit of which it is at least one. */
function spanOf(ms: number, length: 'long' | 'short' = 'long'): string {
  const unit = SPANS.find((one) => ms >= one.ms) ?? SPANS.at(-1)!
  const count = ms / unit.ms
  return `${count} ${unit[length]}${length === 'long' && count !== 1 ? 's' : ''}`
}

const ENDINGS: Readonly<Record<Exclude<NonNullable<Previewed['outcome']>['by'], 'aborted' | 'civilian'>, string>> = {
  military: 'Military supremacy.',
  science: 'Scientific supremacy.',
  politics: 'Political supremacy.',
  tie: 'Both have the same points.',
  resignation: 'The other player resigned.',
  time: 'The time of the other player had run out.',
  absence: 'The other player had left.',
  agreement: 'They agreed on a draw.',
}

function endingOf({ scores }: Previewed, { by, winner }: NonNullable<Previewed['outcome']>): string {
  if (by !== 'civilian') return by === 'aborted' ? '' : ENDINGS[by]
  const points = [scores?.[0].total, scores?.[1].total]
  if (winner === 1) points.reverse()
  return scores ? `Civilian victory, ${points.join(' to ')}.` : 'Civilian victory.'
}

const nameOf = ({ name }: PlayerRef): string => isolated(name)
