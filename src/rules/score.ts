import { builtOf } from './built.ts'
import type { Guild } from './catalogue/buildings.ts'
import { CHAMBERS, COINS_PER_VP, TEMPLE_VP } from './catalogue/constants.ts'
import { PANTHEON_CARDS, TOKENS, WONDERS } from './catalogue/index.ts'
import { TRACK_VP } from './catalogue/military.ts'
import { controllerOf, sumOf } from './city.ts'
import { guildCount } from './effects/construct.ts'
import { remembered } from './remembered.ts'
import type { Seat } from './seat.ts'
import type { City, MatchState, PantheonCity, Result, Senate } from './state.ts'

/**
 * Points of one city by category (base.md §9, agora.md §6, pantheon.md §6). `total` is their sum. A category of an
 * expansion that is not played has 0 points.
 */
export interface Score {
  blue: number
  green: number
  yellow: number
  guilds: number
  wonders: number
  progress: number
  coins: number
  military: number
  senate: number
  /** Grand Temples. */
  temples: number
  divinities: number
  total: number
}

/** What points depend on. */
export type Scored = Pick<MatchState, 'cities' | 'pawn' | 'senate'>

/** The points of both cities at this moment. They decide only a match that no supremacy has ended. */
export const score = (state: Scored): [Score, Score] => [scoreOf(state, 0), scoreOf(state, 1)]

function scoreOf(state: Scored, seat: Seat): Score {
  const city = state.cities[seat]
  const { blue, green, yellow, guilds, temples } = builtOf(city.buildings)
  const points: Score = {
    blue,
    green,
    yellow,
    guilds: 0,
    wonders: pointsOfWonders(city.wonders),
    progress: progressPoints(city),
    coins: Math.floor(city.coins / COINS_PER_VP),
    military: state.pawn > 0 === (seat === 0) ? TRACK_VP[Math.abs(state.pawn)]! : 0,
    senate: state.senate ? senatePoints(state.senate.cubes)[seat] : 0,
    temples: TEMPLE_VP[temples]!,
    divinities: city.pantheon ? divinityPoints(city.pantheon) : 0,
    total: 0,
  }
  for (const guild of guilds) points.guilds += guildPoints(state, guild)
  points.total = totalOf(points)
  return points
}

/** The sum of all categories, by name: a loop over their names takes several times as long. */
const totalOf = (points: Omit<Score, 'total'>): number =>
  points.blue +
  points.green +
  points.yellow +
  points.guilds +
  points.wonders +
  points.progress +
  points.coins +
  points.military +
  points.senate +
  points.temples +
  points.divinities

const pointsOfWonders = remembered((wonders: City['wonders']): number =>
  sumOf(wonders, ({ id, under }) => (under === null ? 0 : WONDERS[id].vp)),
)

/** The points of a guild at this moment, in whichever city it is (base.md §1.4). */
export const guildPoints = (state: Pick<MatchState, 'cities'>, guild: Guild): number =>
  guild.vp * Math.floor(guildCount(state, guild) / guild.per)

const pointsOfTokens = remembered((tokens: City['tokens']): { points: number; perKeptToken: number } => {
  const rows = tokens.map((id) => TOKENS[id])
  return {
    points: sumOf(rows, ({ vp = 0, vpPerToken = 0 }) => vp + vpPerToken * tokens.length),
    perKeptToken: sumOf(rows, ({ vpPerKeptToken }) => vpPerKeptToken),
  }
})

function progressPoints({ tokens, pantheon }: City): number {
  const { points, perKeptToken } = pointsOfTokens(tokens)
  if (!pantheon) return points
  return points + perKeptToken * (pantheon.mythologyTokens.length + pantheon.offeringTokens.length)
}

const senatePoints = remembered((cubes: Senate['cubes']): readonly [number, number] => {
  const points: [number, number] = [0, 0]
  for (const { chamber, vp } of CHAMBERS) {
    const controller = controllerOf({ senate: { cubes } }, chamber - 1)
    if (controller !== null) points[controller] += vp
  }
  return points
})

const divinityPoints = ({ divinities, storedCoins }: PantheonCity): number =>
  sumOf(divinities, (id) => {
    const { vp = 0, vpPerStoredCoin = 0 } = PANTHEON_CARDS[id]
    return vp + vpPerStoredCoin * storedCoins
  })

/** The result after Age III: more points win, then more VP on blue cards, then both players (base.md §9). */
export function civilianResult(state: MatchState): Result {
  const [first, second] = score(state)
  const lead = first.total - second.total || first.blue - second.blue
  return lead === 0 ? { winner: null, by: 'tie' } : { winner: lead > 0 ? 0 : 1, by: 'civilian' }
}
