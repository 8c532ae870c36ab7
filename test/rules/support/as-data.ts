/**
 * The engine's rows written as the published data write them, and the other way round, so that they can be compared.
 */
import type { BuildingRow } from '../../../src/rules/catalogue/buildings.ts'
import { LIBRARY_DRAW } from '../../../src/rules/catalogue/constants.ts'
import { backOf, BUILDINGS } from '../../../src/rules/catalogue/index.ts'
import type { StepRow } from '../../../src/rules/catalogue/steps.ts'
import type { TokenRow } from '../../../src/rules/catalogue/tokens.ts'
import type { CostRow, Resource } from '../../../src/rules/catalogue/vocabulary.ts'
import { FAMILIES } from '../../../src/rules/catalogue/vocabulary.ts'
import type { WonderRow } from '../../../src/rules/catalogue/wonders.ts'
import type { BuildingId } from '../../../src/rules/index.ts'
import type { AGORA, CardData, StepData, TokenData, WonderData } from './data.ts'

export function costAsData({ coins = 0, ...resources }: CostRow): CardData['cost'] {
  return { coins, resources }
}

const producesOneOfAsData = (family: BuildingRow['producesOneOf']): Resource[] | null =>
  family ? [...FAMILIES[family]] : null

const KINDS = {
  brown: 'raw-material',
  grey: 'manufactured-good',
  blue: 'civilian',
  green: 'scientific',
  yellow: 'commercial',
  red: 'military',
  purple: 'guild',
} as const
const DECKS = { I: [1, 'age1'], II: [2, 'age2'], III: [3, 'age3'], guild: [3, 'guild'] } as const

function guildAsData(guild: NonNullable<BuildingRow['guild']>): CardData['guild'] {
  const colors = typeof guild.count === 'string' ? null : [...guild.count]
  return {
    what: typeof guild.count === 'string' ? guild.count : 'cards',
    colors,
    coinsOnBuild: guild.coins,
    vpAtEnd: guild.vp,
    unit: guild.per,
    scope: 'max-of-both-cities',
  }
}

export function buildingAsData(id: BuildingId): Omit<CardData, 'bgaId'> {
  const row = BUILDINGS[id]
  const back = backOf(id) as keyof typeof DECKS
  const [age, deck] = DECKS[back]
  const all = Object.values<BuildingRow>(BUILDINGS)
  return {
    id,
    name: row.name,
    age,
    deck,
    back: back === 'guild' ? 'G' : back,
    color: row.color,
    kind: KINDS[row.color],
    cost: costAsData(row.cost),
    produces: row.produces ?? {},
    producesOneOf: producesOneOfAsData(row.producesOneOf),
    fixedPrice: row.fixedPrice ? [...row.fixedPrice] : null,
    vp: row.vp ?? 0,
    coins: row.coins ?? 0,
    shields: row.shields ?? 0,
    science: row.science ?? null,
    coinsPer: row.coinsPer ? { ...row.coinsPer, scope: 'own' } : null,
    guild: row.guild ? guildAsData(row.guild) : null,
    chainProvides: row.givesChain ?? null,
    chainTo: row.givesChain ? (all.find(({ freeWith }) => freeWith === row.givesChain)!.id as BuildingId) : null,
    chainFrom: row.freeWith
      ? { symbol: row.freeWith, card: all.find(({ givesChain }) => givesChain === row.freeWith)!.id as BuildingId }
      : null,
  }
}

export function wonderAsData(row: WonderRow): Omit<WonderData, 'id' | 'bgaId'> {
  const steps = row.onConstruct ?? []
  return {
    name: row.name,
    cost: costAsData(row.cost),
    producesOneOf: producesOneOfAsData(row.producesOneOf),
    vp: row.vp ?? 0,
    coins: row.coins ?? 0,
    opponentLosesCoins: row.opponentLoses ?? 0,
    shields: row.shields ?? 0,
    playAgain: row.playAgain ?? false,
    destroyOpponentCard:
      steps.flatMap((step) => (step.kind === 'destroy-building' ? [step.color as 'brown' | 'grey'] : []))[0] ?? null,
    buildFromDiscard: steps.some(({ kind }) => kind === 'revive'),
    progressTokenFromBox: steps.some(({ kind }) => kind === 'library') ? LIBRARY_DRAW : 0,
  }
}

