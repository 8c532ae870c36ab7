import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PublicRecord } from '../../src/protocol/index.ts'
import { publicRecordSchema } from '../../src/protocol/index.ts'
import { foldable, foldRecord, hashSeed } from '../../src/record/index.ts'
import type { Deal, MatchOptions } from '../../src/rules/index.ts'
import { deal, drawSeat } from '../../src/rules/index.ts'
import { logVectors } from '../support/log-vectors.ts'
import { blocksOf, read } from '../support/markdown.ts'
import { randomRecord } from '../support/random-record.ts'
import { sealed } from '../support/sealed.ts'

// The deal, written again from the words and the lists of docs/fairness.md and from nothing else.

const blocks = blocksOf(read('docs/fairness.md'))
const block = (info: string): unknown => JSON.parse(blocks.find((one) => one.info === info)!.content) as unknown

const lists = block('json lists') as Record<string, string[]>

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

function numbers(seed: string, name: string): (n: number) => number {
  const words: number[] = []
  let block = 0
  const next = (): number => {
    if (words.length === 0) {
      const bytes = sha256(`${seed}/${name}/${block}`)
      block += 1
      for (let at = 0; at < 32; at += 4) words.push(bytes.readUInt32BE(at))
    }
    return words.shift()!
  }
  return (n) => {
    const most = Math.floor(4294967296 / n) * n
    let word = next()
    while (word >= most) word = next()
    return word % n
  }
}

const MYTHOLOGIES = ['mesopotamian', 'phoenician', 'greek', 'egyptian', 'roman']

function dealOfThePage(seed: string, { agora, pantheon, wonders }: MatchOptions): Deal {
  const shuffle = (name: string, list: readonly string[]): string[] => {
    const items = [...list]
    const below = numbers(seed, name)
    for (let i = items.length - 1; i >= 1; i -= 1) {
      const j = below(i + 1)
      const kept = items[i]!
      items[i] = items[j]!
      items[j] = kept
    }
    return items
  }
  const listOf = (name: string): string[] => [
    ...(lists[name] ?? []),
    ...(agora ? (lists[`${name}OfAgora`] ?? []) : []),
    ...(pantheon ? (lists[`${name}OfPantheon`] ?? []) : []),
  ]

  const first = wonders === 'first-game'
  const fixed = first ? lists.wondersOfAFirstGame! : []
  const shuffledWonders = shuffle(
    'wonders',
    listOf('wonders').filter((id) => !fixed.includes(id)),
  )
  const [one, two] = first ? [0, 0] : [4, 8]
  const tokens = shuffle('tokens', listOf('tokens'))
  const purple = pantheon ? shuffle('temples', listOf('temples')) : shuffle('guilds', listOf('guilds'))
  const senators = shuffle('senators', listOf('senators'))
  const decrees = shuffle('decrees', listOf('decrees'))
  const age = (number: 1 | 2 | 3, senatorsFrom: number, senatorsTo: number) => {
    const deck = shuffle(`age-${number}`, listOf(`age-${number}`))
    const added = number === 3 ? purple.slice(0, 3) : []
    const cards = [...deck.slice(3), ...added, ...senators.slice(senatorsFrom, senatorsTo)]
    return { slots: shuffle(`structure-${number}`, cards), removed: deck.slice(0, 3) }
  }
  const common = {
    firstWonders: shuffledWonders.slice(0, one),
    secondWonders: shuffledWonders.slice(one, two),
    boxWonders: shuffledWonders.slice(two),
    boardTokens: tokens.slice(0, 5),
    boxTokens: tokens.slice(5),
    ages: { 1: age(1, 0, 5), 2: age(2, 5, 10), 3: age(3, 10, 13) },
    decrees: decrees.slice(0, 6),
    boxDecrees: decrees.slice(6),
    conspiracies: shuffle('conspiracies', listOf('conspiracies')),
  }
  if (!pantheon) {
    return { ...common, boxGuilds: purple.slice(3), libraryOrder: shuffle('library', listOf('tokens')) } as Deal
  }
  const mythologyTokens = shuffle('mythology-tokens', listOf('mythologyTokens'))
  const deckOf = (mythology: string): string[] => shuffle(`divinities-${mythology}`, listOf(`divinities-${mythology}`))
  return {
    ...common,
    // No guild is in play; the order of those in the box means nothing.
    boxGuilds: expect.arrayContaining(listOf('guilds')) as unknown,
    boxTemples: purple.slice(3),
    mythologyTokens: mythologyTokens.slice(0, 5),
    boxMythologyTokens: mythologyTokens.slice(5),
    offeringTokens: shuffle('offering-tokens', listOf('offeringTokens')),
    divinities: Object.fromEntries(MYTHOLOGIES.map((mythology) => [mythology, deckOf(mythology)])),
    enkiOrders: [1, 2, 3].map((number) => shuffle(`enki-${number}`, listOf('tokens'))),
    libraryOrders: [1, 2].map((number) => shuffle(`library-${number}`, listOf('tokens'))),
  } as Deal
}

