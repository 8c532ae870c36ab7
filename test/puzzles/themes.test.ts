/** What puzzles are about: facts of the rules. */
import { expect, it } from 'vitest'
import type { PuzzleTheme } from '../../src/protocol/index.ts'
import { themesOf } from '../../src/puzzles/themes.ts'
import type { BuildingId, WonderId } from '../../src/rules/index.ts'
import { agora } from '../rules/support/agora.ts'
import type { Description } from '../rules/support/scenario.ts'
import { scenario } from '../rules/support/scenario.ts'

type Deed = 'build' | 'sell' | { under: WonderId }

const FOUR: BuildingId[] = ['workshop', 'apothecary', 'pharmacist', 'scriptorium']
const RICH = { coins: 60 }

/** The themes of what A does with a card that lies open. */
function themes(card: BuildingId, deed: Deed, described: Description = {}): PuzzleTheme[] {
  const { state } = scenario({ accessible: [card, 'baths'], ...described, A: { ...RICH, ...described.A } })
  const slot = state.structure.indexOf(card)
  if (deed === 'build') return themesOf(state, { type: 'construct-building', slot })
  if (deed === 'sell') return themesOf(state, { type: 'discard-card', slot })
  return themesOf(state, { type: 'construct-wonder', slot, wonder: deed.under })
}

const EXAMPLES: [what: string, ...Parameters<typeof themes>, PuzzleTheme[]][] = [
  ['a first symbol is no theme', 'school', 'build', {}, []],
  ['the second symbol of a kind is science', 'school', 'build', { A: { ...RICH, owns: ['apothecary'] } }, ['science']],
  ['one that is sold makes no pair', 'school', 'sell', { A: { ...RICH, owns: ['apothecary'] } }, []],
  ['so is the one that would be a pair of the other', 'school', 'sell', { B: { owns: ['apothecary'] } }, ['science']],
  [
    'the sixth symbol of the other is science and denial, however it is taken',
    'academy',
    { under: 'pyramids' },
    { A: { ...RICH, wonders: ['pyramids'] }, B: { owns: [...FOUR, 'university'] } },
    ['science', 'denial'],
  ],
  ['the fifth is neither', 'academy', 'sell', { B: { owns: FOUR } }, []],
  ['another turn is a theme', 'altar', { under: 'sphinx' }, { A: { ...RICH, wonders: ['sphinx'] } }, ['extra-turn']],
  [
    'Theology makes every wonder one',
    'altar',
    { under: 'pyramids' },
    { A: { ...RICH, wonders: ['pyramids'], tokens: ['theology'] } },
    ['extra-turn'],
  ],
  ['a wonder is not one by itself', 'altar', { under: 'pyramids' }, { A: { ...RICH, wonders: ['pyramids'] } }, []],
  ['shields are military', 'walls', 'build', {}, ['military']],
  ['shields that would reach the capital are denial', 'walls', 'sell', { pawn: -7 }, ['denial']],
  ['those of Strategy count', 'walls', 'sell', { pawn: -6, B: { tokens: ['strategy'] } }, ['denial']],
  ['one space less is none', 'walls', 'sell', { pawn: -6 }, []],
  ['nor is the way to the other capital', 'walls', 'sell', { pawn: 7 }, []],
]

it.each(EXAMPLES)('%s', (_, card, deed, described, expected) => expect(themes(card, deed, described)).toEqual(expected))

it('what is done with a conspiracy is one', () => {
  const { state } = agora({ A: { unprepared: ['treason'] }, accessible: ['altar', 'baths'] })
  const slot = state.structure.indexOf('altar')
  expect(themesOf(state, { type: 'prepare-conspiracy', slot, conspiracy: 'treason' })).toEqual(['conspiracy'])
  expect(themesOf(state, { type: 'discard-card', slot })).toEqual([])
})
