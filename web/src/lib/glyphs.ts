import type {
  Building,
  Conspiracy,
  Decree,
  Effects,
  EffectStep,
  MilitaryToken,
  Resource,
  Senator,
} from './catalogue.ts'
import { familyOf } from './catalogue.ts'

/** One symbol of an effect, as the band of a card shows it. */
export type Glyph =
  | { kind: 'vp'; points: number | '?' }
  | { kind: 'icon'; icon: string; struck?: true }
  | { kind: 'coin'; text: string }
  | { kind: 'resource'; resource: Resource }
  | { kind: 'choice'; resources: readonly Resource[] }
  | { kind: 'fixed'; resources: readonly Resource[] }
  | { kind: 'per'; text: string; what: readonly string[] }
  | { kind: 'swatch'; color: string; text?: string }
  | { kind: 'section'; section: string }
  | { kind: 'text'; text: string }

const icon = (name: string): Glyph => ({ kind: 'icon', icon: name })
const repeat = (glyph: Glyph, times: number): Glyph[] => Array.from({ length: times }, () => glyph)

/** What a step of an effect is shown as. A step that is newer than the page is shown as an open hand. */
const STEP_ICONS: Record<string, readonly string[]> = {
  'destroy-building': ['discard'],
  revive: ['cards'],
  library: ['progress'],
  conspire: ['conspiracy'],
  place: ['cube'],
  move: ['cube', 'forward'],
  remove: ['cube'],
  'trigger-unprepared': ['conspiracy'],
  'move-decree': ['decree', 'forward'],
  'swap-buildings': ['turn'],
  'take-building': ['hand'],
  'take-wonder': ['hand', 'wonder'],
  'destroy-wonder': ['discard', 'wonder'],
  'lock-token': ['lock', 'progress'],
  'construct-last-row': ['cards'],
  'construct-removed': ['cards'],
  'discard-available': ['discard'],
  espionage: ['progress'],
  'take-half-coins': ['hand'],
  'choose-mythology': ['gate'],
  'coins-per-cube': ['cube'],
}

export function glyphsOfStep(step: EffectStep): Glyph[] {
  if (step.kind === 'shields') return repeat(icon('shield'), step.count ?? 1)
  const colors = step.color ? [step.color] : (step.colors ?? [])
  return [
    ...(STEP_ICONS[step.kind] ?? ['hand']).map(icon),
    ...colors.map((color): Glyph => ({ kind: 'swatch', color })),
  ]
}

/** What a building, a wonder or a progress token does, in the order in which it is printed. */
export function glyphsOf(effects: Effects): Glyph[] {
  const glyphs: Glyph[] = []
  for (const [resource, units] of Object.entries(effects.produces ?? {})) {
    glyphs.push(...repeat({ kind: 'resource', resource: resource as Resource }, units))
  }
  if (effects.producesOneOf !== undefined) glyphs.push({ kind: 'choice', resources: familyOf(effects.producesOneOf) })
  if (effects.fixedPrice) glyphs.push({ kind: 'fixed', resources: effects.fixedPrice })
  if (effects.science !== undefined) glyphs.push(icon(effects.science))
  glyphs.push(...repeat(icon('shield'), effects.shields ?? 0))
  if (effects.coins !== undefined) glyphs.push({ kind: 'coin', text: `+${effects.coins}` })
  if (effects.opponentLoses !== undefined) glyphs.push({ kind: 'coin', text: `–${effects.opponentLoses}` })
  if (effects.coinsPer) glyphs.push({ kind: 'per', text: `+${effects.coinsPer.amount}`, what: [effects.coinsPer.what] })
  if (effects.guild) {
    const { count } = effects.guild
    glyphs.push(
      { kind: 'vp', points: '?' },
      { kind: 'per', text: '', what: typeof count === 'string' ? [count] : count },
    )
  }
  if (effects.discount) glyphs.push({ kind: 'per', text: `–${effects.discount.units}`, what: [effects.discount.of] })
  if (effects.extraShield) glyphs.push(icon('shield'), { kind: 'swatch', color: effects.extraShield.of })
  if (effects.receivesTrade) glyphs.push({ kind: 'coin', text: '' }, icon('left'))
  if (effects.wondersPlayAgain) glyphs.push(icon('wonder'), icon('again'))
  if (effects.coinsPerChain !== undefined)
    glyphs.push(icon('link'), { kind: 'coin', text: `+${effects.coinsPerChain}` })
  if (effects.freeSenators) glyphs.push(icon('politician'))
  if (effects.keepsBothConspiracies) glyphs.push(icon('conspiracy'), icon('conspiracy'))
  if (effects.vpPerKeptToken !== undefined)
    glyphs.push({ kind: 'vp', points: effects.vpPerKeptToken }, icon('offering'))
  if (effects.coinsPerPush !== undefined) glyphs.push(icon('sword'), { kind: 'coin', text: `–${effects.coinsPerPush}` })
  if (effects.chainedFor !== undefined) glyphs.push(icon('link'), { kind: 'coin', text: String(effects.chainedFor) })
  if (effects.activationDiscount !== undefined)
    glyphs.push(icon('gate'), { kind: 'coin', text: `–${effects.activationDiscount}` })
  for (const step of [...(effects.onSelect ?? []), ...(effects.onConstruct ?? [])]) glyphs.push(...glyphsOfStep(step))
  if (effects.playAgain) glyphs.push(icon('again'))
  if (effects.vp !== undefined) glyphs.push({ kind: 'vp', points: effects.vp })
  if (effects.vpPerToken !== undefined)
    glyphs.push({ kind: 'vp', points: effects.vpPerToken }, { kind: 'per', text: '', what: ['token'] })
  return glyphs
}