const seeds = Array.from({ length: 40 }, (_, number) => sha256(`fair ${number}`).toString('hex'))

describe('the page on fair deals', () => {
  it.each([
    { agora: false, pantheon: false, wonders: 'draft', tiedPawn: 'chooses' },
    { agora: false, pantheon: false, wonders: 'first-game', tiedPawn: 'begins' },
    { agora: true, pantheon: false, wonders: 'draft', tiedPawn: 'chooses' },
    { agora: true, pantheon: false, wonders: 'first-game', tiedPawn: 'chooses' },
    { agora: false, pantheon: true, wonders: 'draft', tiedPawn: 'chooses' },
    { agora: false, pantheon: true, wonders: 'first-game', tiedPawn: 'chooses' },
    { agora: true, pantheon: true, wonders: 'draft', tiedPawn: 'chooses' },
    { agora: true, pantheon: true, wonders: 'first-game', tiedPawn: 'chooses' },
  ] satisfies MatchOptions[])(
    'describes the deal with wonders $wonders, Agora $agora, Pantheon $pantheon',
    (options) => {
      for (const seed of seeds) expect(deal(seed, options)).toEqual(dealOfThePage(seed, options))
    },
  )

  it('describes how a seat is drawn', () => {
    const drawn = seeds.map((seed) => numbers(seed, 'seat')(2))
    expect(drawn).toEqual(seeds.map(drawSeat))
    expect(new Set(drawn).size).toBe(2)
  })

  it('describes the hash', () => {
    for (const seed of seeds) expect(sha256(seed).toString('hex')).toBe(hashSeed(seed))
  })

  it('has an example that is true', () => {
    const { seed, seedHash, options, ageI, ...groups } = block('json deal') as Partial<Deal> & {
      seed: string
      seedHash: string
      options: MatchOptions
      ageI: string[]
    }
    const dealt = deal(seed, options)
    expect(dealt).toMatchObject(groups)
    expect(ageI).toEqual(dealt.ages[1].slots)
    expect(seedHash).toBe(hashSeed(seed))
  })
})

/** JSON with sorted keys and without white space, where players have no names. */
function sorted(value: unknown, name = ''): string {
  if (Array.isArray(value)) return `[${value.map((item) => sorted(item)).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).filter(([field]) => name !== 'player' || field !== 'name')
  return `{${fields
    .sort()
    .map(([field, inner]) => `${JSON.stringify(field)}:${sorted(inner, field)}`)
    .join()}}`
}

/** The hash of the header, and of each entry, as the page describes them. */
function hashesOfThePage({ header, createdAt, entries }: PublicRecord): string[] {
  const hash = (content: object): string =>
    createHmac('sha256', header.logKey ?? header.seed)
      .update(sorted(content), 'utf8')
      .digest('base64url')
  const hashes = [hash({ createdAt, header })]
  for (const { version, at, body } of entries) hashes.push(hash({ version, at, body, previousHash: hashes.at(-1) }))
  return hashes
}

describe('the log of the page', () => {
  const example = block('json log') as PublicRecord

  it('has the hashes that the page describes, and that the server computes', () => {
    const hashes = hashesOfThePage(publicRecordSchema.parse(example))
    expect([...example.entries.map(({ previousHash }) => previousHash), example.logHash]).toEqual(hashes)
    expect(foldRecord(foldable(example)).logHash.value).toBe(example.logHash)
  })

  it('has an entry whose text is written out', () => {
    const { content } = blocks.find(({ info }) => info === 'text entry')!
    const { version, at, body, previousHash } = example.entries[0]!
    expect(sorted({ version, at, body, previousHash })).toBe(content.trim())
  })

  it.each(logVectors)('is described so that a log with known hashes has them: $name', ({ record, hashes }) => {
    expect(hashesOfThePage(record)).toEqual(hashes)
  })

  it('describes the hashes of whole games', () => {
    for (const seed of seeds.slice(0, 5)) {
      const record = sealed(randomRecord(seed, { agora: true }))
      expect(hashesOfThePage(publicRecordSchema.parse(record)).at(-1)).toBe(record.logHash)
    }
  })
})
