import type { Ended, Game, PublicRecord, Replay, ViewerStep } from '../protocol/index.ts'
import { admissionOf } from '../protocol/index.ts'
import type { Fold } from './fold.ts'
import { playedOptions } from './fold.ts'
import { noticesOf } from './notices.ts'
import { ratedKind } from './rated.ts'
import { seatedBy } from './seating.ts'
import { shownPlace } from './series.ts'
import { wireOutcome, wireScores } from './snapshot.ts'
import { foldRecord, transitions } from './transitions.ts'
import type { MatchRecord } from './types.ts'
import { kindOf, knownBeginningOf, originOf, shownRound, termsOf } from './types.ts'

/** An ended match with every event, nothing hidden. @throws Error if the log does not end the match. */
export function wholeReplay(record: MatchRecord): Replay {
  const steps: ViewerStep[] = []
  let last: Fold | undefined
  for (const { entry, after, events } of transitions(record)) {
    steps.push({ version: entry.version, at: entry.at, events: [...noticesOf(entry.body), ...events] })
    last = after
  }
  const { outcome, scores } = ending(last)
  return { complete: true, record: publicRecord(record), outcome, ...(scores && { scores }), steps }
}

/** A public record as one that can be folded. The invitation code plays no part in the game: there is none. */
export const foldable = (record: PublicRecord): MatchRecord => ({ ...record, header: { ...record.header, code: '' } })

/** The record of a match that has ended, as it is stored: with the hash of its last entry. */
export const endedRecord = (record: MatchRecord, fold: Fold): MatchRecord => ({
  ...record,
  logHash: fold.logHash.value,
})

/** What everybody may read of the record of a match that has ended. */
export function publicRecord({ header, createdAt, entries, logHash }: MatchRecord): PublicRecord {
  const { id, options, rules, seed, seedHash, host, bid, logKey, terms, format, opening, series, origin } = header
  const { admits, twin, tournament } = header
  return {
    header: {
      id,
      options,
      rules,
      seed,
      seedHash,
      host,
      ...seatedBy(header),
      ...(bid !== undefined && { bid }),
      ...(logKey !== undefined && { logKey }),
      ...(terms && { terms }),
      ...(format && { format }),
      ...(opening && { opening }),
      ...(origin && { origin }),
      ...(admits && { admits: admissionOf(admits) }),
      ...knownBeginningOf(header),
      ...(twin !== undefined && { twin }),
      ...(tournament && { tournament: shownRound(tournament) }),
      ...(series && { series: shownPlace(series) }),
    },
    createdAt,
    entries: entries.map(({ version, at, previousHash, body }) => ({
      version,
      at,
      ...(previousHash !== undefined && { previousHash }),
      body,
    })),
    ...(logHash !== undefined && { logHash }),
  }
}

/** An ended match as a game of the history. @throws Error if the log does not end the match, or aborts it. */
export const gameOf = (record: MatchRecord): Game => gameOfFold(foldRecord(record))

/** The same for a log that is folded already. @throws Error if it does not end the match, or aborts it. */
export function gameOfFold(fold: Fold): Game {
  const { id, rules, seed, seedHash, deal } = fold.header
  const [first, second] = fold.players
  const { outcome, scores } = ending(fold)
  if (!scores) throw new Error(`match ${id} was aborted`)
  return {
    id,
    kind: kindOf(fold.header),
    options: playedOptions(fold),
    rules,
    clock: termsOf(fold.header).clock,
    rated: ratedKind(fold) !== null,
    origin: originOf(fold.header),
    ...(deal !== undefined && { deal }),
    players: { 0: first!, 1: second! },
    outcome,
    scores,
    versions: fold.version,
    startedAt: fold.startedAt!,
    endedAt: fold.endedAt!,
    seed,
    seedHash,
  }
}

function ending(fold: Fold | undefined): Pick<Ended, 'outcome' | 'scores'> {
  if (!fold?.outcome) throw new Error('the log does not end the match')
  return { outcome: wireOutcome(fold.outcome), scores: wireScores(fold) }
}
