import { DEFAULT_GAME_KIND, GAME_KIND_IDS } from '../src/protocol/index.ts'
import type { Contender } from './contenders.ts'
import { curiaIn, PEERS } from './contenders.ts'
import type { LoadOptions } from './load/load.ts'

/** What is measured in one table: the same load on several contenders. */
export interface Scenario {
  title: string
  contenders: Contender[]
  load: Partial<LoadOptions>
}

/** `checkout`: the built project; `before`: another build of it to compare with. */
interface Checkouts {
  checkout: string
  before?: string | undefined
}

export function scenariosOf({ checkout, before }: Checkouts): Record<string, () => Scenario[]> {
  const curia = (name: string, setup: Partial<Parameters<typeof curiaIn>[0]> = {}): Contender =>
    curiaIn({ name, checkout, store: 'everysec', ...setup })
  const both = (name: string, setup: Partial<Parameters<typeof curiaIn>[0]> = {}): Contender[] => [
    curia(name, setup),
    ...(before === undefined ? [] : [curia(`${name}, before`, { ...setup, checkout: before })]),
  ]
  const own = [...both('Curia on Redis'), ...both('Curia embedded', { store: 'embedded' })]
  return {
    peers: () => [{ title: 'Next to its peers', contenders: [...PEERS, ...own], load: { matches: 300 } }],
    matches: () =>
      [50, 300, 1000].map((matches) => ({ title: 'As fast as they go', contenders: own, load: { matches } })),
    paced: () =>
      [500, 1000].map((rate) => ({ title: `${rate} moves/s`, contenders: own, load: { matches: 300, rate } })),
    kinds: () => [
      ...GAME_KIND_IDS.filter((kind) => kind !== DEFAULT_GAME_KIND).map((kind) => ({
        title: `Of the kind ${kind}`,
        contenders: own,
        load: { matches: 300, kind },
      })),
      { title: 'With clocks', contenders: own, load: { matches: 300, clock: 'blitz' } },
    ],
    stores: () => [
      {
        title: 'Stores',
        contenders: [
          curia('Redis, everysec'),
          curia('Redis, always', { store: 'always' }),
          curia('embedded', { store: 'embedded' }),
        ],
        load: { matches: 300 },
      },
    ],
    nodes: () => [
      { title: 'One node', contenders: both('Curia on Redis'), load: { matches: 300 } },
      {
        title: 'Two nodes, both players on the same',
        contenders: both('Curia on Redis', { nodes: 2 }),
        load: { matches: 300 },
      },
      {
        title: 'Two nodes, players apart',
        contenders: both('Curia on Redis', { nodes: 2 }),
        load: { matches: 300, cross: true },
      },
    ],
    spectators: () =>
      [
        { matches: 50, spectators: 10 },
        { matches: 1, spectators: 1000 },
      ].map(({ matches, spectators }) => ({
        title: `${spectators} spectators for each match, and none`,
        contenders: own.flatMap((each) => [each, { ...each, name: `${each.name}, watched`, load: { spectators } }]),
        load: { matches },
      })),
    bots: () => [
      {
        title: '50 moves/s of people next to 50 matches against bots, and alone',
        contenders: [
          ...both('Curia embedded', { store: 'embedded' }),
          ...both('Curia embedded, with bots', { store: 'embedded', bots: 50 }),
        ],
        load: { matches: 50, rate: 50 },
      },
    ],
  }
}
