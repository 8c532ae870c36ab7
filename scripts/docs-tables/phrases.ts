import type { BuildingRow } from '../../src/rules/catalogue/buildings.ts'
import { CONSPIRE_DRAW, LIBRARY_DRAW } from '../../src/rules/catalogue/constants.ts'
import type { DecreeRow } from '../../src/rules/catalogue/decrees.ts'
import type { DivinityRow } from '../../src/rules/catalogue/divinities.ts'
import type { MilitaryTokenRow } from '../../src/rules/catalogue/military.ts'
import type { StepRow } from '../../src/rules/catalogue/steps.ts'
import type { TokenRow } from '../../src/rules/catalogue/tokens.ts'
import type { CostRow } from '../../src/rules/catalogue/vocabulary.ts'
import { FAMILIES, RESOURCES } from '../../src/rules/catalogue/vocabulary.ts'
import type { WonderRow } from '../../src/rules/catalogue/wonders.ts'
import { code } from './fill.ts'

/** What each field means, but for those with a column of their own. A new field needs a phrase here. */
type Phrases<Row, Column extends keyof Row> = {
  readonly [Field in Exclude<keyof Row, Column>]-?: (value: NonNullable<Row[Field]>) => string
}

/** What a row does, in the words of its fields; a dash if it does nothing. */
function effect<Row extends object, Column extends keyof Row>(row: Row, phrases: Phrases<Row, Column>): string {
  const said = Object.entries(phrases).flatMap(([field, phrase]) => {
    const value: unknown = row[field as keyof Row]
    return value === undefined ? [] : [(phrase as (value: unknown) => string)(value)]
  })
  return said.join('; ') || '—'
}

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`
const list = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)!}`
const coins = (n: number): string => count(n, 'coin')
const oneOf = (family: keyof typeof FAMILIES): string => `produces 1 of ${list(FAMILIES[family], 'or')}`
const cards = (colors: readonly string[]): string => `${list(colors)} building`

/** A printed cost: coins first, then resources. */
export function cost(row: CostRow): string {
  const parts = [
    ...(row.coins ? [coins(row.coins)] : []),
    ...RESOURCES.flatMap((resource) => (row[resource] ? [`${row[resource]} ${resource}`] : [])),
  ]
  return parts.join(', ') || '—'
}

const STEPS: { readonly [Kind in StepRow['kind']]: (step: Extract<StepRow, { kind: Kind }>) => string } = {
  'destroy-building': ({ color }) => `destroys 1 ${color} building of the opponent`,
  revive: () => 'constructs 1 card of the discard pile for nothing',
  library: () => `draws ${LIBRARY_DRAW} progress tokens out of the box and keeps 1`,
  'progress-token': () => 'takes 1 progress token from the board',
  conspire: () => `draws ${CONSPIRE_DRAW} conspiracies and keeps 1`,
  conspirator: () => 'places 1 cube in any chamber, or conspires',
  senate: ({ section, left }) => `up to ${left} Senate actions, placements in the ${section} section`,
  place: () => 'places 1 cube in any chamber',
  move: () => 'may move 1 own cube to an adjacent chamber',
  remove: () => "removes 1 of the opponent's cubes",
  'trigger-unprepared': () => 'may trigger 1 own conspiracy that is not prepared',
  'move-decree': () => 'moves 1 decree to another chamber',
  'swap-buildings': () => 'swaps 1 blue or green building of the opponent for an own one of the same colour',
  'take-building': ({ colors }) => `takes 1 ${list(colors, 'or')} building of the opponent`,
  'take-wonder': () => 'takes 1 wonder that the opponent has not constructed',
  'destroy-wonder': () => 'puts 1 constructed wonder of the opponent into the box',
  'lock-token': () => 'locks 1 progress token of the board, the opponent or the box',
  'construct-last-row': () => 'constructs 1 building of the last row for nothing',
  'construct-removed': () => 'constructs 1 of the cards removed from the ages so far for nothing',
  'discard-available': ({ optional }) => `${optional ? 'may discard' : 'discards'} 1 accessible card for no coins`,
  espionage: () => 'takes 1 progress token out of the box',
  shields: ({ count: n }) => `pushes the pawn ${count(n, 'space')}`,
  'take-half-coins': () => "takes half of the opponent's coins, rounded up",
  'coins-per-cube': () => 'gains 1 coin for each own cube in the Senate; the opponent loses 1 for each of theirs',
  'choose-mythology': () =>
    'reveals all divinities of 1 mythology, activates 1 of them for nothing and returns the others in any order',
  enki: () => 'takes 1 of the progress tokens on the card; the other one goes into the box',
  'place-snake': () => 'lays the Snake token on 1 green building of the opponent and has its symbol',
  'discard-any': () => 'discards 1 card of the structure, covered or not, face up or face down',
  'deconstruct-wonder': () => 'discards the card under 1 constructed wonder of either player',
  'construct-with-discarded': () => 'constructs 1 own wonder for nothing with 1 card of the discard pile',
  'place-minerva': () => 'puts the Minerva pawn on the military track',
  'discard-military-token': () => 'discards 1 military token without effect',
  'apply-military-token': () => 'applies another military token',
  'reveal-deck-tops': () => 'reveals the top divinity of each mythology and activates 1 of them for nothing',
}

/** What some steps make their owner do, in order. */
export const steps = (rows: readonly StepRow[]): string =>
  rows.map((step) => (STEPS[step.kind] as (step: StepRow) => string)(step)).join(', then ')

