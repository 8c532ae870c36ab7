import type { Color, Mythology } from './vocabulary.ts'

/** A mythology (pantheon.md §1.2). Its colour is that of the card back; a divinity has no building colour. */
export interface MythologyRow {
  id: Mythology
  name: string
  color: Color
}

export const MYTHOLOGY_ROWS = [
  { id: 'mesopotamian', name: 'Mesopotamian', color: 'green' },
  { id: 'phoenician', name: 'Phoenician', color: 'yellow' },
  { id: 'greek', name: 'Greek', color: 'blue' },
  { id: 'egyptian', name: 'Egyptian', color: 'grey' },
  { id: 'roman', name: 'Roman', color: 'red' },
] as const satisfies readonly MythologyRow[]

/** A Mythology token (pantheon.md §1.8). The two tokens of a mythology are interchangeable. */
export interface MythologyTokenRow {
  id: string
  mythology: Mythology
}

export const MYTHOLOGY_TOKENS = [
  { id: 'mythology-mesopotamian-1', mythology: 'mesopotamian' },
  { id: 'mythology-mesopotamian-2', mythology: 'mesopotamian' },
  { id: 'mythology-phoenician-1', mythology: 'phoenician' },
  { id: 'mythology-phoenician-2', mythology: 'phoenician' },
  { id: 'mythology-greek-1', mythology: 'greek' },
  { id: 'mythology-greek-2', mythology: 'greek' },
  { id: 'mythology-egyptian-1', mythology: 'egyptian' },
  { id: 'mythology-egyptian-2', mythology: 'egyptian' },
  { id: 'mythology-roman-1', mythology: 'roman' },
  { id: 'mythology-roman-2', mythology: 'roman' },
] as const satisfies readonly MythologyTokenRow[]
