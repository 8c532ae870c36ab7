import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { componentClasses } from '../../web/component-classes.ts'

const WEB = fileURLToPath(new URL('../../web', import.meta.url))
const SOURCES = join(WEB, 'src')
const paths = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
const components = paths.filter((path) => path.endsWith('.svelte')).map((path) => join(SOURCES, path))

const classOf = (filename: string): string =>
  componentClasses(WEB)({ filename, name: '', css: '', hash: (text) => `hash-${text.length}` })

describe('the class of a component', () => {
  it('is short, and that of no other component', () => {
    const classes = components.map(classOf)
    expect(new Set(classes).size).toBe(components.length)
    expect(classes.filter((name) => !/^_[\da-z]{1,2}$/.test(name))).toEqual([])
  })

  it('is none that a style sheet or a component names itself', () => {
    const named = paths
      .filter((path) => /\.(css|svelte)$/.test(path))
      .filter((path) => /class[:=]["'{\w -]*\b_|\._\w/.test(readFileSync(join(SOURCES, path), 'utf8')))
    expect(named).toEqual([])
  })

  it('is a longer one where the component is newer than the list', () => {
    const added = join(SOURCES, 'table/Added.svelte')
    expect(classOf(added)).toBe(`_hash-${added.length}`)
  })
})
