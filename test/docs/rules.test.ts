/** The documents of the rules: what cites them, the tests of their cases, and the tables made from the catalogue. */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DOCUMENTS, fillTables, placesIn, TABLES, WITH_TABLES } from '../../scripts/docs-tables/index.ts'
import { read, withoutBlocks } from '../support/markdown.ts'

type Name = (typeof DOCUMENTS)[number]

/** What can be cited of a document: sections with their text, rulings, and cases. */
interface Rules {
  numbers: readonly string[]
  sections: ReadonlyMap<string, string>
  rulings: readonly string[]
  cases: readonly string[]
}

function parse(markdown: string): Rules {
  const headings = [...markdown.matchAll(/^##+ (\d+(?:\.\d+)*)\.? .*$/gm)]
  const numbers = headings.map(([, number]) => number!)
  const textOf = (index: number): string => markdown.slice(headings[index]!.index, headings[index + 1]?.index)
  const bold = [...markdown.matchAll(/^- \*\*([A-Z]?\d+)\*\* /gm)].map(([, id]) => id!)
  return {
    numbers,
    sections: new Map(numbers.map((number, index) => [number, textOf(index)])),
    rulings: bold.filter((id) => /^[DR]/.test(id)),
    cases: bold.filter((id) => !/^[DR]/.test(id)),
  }
}

const documentOf = (name: Name): string => read(`docs/rules/${name}`)

const RULES = Object.fromEntries(DOCUMENTS.map((name) => [name, parse(documentOf(name))])) as Record<Name, Rules>

/** One reference: a section, perhaps with a numbered step or words of it, or a ruling, or a case. */
const SECTION = '§(?<section>\\d+(?:\\.\\d+)*)(?:,? (?:step|item) (?<step>\\d+))?(?: "(?<words>[^"]+)")?'
const REFERENCE = `(?:${SECTION}|(?<id>[DRTP]\\d+)\\b)`
const FIRST = new RegExp(`^ ${REFERENCE}`)
const NEXT = new RegExp(`^(?:,|;|,? and|,? or| to) ${REFERENCE}`)
/** What looks like a reference in another form. */
const OTHER_FORM =
  /^(?:,|;|,? and|,? or| to)? (?:§|(?:sections?|chapters?|rulings?|cases?|items?|no\.?) \d|[DRTP] \d|\d+(?:\.\d+)*\b)/i
const OWN = new RegExp(`(?<![\\w.])${REFERENCE}`, 'g')
const NAMES = /(?<![\w-])(?:base|agora|pantheon)\.md/g

/** What is wrong with one reference to a document; undefined if it resolves. */
function problemOf(name: Name, { section, step, words, id }: Record<string, string | undefined>): string | undefined {
  const { sections, rulings, cases } = RULES[name]
  if (id !== undefined) return rulings.includes(id) || cases.includes(id) ? undefined : `${name} has no ${id}`
  const place = `${name} §${section}`
  const text = sections.get(section!)
  if (text === undefined) return `there is no ${place}`
  if (step !== undefined && !new RegExp(`^\\s*${step}\\. `, 'm').test(text)) return `${place} has no step ${step}`
  const said = text.replace(/\s+/g, ' ').toLowerCase()
  return words === undefined || said.includes(words.toLowerCase()) ? undefined : `${place} does not say "${words}"`
}

/** What is wrong with the citations of a text, and how many it has. `own` is the document that the text is. */
function citationsIn(text: string, own?: Name): { count: number; problems: string[] } {
  // A citation may go on in the next line of a comment.
  let rest = text.replace(/\s*\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' ')
  const problems: (string | undefined)[] = []
  // From the last one to the first: what is taken out does not move the others.
  for (const { 0: name, index } of [...rest.matchAll(NAMES)].reverse()) {
    let end = index + name.length
    for (let pattern = FIRST; ; pattern = NEXT) {
      const found = pattern.exec(rest.slice(end))
      if (!found) break
      problems.push(problemOf(name as Name, found.groups!))
      end += found[0].length
    }
    const written = rest.slice(index, end + 20)
    if (OTHER_FORM.test(rest.slice(end))) problems.push(`not in the form "${name} §1.2": ${written}`)
    rest = rest.slice(0, index) + rest.slice(end)
  }
  if (own) for (const { groups } of rest.matchAll(OWN)) problems.push(problemOf(own, groups!))
  return { count: problems.length, problems: problems.filter((problem) => problem !== undefined) }
}

/** Every text below some folders, by its path. */
const filesIn = (...folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|json|md)$/.test(path))
      .map((path) => `${folder}/${path}`),
  )

/** This file cites what does not exist, to see that it is found. */
const CITING = [
  ...readdirSync(new URL('../..', import.meta.url)).filter((path) => path.endsWith('.md')),
  ...filesIn('src', 'test', 'docs', 'scripts', 'bench').filter((path) => path !== 'test/docs/rules.test.ts'),
]

