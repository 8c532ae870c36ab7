import type {
  Building,
  Catalogue,
  Conspiracy,
  Decree,
  Divinity,
  Effects,
  EffectStep,
  MilitaryToken,
  Senator,
} from './catalogue.ts'
import { familyOf } from './catalogue.ts'
import { hasMessage, listed, t, tOr, translatedName } from './i18n.svelte.ts'
import { SOFT_HYPHEN } from './text-width.ts'

// Names and effects in sentences, from what the catalogue says is printed.

/** An id as people write it: what is shown of a thing that is newer than the catalogue of this page. */
export const titled = (id: string): string =>
  id
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')

const NUMERALS = ['', 'I', 'II', 'III']
/** The number of an age as it is printed on the cards; nothing for the draft. */
export const numeralOf = (age: number): string => NUMERALS[age] ?? String(age)

/** An age in words, or that the wonders are drafted. */
export const ageText = (age: number): string => (age === 0 ? t('age.draft') : t('age.name', { age: numeralOf(age) }))

export const colorName = (color: string): string => tOr(`color.${color}`, titled(color))
export const resourceName = (resource: string): string => tOr(`resource.${resource}`, titled(resource))
export const symbolName = (symbol: string): string => tOr(`symbol.${symbol}`, titled(symbol))
export const backName = (back: string): string => tOr(`back.${back}`, titled(back))
const isWonder = (what: string): boolean =>
  what === 'constructed-wonders' || what === 'constructed-wonder' || what === 'wonder'
const whatName = (what: string): string => (isWonder(what) ? t('what.wonder') : colorName(what))
/** What an effect counts or changes: wonders, or cards of a colour. */
const whatOf = (what: string): { what: string; of: 'wonder' | 'color' } => ({
  what: whatName(what),
  of: isWonder(what) ? 'wonder' : 'color',
})

/** The kinds of things that have a name. */
export type NamedKind = 'card' | 'wonder' | 'token' | 'conspiracy' | 'decree' | 'military' | 'divinity'

/** The name of a thing in the language of the page. */
export const nameOf = (catalogue: Catalogue, kind: NamedKind, id: string): string =>
  breakableNameOf(catalogue, kind, id).replaceAll(SOFT_HYPHEN, '')

/** A name for a place that may be narrower than it: long words say where they may be broken. */
export function breakableNameOf(catalogue: Catalogue, kind: NamedKind, id: string): string {
  const senator = kind === 'card' ? catalogue.senators.get(id) : undefined
  if (senator) return senatorName(senator)
  const military = kind === 'military' ? catalogue.militaryTokens.get(id) : undefined
  if (military) return t('military-token.name', { distance: military.distance })
  const rows = {
    card: catalogue.buildings,
    wonder: catalogue.wonders,
    token: catalogue.tokens,
    conspiracy: catalogue.conspiracies,
    decree: catalogue.decrees,
    military: null,
    divinity: catalogue.divinities,
  }[kind]
  return translatedName(`${kind}.${id}`) ?? withoutArticle(rows?.get(id)?.name ?? titled(id))
}

/** Names stand in sentences and on small tiles: "The Pyramids" is shown as "Pyramids". */
const withoutArticle = (name: string): string => name.replace(/^The /, '')

const senatorName = ({ type, section }: Senator): string =>
  section === undefined
    ? tOr(`senator.${type}`, titled(type))
    : t('senator.of', { type: tOr(`senator.${type}`, titled(type)), section: sectionName(section) })

export const sectionName = (section: string): string => tOr(`section.${section}`, titled(section))

const resources = (list: readonly string[], type?: 'disjunction'): string => listed(list.map(resourceName), type)

export function stepSentence(step: EffectStep): string {
  const key = `step.${step.kind}`
  const colors = listed((step.color ? [step.color] : (step.colors ?? [])).map(colorName), 'disjunction')
  const optional = step.optional ? `${key}-optional` : key
  return hasMessage(optional) ? t(optional, { colors, n: step.count ?? 0 }) : titled(step.kind)
}

