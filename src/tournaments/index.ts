/** Tournaments: who joined, the rounds and their pairings, and how they stand. */
export { liveMatches } from './live-matches.ts'
export type { TournamentMatches } from './live-matches.ts'
export { forgetInTournaments, tournamentsOf } from './own-data.ts'
export { Tournaments } from './tournaments.ts'
export type { TournamentsParts } from './tournaments.ts'
