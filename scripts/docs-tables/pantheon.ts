import { GRAND_TEMPLES } from '../../src/rules/catalogue/buildings.ts'
import { SENATORS_PER_AGE, TEMPLES_IN_PLAY } from '../../src/rules/catalogue/constants.ts'
import type { DivinityRow } from '../../src/rules/catalogue/divinities.ts'
import { DIVINITIES, GATE, PANTHEON_SPACES } from '../../src/rules/catalogue/divinities.ts'
import { AGORA_LAYOUTS, BASE_LAYOUTS } from '../../src/rules/catalogue/layouts.ts'
import { MYTHOLOGY_TOKENS } from '../../src/rules/catalogue/mythologies.ts'
import { OFFERING_TOKENS } from '../../src/rules/catalogue/offerings.ts'
import { PANTHEON_TOKENS } from '../../src/rules/catalogue/tokens.ts'
import { MYTHOLOGIES } from '../../src/rules/catalogue/vocabulary.ts'
import { PANTHEON_WONDERS } from '../../src/rules/catalogue/wonders.ts'
import { AGE_CARDS_IN_PLAY, tokenTable, wonderTable } from './base.ts'
import type { Tables } from './fill.ts'
import { code, table } from './fill.ts'
import { cost, divinityEffect } from './phrases.ts'

const AGES = [1, 2, 3] as const

const divinities = (): string =>
  table(
    ['mythology', 'Divinity', 'id', 'effect when activated', 'VP'],
    (DIVINITIES as readonly DivinityRow[]).map((row) => [
      code(row.mythology!),
      row.name,
      code(row.id),
      divinityEffect(row),
      row.vp ?? 0,
    ]),
  )

const spaces = (): string =>
  table(
    ['space', 'first player', 'second player', 'the Gate, first player', 'the Gate, second player'],
    PANTHEON_SPACES.map(({ space, costs }) => [space, ...costs, ...costs.map((coins) => GATE.costFactor * coins)]),
  )

const temples = (): string =>
  table(
    ['Grand Temple', 'id', 'cost', 'free with a token of'],
    GRAND_TEMPLES.map((row) => [row.name, code(row.id), cost(row.cost), code(row.freeWithMythology)]),
  )

const mythologyTokens = (): string =>
  table(
    ['mythology', 'ids'],
    MYTHOLOGIES.map((mythology) => {
      const tokens = MYTHOLOGY_TOKENS.filter((row) => row.mythology === mythology)
      return [code(mythology), tokens.map(({ id }) => code(id)).join(', ')]
    }),
  )

const offeringTokens = (): string =>
  table(
    ['id', 'coins off an activation, once'],
    OFFERING_TOKENS.map(({ id, discount }) => [code(id), discount]),
  )

const tokenSlots = (): string =>
  table(
    ['', 'Mythology tokens, Age I', 'Offering tokens, Age II'],
    Object.entries({ 'Pantheon alone': BASE_LAYOUTS, 'with Agora': AGORA_LAYOUTS }).map(([box, layouts]) => [
      box,
      ...([1, 2] as const).map((age) => layouts[age].tokenSlots.join(', ')),
    ]),
  )

const ages = (): string =>
  table(
    ['age', 'age cards', 'Grand Temples', 'senators (Agora)', 'structure alone', 'structure with Agora'],
    AGES.map((age) => {
      const [cards, added, senators] = [AGE_CARDS_IN_PLAY[age], age === 3 ? TEMPLES_IN_PLAY : 0, SENATORS_PER_AGE[age]]
      return ['I'.repeat(age), cards, added, senators, cards + added, cards + added + senators]
    }),
  )

export const PANTHEON_TABLES: Tables = {
  divinities,
  'pantheon-spaces': spaces,
  'grand-temples': temples,
  'pantheon-wonders': () => wonderTable(PANTHEON_WONDERS),
  'pantheon-progress-tokens': () => tokenTable(PANTHEON_TOKENS),
  'mythology-tokens': mythologyTokens,
  'offering-tokens': offeringTokens,
  'token-slots': tokenSlots,
  'pantheon-ages': ages,
}
