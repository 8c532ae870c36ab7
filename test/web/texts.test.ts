import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makeLessons } from '../../scripts/lessons/make.ts'
import {
  DEFAULT_GAME_OPTIONS,
  ERRORS,
  GAME_KIND_IDS,
  matchOptions,
  offeredClockSchema,
  outcomeSchema,
} from '../../src/protocol/index.ts'
import { isAutomatic, resolverOf } from '../../src/rules/decisions/index.ts'
import { catalogue } from '../../src/rules/index.ts'
import { CHAT_PHRASES } from '../../src/text/index.ts'
import { DECISIONS } from '../../web/src/lib/decisions.ts'
import { namesIn, parseMessage } from '../../web/src/lib/message.ts'
import { codeIn, readProtocol, rowsOf, sectionOf } from '../support/markdown.ts'
import { LANGUAGES, TRANSLATIONS } from './support/languages.ts'

const SOURCES = fileURLToPath(new URL('../../web/src', import.meta.url))
const texts = (name: string, folder = 'text'): Record<string, string> =>
  JSON.parse(readFileSync(join(SOURCES, folder, `${name}.json`), 'utf8')) as Record<string, string>
const en = texts('en')
/** The texts of the first load, and those of the introduction and the rules. */
const FOLDERS = ['text', 'learn'] as const
/** All files of texts: those, and what is shown outside of the page. */
const FILES = [
  ['text', ''],
  ['text', 'outside.'],
  ['learn', ''],
] as const
const page = readProtocol()
const lessons = makeLessons()

describe.each(TRANSLATIONS)('the texts in %s', (language) => {
  it.each(FILES)('are those that there are in English, in the same order (%s/%s)', (folder, kind) => {
    const own = Object.keys(texts(`${kind}${language}`, folder))
    const english = Object.keys(texts(`${kind}en`, folder))
    expect({
      missing: english.filter((key) => !own.includes(key)),
      surplus: own.filter((key) => !english.includes(key)),
    }).toEqual({ missing: [], surplus: [] })
    expect(own).toEqual(english)
  })

  it.each(FILES)('have the values of the English ones (%s/%s)', (folder, kind) => {
    const valuesOf = (text: string): string[] => [...namesIn(parseMessage(text))].sort()
    const english = texts(`${kind}en`, folder)
    const others = Object.entries(texts(`${kind}${language}`, folder)).filter(
      ([key, text]) => valuesOf(text).join() !== valuesOf(english[key] ?? '').join(),
    )
    expect(others).toEqual([])
  })

  it('name every card, wonder, token, conspiracy, decree and divinity of every kind of game', () => {
    const names = texts(`names.${language}`)
    const missing = GAME_KIND_IDS.flatMap((kind) => {
      const { buildings, wonders, progressTokens, conspiracies, decrees, pantheon } = catalogue(
        matchOptions(kind, DEFAULT_GAME_OPTIONS),
      )
      const keys = [
        ...buildings.map(({ id }) => `card.${id}`),
        ...wonders.map(({ id }) => `wonder.${id}`),
        ...progressTokens.map(({ id }) => `token.${id}`),
        ...conspiracies.map(({ id }) => `conspiracy.${id}`),
        ...decrees.map(({ id }) => `decree.${id}`),
        ...(pantheon ? [...pantheon.divinities, pantheon.gate] : []).map(({ id }) => `divinity.${id}`),
      ]
      return keys.filter((key) => !names[key])
    })
    expect(missing).toEqual([])
  })
})

it.each(LANGUAGES)('every decree has a short name in %s, which can stand in a sentence', (language) => {
  const names = texts(`names.${language}`)
  const { decrees } = catalogue(matchOptions('agora', DEFAULT_GAME_OPTIONS))
  expect(decrees.length).toBeGreaterThan(0)
  const long = decrees.map(({ id }) => names[`decree.${id}`] ?? id).filter((name) => !/^.{2,24}(?<![.。])$/u.test(name))
  expect(long).toEqual([])
  expect(new Set(decrees.map(({ id }) => names[`decree.${id}`])).size).toBe(decrees.length)
})

