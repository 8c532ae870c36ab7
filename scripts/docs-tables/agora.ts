import { CONSPIRACIES } from '../../src/rules/catalogue/conspiracies.ts'
import {
  CHAMBERS,
  CONSPIRE_DRAW,
  CUBES,
  GUILDS_IN_PLAY,
  SENATORS_PER_AGE,
} from '../../src/rules/catalogue/constants.ts'
import { DECREES } from '../../src/rules/catalogue/decrees.ts'
import { AGORA_MILITARY_TOKENS } from '../../src/rules/catalogue/military.ts'
import type { SenatorRow } from '../../src/rules/catalogue/senators.ts'
import { SENATORS } from '../../src/rules/catalogue/senators.ts'
import { AGORA_TOKENS } from '../../src/rules/catalogue/tokens.ts'
import { AGORA_WONDERS } from '../../src/rules/catalogue/wonders.ts'
import type { MatchOptions } from '../../src/rules/index.ts'
import { AGE_CARDS_IN_PLAY, militaryTable, tokenTable, wonderTable } from './base.ts'
import type { Tables } from './fill.ts'
import { code, table } from './fill.ts'
import { layout } from './layouts.ts'
import { decreeEffect, steps } from './phrases.ts'

const OPTIONS: MatchOptions = { agora: true, pantheon: false, wonders: 'draft', tiedPawn: 'chooses' }

const counts = (): string =>
  table(
    ['what', 'how many'],
    [
      ['senators', SENATORS.length],
      ['chambers of the Senate', CHAMBERS.length],
      ['influence cubes of each player', CUBES],
      ['conspiracies', CONSPIRACIES.length],
      ['conspiracies drawn at once', CONSPIRE_DRAW],
      ['decrees, of which one lies in each chamber', DECREES.length],
      ['more wonders', AGORA_WONDERS.length],
      ['more progress tokens', AGORA_TOKENS.length],
    ],
  )

const senators = (): string => {
  const groups = new Map<string, SenatorRow[]>()
  for (const row of SENATORS as readonly SenatorRow[]) {
    const group = `${row.type} ${row.section ?? ''}`
    groups.set(group, [...(groups.get(group) ?? []), row])
  }
  return table(
    ['type', 'section', 'ids'],
    [...groups.values()].map((rows) => {
      const { type, section } = rows[0]!
      return [type, section ?? '—', rows.map(({ id }) => code(id)).join(', ')]
    }),
  )
}

const chambers = (): string =>
  table(
    ['chamber', 'section', 'VP at the end', 'decree at the start'],
    CHAMBERS.map(({ chamber, section, vp }, index) => [chamber, section, vp, index % 2 ? 'face down' : 'face up']),
  )

const ages = (): string =>
  table(
    ['age', 'age cards', 'guilds', 'senators', 'structure'],
    ([1, 2, 3] as const).map((age) => {
      const [cards, guilds, dealt] = [AGE_CARDS_IN_PLAY[age], age === 3 ? GUILDS_IN_PLAY : 0, SENATORS_PER_AGE[age]]
      return ['I'.repeat(age), cards, guilds, dealt, cards + guilds + dealt]
    }),
  )

export const AGORA_TABLES: Tables = {
  'agora-counts': counts,
  senators,
  chambers,
  conspiracies: () =>
    table(
      ['conspiracy', 'id', 'its owner'],
      CONSPIRACIES.map((row) => [row.name, code(row.id), steps(row.steps)]),
    ),
  decrees: () =>
    table(
      ['id', 'what its controller has'],
      DECREES.map((row) => [code(row.id), decreeEffect(row)]),
    ),
  'agora-wonders': () => wonderTable(AGORA_WONDERS),
  'agora-progress-tokens': () => tokenTable(AGORA_TOKENS),
  'agora-military': () => militaryTable(AGORA_MILITARY_TOKENS),
  'agora-ages': ages,
  'agora-layout-1': () => layout(OPTIONS, 1),
  'agora-layout-2': () => layout(OPTIONS, 2),
  'agora-layout-3': () => layout(OPTIONS, 3),
}
