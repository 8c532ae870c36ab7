import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Sight } from './support/colours.ts'
import { contrast, distance, mixed, SIGHTS } from './support/colours.ts'

const SOURCES = fileURLToPath(new URL('../../web/src', import.meta.url))
const css = readFileSync(`${SOURCES}/app.css`, 'utf8')

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(svelte|css)$/.test(path))
  .map((path) => join(SOURCES, path))

/** The colours among the custom properties of a rule of the style sheet. */
function tokensOf(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('\n}', start))
  const tokens = [...block.matchAll(/--([\w-]+): #([0-9a-f]{3}|[0-9a-f]{6});/gi)]
  return Object.fromEntries(
    tokens.map(([, name, hex]) => [name!, `#${hex!.length === 3 ? hex!.replace(/./g, '$&$&') : hex!}`]),
  )
}

const dark = tokensOf(':root')
const THEMES = { dark, light: { ...dark, ...tokensOf(":root[data-theme='light']") } }

/** What text has at least on the table, on a mat and on what is raised. */
const TEXT: Record<keyof typeof THEMES, Record<string, [number, number, number]>> = {
  dark: {
    ink: [14.1, 13.3, 11.4],
    muted: [8, 7.5, 6.5],
    act: [13.1, 12.4, 10.6],
    'seat-0': [7.5, 7.1, 6.1],
    'seat-1': [9, 8.5, 7.3],
    good: [10.7, 10.1, 8.7],
    bad: [8.2, 7.7, 6.6],
    gold: [8.9, 8.5, 7.3],
    sand: [12.1, 11.5, 9.8],
  },
  light: {
    ink: [11.5, 14.9, 15.7],
    muted: [5.2, 6.8, 7.1],
    act: [4.5, 5.8, 6.1],
    'seat-0': [6, 7.7, 8.1],
    'seat-1': [4.9, 6.3, 6.6],
    good: [4.9, 6.4, 6.7],
    bad: [5.2, 6.7, 7],
    gold: [4.1, 5.3, 5.6],
    sand: [5.7, 7.3, 7.7],
  },
}

/** What is printed on pieces and cards, which are the same in both themes. */
const PRINTED: [ink: string, ground: string, least: number][] = [
  ['on-brown', 'brown', 12.9],
  ['on-grey', 'grey', 7.5],
  ['on-blue', 'blue', 10.2],
  ['on-green', 'green', 4.9],
  ['on-yellow', 'yellow', 9],
  ['on-red', 'red', 5.7],
  ['on-purple', 'purple', 5.2],
  ['on-dark-card', 'dark-card', 11.1],
  ['print', 'paper', 14.8],
  ['print-muted', 'paper', 5.9],
  ['print-muted', 'paper-2', 4.5],
  ['on-free', 'free', 8.1],
  ['on-pay', 'pay', 10.8],
  ['on-short', 'short', 7.2],
  ['on-coin', 'coin', 9.4],
  ['on-vp', 'vp', 11],
  ['on-resource', 'wood', 6.4],
  ['on-resource', 'clay', 5.2],
  ['on-resource', 'stone', 5.1],
  ['on-resource', 'glass', 4.8],
  ['on-resource', 'papyrus', 5.2],
  ['on-wreath', 'wreath', 7],
  ['print', 'built-2', 6],
  ['on-war', 'war', 7],
  ['on-owl', 'owl', 7],
  ['on-progress', 'progress', 7],
  ['on-back', 'back-I', 4.5],
  ['on-back', 'back-II', 4.5],
  ['on-back', 'back-III', 4.5],
  ['on-back', 'back-senator', 4.5],
  ['on-back', 'back-guild', 4.5],
  ['on-back', 'back-temple', 4.5],
  ['on-arch', 'mesopotamian', 4.5],
  ['on-arch', 'phoenician', 4.5],
  ['on-arch', 'greek', 4.5],
  ['on-arch', 'egyptian', 4.5],
  ['on-arch', 'roman', 4.5],
  ['on-arch', 'gate', 4.5],
]

/** The least distance between the bands of any two kinds of cards. */
const BANDS: Record<Sight, number> = { normal: 43, protan: 24, deutan: 25, tritan: 25 }
/** The least distance between laurel, what can be done, and the colour of a player. */
const LAUREL = { dark: 20, light: 13 }

/** The least that a theme or a card has, to one decimal place: ratios are stated so. */
const ratio = (a: string, b: string): number => Math.round(contrast(a, b) * 10) / 10

describe.each(Object.keys(THEMES) as (keyof typeof THEMES)[])('the colours of the page (%s)', (theme) => {
  const tokens = THEMES[theme]

  it.each(Object.entries(TEXT[theme]))('let %s be read on the table and on what lies there', (ink, least) => {
    const ratios = ['felt', 'mat', 'raised'].map((ground) => ratio(tokens[ink]!, tokens[ground]!))
    expect(ratios.map((one, index) => [one, one >= least[index]!])).toEqual(ratios.map((one) => [one, true]))
  })

  it('let the text of the table be read in the middle of the light', () => {
    for (const ink of ['ink', 'muted']) expect(contrast(tokens[ink]!, tokens.lamp!)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['act', 'gold'])('let text be read on what is tinted with %s', (tint) => {
    const [, percent] = new RegExp(`--${tint}-soft: .* var\\(--${tint}\\) (\\d+)%, var\\(--raised\\)`).exec(css)!
    const ground = mixed(tokens[tint]!, tokens.raised!, Number(percent) / 100)
    for (const ink of ['ink', 'muted', 'good', 'bad', 'act', 'gold'])
      expect([ink, contrast(tokens[ink]!, ground)]).toEqual([ink, expect.toSatisfy((one: number) => one >= 4.5)])
  })

  it('let be read what is written on laurel and on the colour of a player', () => {
    expect(ratio(tokens['on-act']!, tokens.act!)).toBeGreaterThanOrEqual(6.3)
    for (const seat of ['seat-0', 'seat-1'])
      expect(contrast(tokens['on-seat']!, tokens[seat]!)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(SIGHTS)('keep laurel apart from both players, with %s sight', (sight) => {
    for (const seat of ['seat-0', 'seat-1'])
      expect(Math.round(distance(tokens.act!, tokens[seat]!, sight))).toBeGreaterThanOrEqual(LAUREL[theme])
  })
})

describe('what is printed', () => {
  it('leaves the names of cards legible, whatever colour their bands have', () => {
    const face = readFileSync(`${SOURCES}/ui/CardFace.svelte`, 'utf8')
    const [, share] = /color-mix\(in srgb, var\(--band\) (\d+)%, var\(--behind-names, black\)\)/.exec(face)!
    const bands = [...css.matchAll(/\n\.band-(\w+) \{([^}]*)\}/g)].map(([, kind, rule]) => {
      const named = (property: string): string | undefined =>
        new RegExp(`--${property}: (?:var\\(--)?([\\w-]+)`).exec(rule!)?.[1]
      const behind = named('behind-names') === 'white' ? '#ffffff' : '#000000'
      return [
        kind,
        contrast(dark[named('on-band')!]!, mixed(dark[named('band')!]!, behind, Number(share) / 100)),
      ] as const
    })
    expect(bands.length).toBeGreaterThan(8)
    expect(bands.filter(([, ratio]) => ratio < 4.5)).toEqual([])
  })

  it.each(PRINTED)('in %s on %s can be read', (ink, ground, least) => {
    expect(ratio(dark[ink]!, dark[ground]!)).toBeGreaterThanOrEqual(least)
  })

  it('is the same by day', () => {
    const printed = new Set(PRINTED.flatMap(([ink, ground]) => [ink, ground]))
    expect([...printed].filter((name) => THEMES.light[name] !== dark[name])).toEqual([])
  })

  it.each(SIGHTS)('on cards of different kinds has different colours, with %s sight', (sight) => {
    const bands = ['brown', 'grey', 'blue', 'green', 'yellow', 'red', 'purple'].map((kind) => dark[kind]!)
    const distances = bands.flatMap((one, index) => bands.slice(index + 1).map((other) => distance(one, other, sight)))
    expect(Math.round(Math.min(...distances))).toBeGreaterThanOrEqual(BANDS[sight])
  })
})

describe('a component', () => {
  /** Symbols are drawn in one colour with lines in another, and a camera reads only dark on white. */
  const DRAWINGS = ['Symbols.svelte', 'Qr.svelte']

  it('takes its colours from the style sheet of the page', () => {
    const own = files
      .filter((path) => path.endsWith('.svelte') && !DRAWINGS.includes(basename(path)))
      .flatMap((path) => {
        const style = /<style>[\s\S]*/.exec(readFileSync(path, 'utf8'))?.[0] ?? ''
        return [...style.matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/gi)].map(([colour]) => [path, colour])
      })
    expect(own).toEqual([])
  })

  it('uses no custom property of a colour that the style sheet does not have', () => {
    const known = new Set([...css.matchAll(/--([\w-]+):/g)].map(([, name]) => name!))
    const unknown = files.flatMap((path) => {
      const text = readFileSync(path, 'utf8')
      const own = new Set([...text.matchAll(/--([\w-]+)\s*[:=]/g)].map(([, name]) => name!))
      const used = [...text.matchAll(/var\(--([a-z][\w-]*)\)/gi)].map(([, name]) => name!)
      return used.filter((name) => !known.has(name) && !own.has(name)).map((name) => `${basename(path)}: ${name}`)
    })
    expect(unknown).toEqual([])
  })
})

describe('the display face', () => {
  const folder = join(SOURCES, 'assets/fonts')

  it('is small, has its licence next to it, and keeps no text waiting', () => {
    expect(readFileSync(join(folder, 'philosopher-bold.woff2')).length).toBeLessThan(14 * 1024)
    expect(readFileSync(join(folder, 'OFL.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1')
    const [face, fallback] = [...css.matchAll(/@font-face \{[^}]+\}/g)].map(([rule]) => rule)
    expect(face).toContain('font-display: swap')
    expect(fallback).toMatch(/local\(.*size-adjust: [\d.]+%/s)
  })
})