/** What a building, a wonder or a token does: a sentence for each effect. */
export function effectSentences(effects: Effects): string[] {
  const said: string[] = []
  const produced = Object.entries(effects.produces ?? {})
  if (produced.length > 0) {
    said.push(
      t('effect.produces', {
        what: listed(produced.map(([resource, n]) => t('units', { n, resource: resourceName(resource) }))),
      }),
    )
  }
  if (effects.producesOneOf !== undefined)
    said.push(t('effect.producesOneOf', { what: resources(familyOf(effects.producesOneOf), 'disjunction') }))
  if (effects.fixedPrice) said.push(t('effect.fixedPrice', { what: resources(effects.fixedPrice) }))
  if (effects.science !== undefined) said.push(t('effect.science', { symbol: symbolName(effects.science) }))
  if (effects.shields !== undefined) said.push(t('effect.shields', { n: effects.shields }))
  if (effects.coins !== undefined) said.push(t('effect.coins', { n: effects.coins }))
  if (effects.opponentLoses !== undefined) said.push(t('effect.opponentLoses', { n: effects.opponentLoses }))
  if (effects.coinsPer)
    said.push(t('effect.coinsPer', { n: effects.coinsPer.amount, ...whatOf(effects.coinsPer.what) }))
  if (effects.guild) said.push(guildSentence(effects.guild))
  if (effects.discount) said.push(t('effect.discount', { n: effects.discount.units, ...whatOf(effects.discount.of) }))
  if (effects.extraShield)
    said.push(t('effect.extraShield', { n: effects.extraShield.shields, what: colorName(effects.extraShield.of) }))
  if (effects.receivesTrade) said.push(t('effect.receivesTrade'))
  if (effects.wondersPlayAgain) said.push(t('effect.wondersPlayAgain'))
  if (effects.coinsPerChain !== undefined) said.push(t('effect.coinsPerChain', { n: effects.coinsPerChain }))
  if (effects.freeSenators) said.push(t('effect.freeSenators'))
  if (effects.keepsBothConspiracies) said.push(t('effect.keepsBothConspiracies'))
  if (effects.vpPerKeptToken !== undefined) said.push(t('effect.vpPerKeptToken', { n: effects.vpPerKeptToken }))
  if (effects.coinsPerPush !== undefined) said.push(t('effect.coinsPerPush', { n: effects.coinsPerPush }))
  if (effects.chainedFor !== undefined) said.push(t('effect.chainedFor', { n: effects.chainedFor }))
  if (effects.activationDiscount !== undefined)
    said.push(t('effect.activationDiscount', { n: effects.activationDiscount }))
  for (const step of effects.onSelect ?? []) said.push(t('effect.onSelect', { step: stepSentence(step) }))
  for (const step of effects.onConstruct ?? []) said.push(stepSentence(step))
  if (effects.playAgain) said.push(t('effect.playAgain'))
  if (effects.vp !== undefined) said.push(t('effect.vp', { n: effects.vp }))
  if (effects.vpPerToken !== undefined) said.push(t('effect.vpPerToken', { n: effects.vpPerToken }))
  return said
}

function guildSentence({ count, coins, vp, per }: NonNullable<Effects['guild']>): string {
  if (count === 'coins') return t('effect.guild-coins', { vp, per })
  const counted = typeof count === 'string' ? whatOf(count) : { what: listed(count.map(colorName)), of: 'color' }
  return coins > 0 ? t('effect.guild-both', { ...counted, vp, coins }) : t('effect.guild', { ...counted, vp })
}

/** What a building does, with what only Grand Temples have. */
export function buildingSentences({ pantheon }: Catalogue, building: Building): string[] {
  const { freeWithMythology: mythology } = building
  if (mythology === undefined) return effectSentences(building)
  const points = listed((pantheon?.templeVp ?? []).slice(1).map(String))
  return [
    ...effectSentences(building),
    t('effect.temple', { points }),
    t('effect.freeWithMythology', { mythology: tOr(`mythology.${mythology}`, titled(mythology)) }),
  ]
}

/** What a divinity does when it is activated. */
export function divinitySentences({
  coins,
  storedCoins,
  costFactor,
  tokensOnReveal,
  science,
  vp,
  steps = [],
}: Divinity): string[] {
  const said = effectSentences({
    ...(coins !== undefined && { coins }),
    ...(science !== undefined && { science }),
    ...(vp !== undefined && { vp }),
  })
  if (costFactor !== undefined) said.push(t('effect.costFactor', { n: costFactor }))
  if (tokensOnReveal !== undefined) said.push(t('effect.tokensOnReveal', { n: tokensOnReveal }))
  if (storedCoins !== undefined) said.push(t('effect.storedCoins', { n: storedCoins }))
  return [...said, ...steps.map(stepSentence)]
}

export function decreeSentence(decree: Decree): string {
  if (decree.coinsOn !== undefined) return t('decree.coinsOn', whatOf(decree.coinsOn))
  if (decree.ignoresSymbolOf !== undefined)
    return t('decree.ignoresSymbolOf', { what: colorName(decree.ignoresSymbolOf) })
  if (decree.wonderDiscount !== undefined) return t('decree.wonderDiscount', { n: decree.wonderDiscount })
  if (decree.shields !== undefined) return t('decree.shields', { n: decree.shields })
  if (decree.cheaper) return t('decree.cheaper', { what: resources(decree.cheaper) })
  if (decree.extraBlue !== undefined) return t('decree.extraBlue', { n: decree.extraBlue })
  if (decree.discardBonus !== undefined) return t('decree.discardBonus', { n: decree.discardBonus })
  if (decree.usesOpponentChains) return t('decree.usesOpponentChains')
  if (decree.conspiratorPlaysAgain) return t('decree.conspiratorPlaysAgain')
  return decree.name
}

export const conspiracySentences = ({ steps }: Conspiracy): string[] => steps.map(stepSentence)

export const militarySentences = ({ distance, opponentLoses, steps = [] }: MilitaryToken): string[] => [
  t('military-token.when', { n: distance }),
  ...(opponentLoses === undefined ? [] : [t('effect.opponentLoses', { n: opponentLoses })]),
  ...steps.map(stepSentence),
]

export const senatorSentence = ({ type, section }: Senator): string =>
  section === undefined
    ? tOr(`senator.${type}-help`, titled(type))
    : tOr(`senator.${type}-help`, titled(type), { section: sectionName(section) })

/** "costs 2 clay, 1 stone", or that there is no cost. */
export function costLabel(cost: Readonly<Record<string, number | undefined>>): string {
  const items = Object.entries(cost).map(([what, n = 0]) =>
    what === 'coins' ? t('coins', { n }) : t('units', { n, resource: resourceName(what) }),
  )
  return items.length > 0 ? t('cost.label', { cost: listed(items) }) : t('cost.none')
}
