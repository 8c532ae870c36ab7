import type { Judgement } from '../../src/bots/index.ts'
import type { Database } from '../../src/database/index.ts'
import { finishedGame, openArchive } from '../../src/history/index.ts'
import { Candidates } from '../../src/puzzles/candidates.ts'
import { themesOf } from '../../src/puzzles/themes.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord, kindOf } from '../../src/record/index.ts'
import type { Action, MatchOptions } from '../../src/rules/index.ts'
import { legalActions } from '../../src/rules/index.ts'
import { newId } from '../support/finished.ts'
import { newPlayer } from '../support/players.ts'
import { randomRecord } from '../support/random-record.ts'

/** Longer than any test. */
export const LONG_MS = 600_000

/** A whole rated game that everybody may read; always the same moves for the same number, by other players each time. */
export function ratedRecord(number: number, options: Partial<MatchOptions> = {}): MatchRecord {
  const record = randomRecord(String(number).padStart(64, '0'), options)
  const [host, guest] = [newPlayer('Livia'), newPlayer('Gaius')]
  const terms = { clock: 'blitz', rated: true, visibility: 'public' } as const
  const header = { ...record.header, id: newId(), host: { ...record.header.host, player: host }, terms }
  const entries = record.entries.map((entry) =>
    entry.body.type === 'join' ? { ...entry, body: { ...entry.body, player: guest } } : entry,
  )
  return { ...record, header: { ...header, origin: 'queue' }, entries }
}

/** The versions at which a seat had a choice of at least so many actions. */
export const choicesIn = (record: MatchRecord, least = 3): number[] =>
  record.entries
    .map(({ version }) => version)
    .filter((version) => {
      const { state, outcome } = foldRecord(record, version)
      return state && !outcome && legalActions(state).length >= least
    })

/** A decision whose best action leads by so much, as an analysis judges it. */
export const judgement = (version: number, [best, next]: readonly Action[], lead: number): Judgement => ({
  version,
  seat: 0,
  action: next!,
  before: 0.9,
  after: 0.9 - lead,
  mark: null,
  alternatives: [{ action: best!, chance: 0.9 }],
})

/** Stores a game, and its analysis with these decisions. */
export async function storeAnalysed(
  database: Database,
  record: MatchRecord,
  decisions: readonly Judgement[],
): Promise<void> {
  await openArchive(database).store(finishedGame(record))
  const data = { gameId: record.header.id, doneAt: new Date(), progress: 1, decisions: decisions as object[] }
  await database.use((db) => db.gameAnalysis.create({ data }))
}

/** What the actions of the puzzles of tests are worth: the second one is right, too. */
export const CHANCES = [0.9, 0.885, 0.5]

/** Makes a decision of a stored and analysed game a puzzle. */
export async function setPuzzle(database: Database, record: MatchRecord, version: number): Promise<Action[]> {
  const { state, header } = foldRecord(record, version)
  const actions = legalActions(state!)
  await storeAnalysed(database, record, [judgement(version, actions, 0.5)])
  const candidates = new Candidates(database)
  await candidates.seek()
  const chances = actions.map((action, index) => ({ action, chance: CHANCES[index] ?? 0.2 }))
  await candidates.finish((await candidates.claim(LONG_MS))!, {
    seat: state!.toAct!,
    kind: kindOf(header),
    rules: header.rules,
    themes: themesOf(state!, actions[0]!),
    chances,
  })
  return actions
}