/** The symbols of a building; a Grand Temple shows its mythology. */
export const glyphsOfBuilding = (building: Building): Glyph[] =>
  building.freeWithMythology === undefined
    ? glyphsOf(building)
    : [icon('temple'), icon(building.freeWithMythology), { kind: 'vp', points: '?' }]

/** On a token there is room for two symbols; the inspector has them all in words. */
export function glyphsOfToken(token: Effects): Glyph[] {
  if (token.discount) {
    const { of, units } = token.discount
    return [of === 'wonder' ? icon('wonder') : { kind: 'swatch', color: of }, { kind: 'text', text: `–${units}` }]
  }
  if (token.vpPerToken !== undefined) return [{ kind: 'vp', points: token.vpPerToken }, icon('progress')]
  return glyphsOf(token).slice(0, 2)
}

/** The same with each symbol that is repeated only once, after its number: where there is little room. */
export function briefly(glyphs: readonly Glyph[]): Glyph[] {
  const counts = new Map<string, { glyph: Glyph; count: number }>()
  for (const glyph of glyphs) {
    const key = JSON.stringify(glyph)
    counts.set(key, { glyph, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].flatMap(({ glyph, count }): Glyph[] =>
    count === 1 ? [glyph] : [{ kind: 'text', text: String(count) }, glyph],
  )
}

/**
 * How wide symbols are in a row, in heights of one.
 * @param close - whether nothing lies between them
 */
export function spanOf(glyphs: readonly Glyph[], close = false): number {
  return glyphs.reduce((sum, glyph) => {
    if (glyph.kind === 'choice')
      return sum + (close ? 0.34 + glyph.resources.length * 0.7 : glyph.resources.length * 1.4)
    if (glyph.kind === 'fixed')
      return sum + (close ? 1.28 + glyph.resources.length * 0.7 : glyph.resources.length * 1.25 + 1.9)
    if (glyph.kind === 'swatch' && glyph.text !== undefined) return sum + 2.1
    if (glyph.kind === 'per') return sum + (glyph.text === '' ? 0 : 1.3) + (close ? 0 : 0.6) + glyph.what.length * 0.78
    if (glyph.kind === 'text') return sum + 0.15 + glyph.text.length * 0.46
    const span = { vp: 1.35, icon: 1.15, coin: 1.4, resource: 1.2, swatch: 0.9, section: 1.6 }[glyph.kind]
    return sum + (close ? (glyph.kind === 'resource' && glyphs.length > 1 ? 0.78 : span - 0.1) : span)
  }, 0)
}

export const glyphsOfSenator = ({ type, section }: Senator): Glyph[] =>
  section === undefined ? [icon('conspiracy')] : [icon(type), { kind: 'section', section }]

export function glyphsOfDecree(decree: Decree): Glyph[] {
  if (decree.coinsOn !== undefined) {
    return [
      decree.coinsOn === 'wonder' ? icon('wonder') : { kind: 'swatch', color: decree.coinsOn },
      { kind: 'coin', text: '' },
    ]
  }
  if (decree.ignoresSymbolOf !== undefined) return [{ kind: 'swatch', color: decree.ignoresSymbolOf, text: '–1' }]
  if (decree.wonderDiscount !== undefined) return [icon('wonder'), { kind: 'text', text: `–${decree.wonderDiscount}` }]
  if (decree.shields !== undefined) return repeat(icon('shield'), decree.shields)
  if (decree.cheaper)
    return [...decree.cheaper.map((resource): Glyph => ({ kind: 'resource', resource })), { kind: 'text', text: '–1' }]
  if (decree.extraBlue !== undefined)
    return [icon('politician'), { kind: 'swatch', color: 'blue', text: `+${decree.extraBlue}` }]
  if (decree.discardBonus !== undefined) return [icon('discard'), { kind: 'text', text: `+${decree.discardBonus}` }]
  if (decree.usesOpponentChains) return [icon('link'), icon('link')]
  if (decree.conspiratorPlaysAgain) return [icon('conspirator'), icon('again')]
  return [icon('decree')]
}

export const glyphsOfConspiracy = ({ steps }: Conspiracy): Glyph[] => steps.flatMap(glyphsOfStep)

export const glyphsOfMilitaryToken = ({ opponentLoses, steps = [] }: MilitaryToken): Glyph[] => [
  ...(opponentLoses === undefined ? [] : [{ kind: 'coin', text: `–${opponentLoses}` } as const]),
  ...steps.flatMap(glyphsOfStep),
]
