import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { VARIABLES } from '../../src/config.ts'
import { codeIn, read, rowsOf, sectionOf, withoutBlocks } from '../support/markdown.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const page = read('README.md')

describe('the table of the configuration', () => {
  const rows = rowsOf(sectionOf(page, '## Configuration')).map(([name, value]) => [
    codeIn(name!)[0]!,
    codeIn(value!)[0] ?? '',
  ])

  it('has every variable', () => {
    expect(rows.map(([name]) => name)).toEqual(VARIABLES)
  })

  it('has the values that .env.example has', () => {
    const example = [...read('.env.example').matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
    expect(rows).toEqual(example)
  })
})

it('the tree of the sources has every folder', () => {
  const [tree] = sectionOf(page, '## How it is built').split('```').slice(1)
  const named = [...tree!.matchAll(/([a-z]+)\/(?= )/g)].map(([, folder]) => folder)
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([])
})

/** Every page of the project. */
const PAGES = ['README.md', 'CONTRIBUTING.md', 'bench/LOG.md', 'scripts/bots/LOG.md', ...pagesIn('docs')]

function pagesIn(folder: string): string[] {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(folder, path))
    .sort()
}

/** The anchor that a heading has. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))

describe('the pages', () => {
  it.each(PAGES)('%s has only links that lead to files and headings', (path) => {
    const links = [...withoutBlocks(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(read(target)).includes(anchor))
    })
    expect(broken).toEqual([])
  })

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const all = PAGES.map(read).join('\n')
    const named = [...all.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name]) => name!)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    expect(named.length).toBeGreaterThan(3)
  })
})
