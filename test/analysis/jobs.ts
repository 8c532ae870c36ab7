import type { Asker, Claim } from '../../src/analysis/jobs.ts'
import { AnalysisJobs } from '../../src/analysis/jobs.ts'
import type { Judgement } from '../../src/bots/index.ts'
import type { Database } from '../../src/database/index.ts'
import { openArchive } from '../../src/history/index.ts'
import { someGame } from '../support/finished.ts'
import { newPlayer } from '../support/players.ts'

/** Longer than any test. */
export const LONG_MS = 600_000

export const DECISIONS: Judgement[] = [
  {
    version: 1,
    seat: 0,
    action: { type: 'discard-card', slot: 18 },
    before: 0.6,
    after: 0.5,
    mark: 'inaccuracy',
    alternatives: [{ action: { type: 'construct-building', slot: 18 }, chance: 0.6 }],
  },
]

let askers = 0
/** A new player, at an address of their own, who asks for the analysis of a game of others. */
export const newAsker = (address = `192.0.2.${(askers += 1) % 250}`): Asker => ({
  player: newPlayer('Ada').id,
  address,
  isOwn: false,
})

/** Stores a game, and returns its id. */
export async function storedGame(database: Database, wanted?: Parameters<typeof someGame>[0]): Promise<string> {
  const game = someGame(wanted)
  await openArchive(database).store(game)
  return game.record.header.id
}

/** Stores some games for which different players ask, in this order. */
export async function askedFor(database: Database, count: number): Promise<string[]> {
  const jobs = new AnalysisJobs(database)
  const games: string[] = []
  for (let each = 0; each < count; each++) {
    const game = await storedGame(database)
    await jobs.add(game, newAsker())
    games.push(game)
  }
  return games
}

/** Claims and finishes all that waits. */
export async function finishAll(jobs: AnalysisJobs): Promise<void> {
  for (let claim: Claim | null; (claim = await jobs.claim(LONG_MS));) await jobs.finish(claim, DECISIONS)
}