describe('there is a text for every', () => {
  const missing = (keys: readonly string[]): string[] => keys.filter((key) => !(key in en))

  it('kind of decision, for the one who decides and for the others', () => {
    const table = sectionOf(page, '## The snapshot').split('`decision.kind` is one of:')[1]!
    const kinds = rowsOf(table).flatMap(([first]) => codeIn(first!))
    expect(kinds.length).toBeGreaterThan(20)
    expect(Object.keys(DECISIONS).sort()).toEqual([...kinds].sort())
    expect(
      missing(kinds.flatMap((kind) => [`prompt.${kind}.self`, `prompt.${kind}.other`, `decision.${kind}`])),
    ).toEqual([])
  })

  it('decision that takes a card of the structure for something else than to discard it', () => {
    const kinds = Object.keys(en).flatMap((key) => /^prompt\.(.*)\.self$/.exec(key)?.[1] ?? [])
    const takers = kinds.filter((kind) => {
      const resolver = resolverOf(kind as Parameters<typeof resolverOf>[0])
      return resolver && !isAutomatic(resolver) && resolver.asks.includes('choose-available-card')
    })
    const others = takers.filter((kind) => !kind.startsWith('discard'))
    expect(others).toContain('construct-last-row')
    expect(missing(others.map((kind) => `do.choose-available-card.${kind}`))).toEqual([])
  })

  it('event', () => {
    const events = [
      ...rowsOf(sectionOf(page, '## Events of the rules')),
      ...rowsOf(sectionOf(page, '## Events outside the rules')),
    ].map(([name]) => codeIn(name!)[0]!)
    expect(events.length).toBeGreaterThan(40)
    // The sheet tells how a match ended.
    expect(missing(events.filter((event) => event !== 'match-ended').map((event) => `log.${event}`))).toEqual([])
  })

  it('set phrase of the chat, and for no other', () => {
    const phrases = Object.keys(en).filter((key) => key.startsWith('chat.phrase.'))
    expect(phrases.sort()).toEqual(
      Object.keys(CHAT_PHRASES)
        .map((phrase) => `chat.phrase.${phrase}`)
        .sort(),
    )
  })

  it('error, kind of game, time control of people and result', () => {
    const clocks = offeredClockSchema.options
    expect(missing(Object.keys(ERRORS).map((code) => `error.${code}`))).toEqual([])
    expect(missing(GAME_KIND_IDS.map((kind) => `game.${kind}`))).toEqual([])
    expect(missing(clocks.map((clock) => `clock.${clock}`))).toEqual([])
    expect(missing(outcomeSchema.shape.by.options.map((by) => `result.${by}`))).toEqual([])
  })
})

/** French texts that speak to or of two people. */
const OF_TWO = ['join.first', 'profile.versus', 'blocks.text', 'note.mythology', 'take.text', 'rules.start.text']
it.each(FILES)('a text in French says tu to its reader (%s/%s)', (folder, kind) => {
  const polite = /(?<!\p{L})(?:vous|votre|vos|(?!(?:ass|ch)ez)\p{L}+ez)(?!\p{L})/iu
  const others = Object.entries(texts(`${kind}fr`, folder)).filter(
    ([key, text]) => polite.test(text) && !OF_TWO.includes(key),
  )
  expect(others).toEqual([])
})

it.each(FOLDERS)('every text is used (%s)', (folder) => {
  const code = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svelte|ts)$/.test(name))
    .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
    .join('\n')
  const literal = new Set([...code.matchAll(/'([a-z][\w.-]*)'/gi)].map(([, key]) => key!))
  // A key that is put together: `prompt.${kind}.self` stands for all that begin and end so.
  const patterns = [...code.matchAll(/`([a-z][\w-]*\.[^`]*\$\{[^`]*)`/g)].map(
    ([, key]) =>
      new RegExp(
        `^${key!
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replaceAll('.', '\\.'))
          .join('.+')}$`,
      ),
  )
  // The texts of a lesson are named after it.
  const ofLessons = lessons.map(({ id }) => new RegExp(`^${id}\\.(title|text|task|done)$`))
  const all = [...patterns, ...(folder === 'learn' ? ofLessons : [])]
  const isUsed = (key: string): boolean => literal.has(key) || all.some((pattern) => pattern.test(key))
  expect(Object.keys(texts('en', folder)).filter((key) => !isUsed(key))).toEqual([])
})

it('the positions of the introduction are those of the rules as they are now', () => {
  const written = JSON.parse(readFileSync(join(SOURCES, 'learn/lessons.json'), 'utf8')) as unknown
  expect(JSON.parse(JSON.stringify(lessons))).toEqual(written)
})

it.each(LANGUAGES)('every lesson has its texts in %s', (language) => {
  const known = texts(language, 'learn')
  const wanted = lessons.flatMap(({ id, results }) =>
    (results.length > 0 ? ['title', 'text', 'task', 'done'] : ['title', 'text']).map((part) => `${id}.${part}`),
  )
  expect(wanted.filter((key) => !known[key])).toEqual([])
})
