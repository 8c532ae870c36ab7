import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeIn, PROTOCOL_PAGES, read, withoutBlocks } from '../support/markdown.ts'

const PAGES = [
  ...PROTOCOL_PAGES,
  'docs/bots.md',
  'docs/client.md',
  'docs/security.md',
  'docs/reliability.md',
  'CHANGELOG.md',
  'deploy/README.md',
]

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const anchorsOf = (page: string): string[] =>
  [...withoutBlocks(read(page)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))

describe.each(PAGES)('%s', (page) => {
  const text = read(page)
  const folder = dirname(page)

  it('has links that lead somewhere', () => {
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !link.startsWith('http'))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      const [path, anchor] = link.split('#')
      const target = path === '' ? page : join(folder, path!)
      expect(existsSync(target), link).toBe(true)
      if (anchor !== undefined) expect(anchorsOf(target), link).toContain(anchor)
    }
  })

  it('names files that exist', () => {
    const paths = codeIn(text).filter((code) => /^(src|test|docs|deploy|prometheus|grafana)\/\S+\.\w+$/.test(code))
    for (const path of paths) expect(existsSync(path) || existsSync(join(folder, path)), path).toBe(true)
  })
})