describe('citations of the rules', () => {
  it('lead to a section, a ruling or a case that exists', () => {
    const problems: string[] = []
    const counts: Record<string, number> = {}
    for (const path of CITING) {
      const own = DOCUMENTS.find((name) => path === `docs/rules/${name}`)
      const found = citationsIn(own ? withoutBlocks(read(path)) : read(path), own)
      const folder = path.split('/')[0]!
      counts[folder] = (counts[folder] ?? 0) + found.count
      problems.push(...found.problems.map((problem) => `${path}: ${problem}`))
    }
    expect(problems).toEqual([])
    expect(counts.src).toBeGreaterThan(50)
    expect(counts.test).toBeGreaterThan(20)
    expect(counts.docs).toBeGreaterThan(100)
  })

  it.each([
    ['(base.md §4.3)', 0],
    ['(base.md §4.3 "end of action", agora.md §3.6, §4.1)', 0],
    ['base.md §2, step 7', 0],
    ['agora.md §8 item 9', 0],
    ['base.md D1, and agora.md R7', 0],
    ['the document base.md', 0],
    ['base.md §1 and §3, agora.md\n * §2.2', 0],
    ['base.md §99', 1],
    ['base.md §4.3, §4.9', 1],
    ['base.md §4.3 "end of the world"', 1],
    ['base.md §2, step 70', 1],
    ['agora.md §8\n   * item 90', 1],
    ['base.md §1 and §3, agora.md\n * §77', 1],
    ['agora.md R99 and base.md D99', 2],
    ['pantheon.md P999', 1],
    ['base.md section 4', 1],
    ['base.md 4.3', 1],
    ['agora.md R 7', 1],
    ['base.md §1.1 to 1.4', 1],
  ])('%j has %i faults', (text, faults) => {
    expect(citationsIn(text).problems).toHaveLength(faults)
  })

  it('of a document in itself are checked, too', () => {
    expect(citationsIn('as §4.3 and R7 say (§4.6)', 'agora.md').problems).toEqual([])
    expect(citationsIn('as §4.33 and R77 say (base.md §5.4)', 'agora.md').problems).toHaveLength(2)
  })
})

/** The names of tests in a file, those of `test.each` included. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?:\b(?:test|it|describe)|\))\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`)/g)].map((found) =>
    found.slice(1).join(''),
  )

/** The cases that tests are named after, by document. Those of Agora are numbers, in the tests of its own folder. */
function testedCases(): Record<Name, string[]> {
  const tested: Record<Name, string[]> = { 'base.md': [], 'agora.md': [], 'pantheon.md': [] }
  for (const path of filesIn('test/rules')) {
    for (const name of namesIn(read(path))) {
      const id = /^[TP]?\d+(?= )/.exec(name)?.[0]
      if (id?.startsWith('T')) tested['base.md'].push(id)
      else if (id?.startsWith('P')) tested['pantheon.md'].push(id)
      else if (id !== undefined && path.startsWith('test/rules/agora/')) tested['agora.md'].push(id)
    }
  }
  return tested
}

describe('sections, cases and rulings', () => {
  const tested = testedCases()

  it.each(DOCUMENTS)('of %s are numbered, each once and without a gap', (name) => {
    const { numbers: sections, rulings, cases } = RULES[name]
    expect(sections).toEqual([...new Set(sections)])
    const numbers = (ids: readonly string[]): number[] => ids.map((id) => Number(id.replace(/\D/g, '')))
    for (const ids of [rulings, cases]) {
      expect(ids.length).toBeGreaterThan(15)
      expect(numbers(ids)).toEqual(ids.map((_, index) => index + 1))
    }
  })

  it.each(DOCUMENTS)('that tests are named after stand in %s', (name) => {
    expect(tested[name].filter((id) => !RULES[name].cases.includes(id))).toEqual([])
  })

  it.each(DOCUMENTS)('of %s all have a test', (name) => {
    expect(RULES[name].cases.filter((id) => !tested[name].includes(id))).toEqual([])
  })
})

describe('tables', () => {
  it.each(WITH_TABLES)('of %s are those of the catalogue and the declarations (npm run docs:tables)', (path) => {
    const document = read(path)
    expect(document).toBe(fillTables(document, TABLES))
  })

  it('stand in one document each, once', () => {
    const places = WITH_TABLES.flatMap((path) => placesIn(read(path)))
    expect([...places].sort()).toEqual(Object.keys(TABLES).sort())
  })

  it('that are out of date are found', () => {
    const document = documentOf('base.md')
    const changed = document.replace('`pretorium` | red | 8 coins |', '`pretorium` | red | 7 coins |')
    expect(changed).not.toBe(document)
    expect(fillTables(changed, TABLES)).toBe(document)
  })

  it.each([
    ['<!-- table: nothing -->\n<!-- /table -->\n', 'nothing makes the table "nothing"'],
    ['<!-- table: guilds -->\n', 'a marker of a table has no counterpart'],
    ['<!-- table: guilds -->\n<!-- table: wonders -->\n<!-- /table -->\n', 'a marker of a table has no counterpart'],
  ])('are not made for %j', (markdown, message) => {
    expect(() => fillTables(markdown, TABLES)).toThrow(message)
  })
})
