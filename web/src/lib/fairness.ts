import type { Rest } from '@curia/client'
import { browser } from './browser.ts'
import type { Catalogue } from './catalogue.ts'
import type { GameRecord } from './log-hashes.ts'
import { firstBroken, logHashes } from './log-hashes.ts'
import type { ShownHashes } from './shown-hashes.ts'
import type { Step } from './steps.ts'

// The check of a deal, written from docs/fairness.md alone: what anybody can do with the seed of a finished game.

const encoder = new TextEncoder()

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await browser.hashes!.digest('SHA-256', encoder.encode(text)))
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The random numbers of one draw. */
class Stream {
  readonly #prefix: string
  #block = 0
  #words: number[] = []

  constructor(seed: string, name: string) {
    this.#prefix = `${seed}/${name}/`
  }

  /** A random number below n. */
  async below(n: number): Promise<number> {
    const limit = Math.floor(2 ** 32 / n) * n
    for (;;) {
      const word = await this.#next()
      if (word < limit) return word % n
    }
  }

  async #next(): Promise<number> {
    if (this.#words.length === 0) {
      const bytes = new DataView((await sha256(`${this.#prefix}${this.#block}`)).buffer)
      this.#block += 1
      this.#words = Array.from({ length: 8 }, (_, index) => bytes.getUint32(index * 4))
    }
    return this.#words.shift()!
  }
}

async function shuffle(seed: string, name: string, list: readonly string[]): Promise<string[]> {
  const stream = new Stream(seed, name)
  const items = [...list]
  for (let i = items.length - 1; i > 0; i -= 1) {
    const j = await stream.below(i + 1)
    ;[items[i], items[j]] = [items[j]!, items[i]!]
  }
  return items
}

export interface RecomputedDeal {
  /** The first two groups of four; in a first game there is no draft. */
  wonders: [string[], string[]]
  boardTokens: string[]
  /** By age, the cards by slot. */
  structures: Record<1 | 2 | 3, string[]>
}

const FIRST_GAME = new Set([
  'pyramids',
  'great-lighthouse',
  'temple-of-artemis',
  'statue-of-zeus',
  'circus-maximus',
  'piraeus',
  'appian-way',
  'colossus',
])
const BACKS = { 1: 'I', 2: 'II', 3: 'III' } as const
const AGES = [1, 2, 3] as const

/** What a seed deals, by the published algorithm and the lists of the catalogue, which are in the published order. */
export async function recompute(seed: string, catalogue: Catalogue, wondersOption: string): Promise<RecomputedDeal> {
  const wonders = (await shuffle(seed, 'wonders', [...catalogue.wonders.keys()])).filter(
    (id) => wondersOption === 'draft' || !FIRST_GAME.has(id),
  )
  const tokens = await shuffle(seed, 'tokens', [...catalogue.tokens.keys()])
  const ofBack = (back: string): string[] =>
    [...catalogue.buildings.values()].filter((row) => row.back === back).map(({ id }) => id)
  // With Pantheon, three Grand Temples take the places of the guilds.
  const purple = catalogue.pantheon ? (['temples', 'temple'] as const) : (['guilds', 'guild'] as const)
  const purpleCards = (await shuffle(seed, purple[0], ofBack(purple[1]))).slice(0, 3)
  const senators = await shuffle(seed, 'senators', [...catalogue.senators.keys()])
  const senatorsOf = { 1: senators.slice(0, 5), 2: senators.slice(5, 10), 3: senators.slice(10) }
  const structures: RecomputedDeal['structures'] = { 1: [], 2: [], 3: [] }
  for (const age of AGES) {
    const deck = (await shuffle(seed, `age-${age}`, ofBack(BACKS[age]))).slice(3)
    structures[age] = await shuffle(seed, `structure-${age}`, [
      ...deck,
      ...(age === 3 ? purpleCards : []),
      ...senatorsOf[age],
    ])
  }
  return { wonders: [wonders.slice(0, 4), wonders.slice(4, 8)], boardTokens: tokens.slice(0, 5), structures }
}