export function tokenEffectAsData(row: TokenRow): TokenData['effect'] {
  if (row.discount) return { type: 'discount-resources', amount: row.discount.units, appliesTo: row.discount.of }
  if (row.receivesTrade) return { type: 'receive-opponent-trade-coins' }
  if (row.vpPerToken) return { type: 'vp-per-progress-token', amount: row.vpPerToken, includesItself: true }
  if (row.extraShield) return { type: 'extra-shield', amount: row.extraShield.shields, appliesTo: row.extraShield.of }
  if (row.wondersPlayAgain) return { type: 'wonders-play-again', stacks: false }
  if (row.coinsPerChain) return { type: 'coins-per-chain-build', amount: row.coinsPerChain }
  return null
}

/** A published step of Agora as one of our rows; none if something else stands for it. */
export function stepRow({ step, color, colors, count, optional }: StepData): StepRow[] {
  switch (step) {
    case 'takeUnconstructedWonder':
      return [{ kind: 'take-wonder' }]
    case 'moveInfluence':
      return [{ kind: 'move' }]
    case 'placeInfluence':
      return [{ kind: 'place' }]
    case 'removeInfluence':
      return [{ kind: 'remove' }]
    case 'takeHalfOpponentCoins':
      return [{ kind: 'take-half-coins' }]
    case 'chooseOpponentBuildingToDiscard':
      return [{ kind: 'destroy-building', color: color as 'blue' }]
    case 'lockProgressToken':
      return [{ kind: 'lock-token' }]
    case 'shields':
      return [{ kind: 'shields', count: count! }]
    case 'constructLastRowBuilding':
      return [{ kind: 'construct-last-row' }]
    case 'constructBuildingFromBox':
      return [{ kind: 'construct-removed' }]
    case 'chooseProgressTokenFromBox':
      return [{ kind: 'espionage' }]
    case 'discardAvailableCard':
      return [{ kind: 'discard-available', optional: optional! }]
    case 'gainCoinsPerOwnCubeInSenate':
      return [{ kind: 'coins-per-cube' }]
    case 'opponentLosesCoinsPerOpponentCubeInSenate':
      return [] // part of coins-per-cube
    case 'takeBuilding':
      return [{ kind: 'take-building', colors: colors as 'brown'[] }]
    case 'swapBuilding':
      return [{ kind: 'swap-buildings' }]
    case 'moveDecree':
      return [{ kind: 'move-decree' }]
    case 'destroyConstructedWonder':
      return [{ kind: 'destroy-wonder' }]
    case 'conspire':
      return [{ kind: 'conspire' }]
    case 'triggerUnpreparedConspiracy':
      return [{ kind: 'trigger-unprepared' }]
    case 'gainCoins':
    case 'extraTurn':
      return [] // fields of the wonder's row
    default:
      throw new Error(`unknown step ${step}`)
  }
}

/** What a published decree does, as the fields of our row. */
export function decreeRow({
  effect,
  color,
  target,
  resources,
  shields,
  virtualBlueCards,
  coins,
}: (typeof AGORA.decrees)[number]): Record<string, unknown> {
  switch (effect) {
    case 'gainCoinsOnConstruct':
      return { coinsOn: color ?? target }
    case 'ignoreOneCostSymbol':
      return { ignoresSymbolOf: color }
    case 'resourceDiscount':
      return { wonderDiscount: resources }
    case 'shieldWhileControlled':
      return { shields }
    case 'tradePriceDiscount':
      return { cheaper: [...(resources as string[])].sort() }
    case 'senateActionBlueBonus':
      return { extraBlue: virtualBlueCards }
    case 'discardCoinBonus':
      return { discardBonus: coins }
    case 'useOpponentChainSymbols':
      return { usesOpponentChains: true }
    case 'extraTurnOnRecruit':
      return { conspiratorPlaysAgain: true }
    default:
      throw new Error(`unknown effect ${effect}`)
  }
}
