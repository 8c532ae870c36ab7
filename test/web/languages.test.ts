import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { HOUSE_BOTS } from '../../src/protocol/index.ts'
import { offlineSections, startLines, textsOf } from '../../web/languages.ts'
import { useLanguage } from '../../web/src/lib/i18n.svelte.ts'
import { bestLanguage, byLanguage, ownName } from '../../web/src/lib/languages.ts'
import { shownName } from '../../web/src/lib/players.ts'
import { LANGUAGES } from './support/languages.ts'

const SOURCES = fileURLToPath(new URL('../../web/src', import.meta.url))

describe('the language of a reader', () => {
  it.each([
    [['de-AT'], ['de', 'en'], 'de'],
    [['fr-CA', 'en'], ['de', 'en', 'fr'], 'fr'],
    [['eo', 'ja-JP'], ['en', 'ja'], 'ja'],
    [['pt-PT'], ['en', 'pt-BR'], 'pt-BR'],
    [['pt-PT'], ['pt-BR', 'pt-PT'], 'pt-PT'],
    [['zh-TW'], ['en', 'zh', 'zh-Hant'], 'zh-Hant'],
    [['zh-TW'], ['en', 'zh'], 'en'],
    [['de_AT', 'x'], ['de', 'en'], 'en'],
    [[], ['de', 'en'], 'en'],
  ])('%j is, among %j, %s', (wanted, there, best) => {
    expect(bestLanguage(wanted, there)).toBe(best)
  })

  it('is called as its speakers call it, as a name', () => {
    expect(['de', 'en', 'es', 'fr', 'ja'].map(ownName)).toEqual(['Deutsch', 'English', 'Español', 'Français', '日本語'])
  })
})

it('files are found by the tags of their languages', () => {
  expect(byLanguage({ '../text/de.json': 1, '../text/names.pt-BR.json': 2, './zh-Hant.json': 3 })).toEqual({
    de: 1,
    'pt-BR': 2,
    'zh-Hant': 3,
  })
})

it.each([
  ['text', ''],
  ['text', 'names.'],
  ['text', 'outside.'],
  ['learn', ''],
])('every language has its file among %s/%s*', (folder, kind) => {
  const files = readdirSync(join(SOURCES, folder))
  expect(LANGUAGES.length).toBeGreaterThan(2)
  expect(LANGUAGES.filter((language) => !files.includes(`${kind}${language}.json`))).toEqual([])
})

describe('the build', () => {
  /** A folder of texts, in which Latin lacks some. */
  function folderOfTexts(): string {
    const root = mkdtempSync(join(tmpdir(), 'curia-texts-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const folder = join(root, 'text')
    mkdirSync(folder)
    const write = (name: string, texts: object): void => writeFileSync(join(folder, name), JSON.stringify(texts))
    write('outside.en.json', {
      'start.text': 'Not <here>: {reload}.',
      'start.reload': 'load',
      'offline.title': 'No network',
      'offline.text': 'Gone & lost',
      'offline.retry': 'Again',
    })
    write('outside.la.json', { 'offline.title': 'Rete caret' })
    return folder
  }

  it('takes the English text where a language has none', () => {
    const folder = folderOfTexts()
    const { 'offline.title': title, 'offline.retry': retry } = textsOf(join(folder, 'outside.la.json'))!
    expect([title, retry]).toEqual(['Rete caret', 'Again'])
    expect(textsOf(join(SOURCES, 'learn/lessons.json'))).toBeNull()
    expect(textsOf(join(SOURCES, 'lib/catalogue.ts'))).toBeNull()
  })

  it('writes what is shown without the page in every language, English first, as text', () => {
    const folder = folderOfTexts()
    expect(startLines(folder)).toBe(
      '<p lang="en">Not &lt;here>: <a href="">load</a>.</p>\n        <p lang="la">Not &lt;here>: <a href="">load</a>.</p>',
    )
    const sections = offlineSections(folder)
    expect(sections).toMatch(/<section lang="en">\s+<h1>No network<\/h1>\s+<p>Gone &amp; lost<\/p>/)
    expect(sections).toMatch(/<section lang="la">\s+<h2>Rete caret<\/h2>\s+<p>Gone &amp; lost<\/p>/)
  })
})

describe('a bot of the server', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('is called by its level in the language of the page', async () => {
    vi.stubGlobal('document', { documentElement: {} })
    const names = async (language: string): Promise<string[]> => {
      await useLanguage(language)
      return Object.values(HOUSE_BOTS).map(shownName)
    }
    const english = ['Novice', 'Learner', 'Casual', 'Regular', 'Club', 'League', 'Expert', 'Master']
    expect(await names('en')).toEqual(english.map((level) => `${level} bot`))
    const german = ['Anfänger', 'Lern', 'Gelegenheits', 'Stammgast', 'Klub', 'Liga', 'Experten', 'Meister']
    expect(await names('de')).toEqual(german.map((level) => `${level}-Bot`))
  })

  it('is no other player who looks like it: these keep their names', () => {
    expect(shownName({ id: 'bot-club--------', name: 'Livia' })).toBe('Livia')
    expect(shownName({ id: '96c7ead858f549c0', name: 'Deep Ona', bot: true })).toBe('Deep Ona')
    expect(shownName({ name: 'Deep Ona', bot: true })).toBe('Deep Ona')
  })
})