/** What a guild counts, `per` at a time. */
function guildCounts(counted: NonNullable<BuildingRow['guild']>['count'], per: number): string {
  if (counted === 'coins') return coins(per)
  return counted === 'constructed-wonders' ? 'constructed wonder' : cards(counted)
}

const BUILDING: Phrases<
  BuildingRow,
  'id' | 'name' | 'color' | 'cost' | 'vp' | 'givesChain' | 'freeWith' | 'freeWithMythology'
> = {
  produces: (units) => `produces ${cost(units)}`,
  producesOneOf: oneOf,
  fixedPrice: (resources) => `buys ${list(resources)} at 1 coin each`,
  coins: (n) => coins(n),
  coinsPer: ({ what, amount }) =>
    `${coins(amount)} for each own ${what === 'constructed-wonder' ? 'constructed wonder' : cards([what])}`,
  shields: (n) => count(n, 'shield'),
  science: (symbol) => `symbol ${code(symbol)}`,
  guild: ({ count: counted, coins: each, vp, per }) => {
    const what = guildCounts(counted, per)
    const points = `${vp} VP at the end for each ${what}, in the city with more`
    return each > 0 ? `${coins(each)} at once and ${points}` : `${points}; no coins`
  },
}

const WONDER: Phrases<WonderRow, 'id' | 'name' | 'cost' | 'vp'> = {
  producesOneOf: oneOf,
  coins: (n) => coins(n),
  shields: (n) => count(n, 'shield'),
  opponentLoses: (n) => `the opponent loses ${coins(n)}`,
  playAgain: () => 'an extra turn',
  activationDiscount: (n) => `own activations cost ${coins(n)} less`,
  onSelect: (rows) => `when drafted: ${steps(rows)}`,
  onConstruct: (rows) => `when constructed: ${steps(rows)}`,
}

const TOKEN: Phrases<TokenRow, 'id' | 'name' | 'vp'> = {
  coins: (n) => `${coins(n)} at once`,
  science: (symbol) => `symbol ${code(symbol)}`,
  vpPerToken: (vp) => `${vp} VP at the end for each own progress token, itself included`,
  discount: ({ units, of }) => `later ${of === 'wonder' ? 'wonders' : `${of} buildings`} cost ${units} resources fewer`,
  receivesTrade: () => 'its owner gains what the opponent pays for resources',
  extraShield: ({ shields, of }) => `later ${of} buildings have ${count(shields, 'more shield', 'more shields')}`,
  wondersPlayAgain: () => 'later wonders bring an extra turn',
  coinsPerChain: (n) => `${coins(n)} for each construction through a chain`,
  freeSenators: () => 'its owner recruits senators for nothing',
  keepsBothConspiracies: () => 'its owner keeps both conspiracies drawn',
  vpPerKeptToken: (vp) => `${vp} VP at the end for each Mythology token and Offering token that its owner still has`,
  coinsPerPush: (n) => `the opponent loses ${coins(n)} for each space that its owner pushes the pawn`,
  chainedFor: (n) => `its owner may construct a building with a chain symbol under its cost for ${coins(n)}`,
}

const DECREE: Phrases<DecreeRow, 'id' | 'name'> = {
  coinsOn: (what) =>
    `1, 2 or 3 coins, by the age, when either player constructs a ${what === 'wonder' ? what : cards([what])}`,
  ignoresSymbolOf: (color) => `a ${color} building costs one symbol fewer: one resource, or all its printed coins`,
  wonderDiscount: (units) => `a wonder costs ${count(units, 'resource')} fewer`,
  shields: (n) => `${count(n, 'shield')} for as long as control lasts (§4.6)`,
  cheaper: (resources) => `${list(resources)} cost 1 coin less each, at least 1`,
  extraBlue: (n) => `${count(n, 'more blue building')} when Senate actions are granted`,
  discardBonus: (n) => `${n} more coins for a card discarded for coins`,
  usesOpponentChains: () => "the opponent's chain symbols count as own ones",
  conspiratorPlaysAgain: () => 'recruiting a conspirator brings an extra turn',
}

const MILITARY: Phrases<MilitaryTokenRow, 'id' | 'distance'> = {
  opponentLoses: (n) => `the opponent of the player who pushes loses ${coins(n)}`,
  steps: (rows) => `the player who pushes ${steps(rows)}`,
}

const DIVINITY: Phrases<DivinityRow, 'id' | 'name' | 'mythology' | 'costFactor' | 'vp'> = {
  tokensOnReveal: (n) => `${count(n, 'progress token')} of the box lie on the card once it is face up`,
  coins: (n) => coins(n),
  storedCoins: (n) => `${coins(n)} of the bank are stored on the card`,
  vpPerStoredCoin: (vp) => `${vp} VP at the end for each coin left on the card`,
  science: (symbol) => `symbol ${code(symbol)}`,
  steps,
}

export const buildingEffect = (row: BuildingRow): string => effect(row, BUILDING)
export const wonderEffect = (row: WonderRow): string => effect(row, WONDER)
export const tokenEffect = (row: TokenRow): string => effect(row, TOKEN)
export const decreeEffect = (row: DecreeRow): string => effect(row, DECREE)
export const divinityEffect = (row: DivinityRow): string => effect(row, DIVINITY)
export const militaryEffect = (row: MilitaryTokenRow): string => effect(row, MILITARY)
