import type { Action, Puzzle, Snapshot } from '@curia/client'
import type { Catalogue } from './catalogue.ts'
import { t } from './i18n.svelte.ts'
import type { Position } from './table.svelte.ts'
import { Table } from './table.svelte.ts'

/** What a table needs to know of a match: nobody is told of which one a puzzle is. */
function positionOf({ id, kind, seat, board }: Puzzle): Position {
  const [you, other] = [
    { id: 'you', name: t('seat.you') },
    { id: 'other', name: t('seat.opponent') },
  ]
  const snapshot: Snapshot = {
    match: id,
    you: seat,
    status: 'playing',
    kind,
    options: { wonders: 'draft', tiedPawn: 'chooses' },
    rules: '',
    terms: { clock: 'none', rated: false, visibility: 'private' },
    origin: 'invitation',
    players: seat === 0 ? { 0: you, 1: other } : { 0: other, 1: you },
    seedHash: '',
    logHash: '',
    createdAt: 0,
    board,
  }
  return { version: 0, snapshot }
}

/** The table of a puzzle: what is done there is the answer. */
export const puzzleTable = (catalogue: Catalogue, puzzle: Puzzle, answer: (action: Action) => Promise<void>): Table =>
  new Table(catalogue, positionOf(puzzle), null, {
    act: answer,
    // The board has all prices; nothing else is explained.
    explain: async () => ({ match: puzzle.id, version: 0, you: puzzle.seat }),
  })

/** The same table, at which nothing can be done any more. */
export const answeredTable = (catalogue: Catalogue, puzzle: Puzzle): Table =>
  new Table(catalogue, positionOf(puzzle), null)