export interface Check {
  id: 'shown' | 'seed' | 'hash' | 'deal' | 'cards' | 'log' | 'log-shown'
  /** Null where there is nothing to compare with. */
  passed: boolean | null
  /** What is compared. */
  values: string[]
  count?: number
}

/** Whether this browser can hash: only over HTTPS or on this machine. */
export const canCheck = (): boolean => browser.hashes !== undefined

/**
 * Checks a finished game, step by step, where `canCheck`. `shown` are the hashes that this device was shown during the
 * match.
 * @throws CuriaError
 */
export async function checkGame(
  rest: Rest,
  id: string,
  load: (kind: string) => Promise<Catalogue>,
  { seedHash: shown, logHash: shownLog }: ShownHashes,
): Promise<Check[]> {
  const [game, replay] = await Promise.all([
    rest.get('/v1/games/{id}', { params: { id } }),
    rest.get('/v1/games/{id}/replay', { params: { id } }),
  ])
  const catalogue = await load(game.kind)
  const computed = hex(await sha256(game.seed))
  const deal = await recompute(game.seed, catalogue, game.options.wonders)
  const opening = await rest.get('/v1/games/{id}/positions/{version}', {
    params: { id, version: 1 },
    query: { viewer: 'spectator' },
  })
  const board = opening.snapshot.board
  const sorted = (ids: readonly string[]): string => [...ids].sort().join(', ')
  const tokens = sorted(Object.keys(board?.boardTokens ?? {}))
  const drafted = game.options.wonders === 'draft' && board?.draft ? sorted(Object.keys(board.draft)) : null
  const dealt = tokens === sorted(deal.boardTokens) && (drafted === null || drafted === sorted(deal.wonders[0]))
  const { compared, different } = compareCards(replay.steps, deal)
  return [
    { id: 'shown', passed: shown === undefined ? null : shown === game.seedHash, values: [shown ?? '', game.seedHash] },
    { id: 'seed', passed: /^[0-9a-f]{64}$/.test(game.seed), values: [game.seed] },
    { id: 'hash', passed: computed === game.seedHash, values: [computed, game.seedHash] },
    { id: 'deal', passed: dealt, values: [tokens, sorted(deal.boardTokens)] },
    { id: 'cards', passed: compared === 0 ? null : different.length === 0, values: different, count: compared },
    ...('record' in replay ? await checkLog(replay.record, shownLog) : []),
  ]
}

/** Each entry of the log against the hash that the next one carries, and all of it against what this device saw. */
async function checkLog(record: GameRecord, shown: string | undefined): Promise<Check[]> {
  const hashes = await logHashes(record)
  const broken = firstBroken(record, hashes)
  const last = hashes.at(-1)!
  return [
    {
      id: 'log',
      passed: broken !== null ? false : record.logHash === undefined ? null : true,
      values: [last, record.logHash ?? ''],
      count: record.entries.length,
    },
    {
      id: 'log-shown',
      passed: shown === undefined ? null : hashes.includes(shown),
      values: [shown ?? ''],
    },
  ]
}

/** Every card that was seen in a structure, or taken from it, against the deal. */
function compareCards(steps: readonly Step[], deal: RecomputedDeal): { compared: number; different: string[] } {
  let age: 1 | 2 | 3 = 1
  const compared = new Set<string>()
  const different = new Set<string>()
  for (const event of steps.flatMap(({ events }) => events)) {
    if (event.type === 'age-began') age = event.age as 1 | 2 | 3
    const card = event.card ?? event.building
    if (typeof event.slot !== 'number' || typeof card !== 'string') continue
    compared.add(`${age}/${event.slot}`)
    const expected = deal.structures[age][event.slot]
    if (expected !== card) different.add(`${age}/${event.slot}: ${card} ≠ ${expected}`)
  }
  return { compared: compared.size, different: [...different] }
}
