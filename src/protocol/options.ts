import { z } from 'zod'
import type { Handicap } from '../rules/index.ts'
import { exactly } from './exactly.ts'
import type { Switches } from './game-kinds.ts'
import { grows } from './grows.ts'
import { SWITCHES } from './kinds.ts'
import type { GameOptions } from './match-options.ts'
import { DEFAULT_GAME_OPTIONS, MOST_EXTRA_COINS } from './match-options.ts'
import { seat } from './primitives.ts'

const handicapSchema = exactly<Handicap>()(
  z.strictObject({ seat, coins: z.int().min(1).max(MOST_EXTRA_COINS).describe('Coins in addition to the usual ones') }),
).meta({ id: 'Handicap' })

export const gameOptionsSchema = exactly<GameOptions>()(
  z.strictObject({
    wonders: z
      .enum(['draft', 'first-game'])
      .describe('`draft`: the players draft eight wonders; `first-game`: the eight wonders of a first game are dealt')
      .meta(grows('WondersOption')),
    tiedPawn: z
      .enum(['chooses', 'begins'])
      .describe(
        'With the conflict pawn in the centre at the end of an age, the player who took the last card `chooses` who ' +
          'begins the next age, or `begins` it',
      )
      .meta(grows('TiedPawnOption')),
    handicap: handicapSchema
      .optional()
      .describe('A house rule: this seat begins with so many coins more. Unrated only'),
  }),
).meta({ id: 'GameOptions' })

/** The same options without a handicap, which is no part of a deal. */
export const withoutHandicap = ({ wonders, tiedPawn }: GameOptions): GameOptions => ({ wonders, tiedPawn })

/** As a client sends them: each option can be left out. */
export const chosenOptionsSchema = z
  .strictObject({
    wonders: gameOptionsSchema.shape.wonders.default(DEFAULT_GAME_OPTIONS.wonders),
    tiedPawn: gameOptionsSchema.shape.tiedPawn.default(DEFAULT_GAME_OPTIONS.tiedPawn),
    handicap: gameOptionsSchema.shape.handicap,
  })
  .meta({ id: 'ChosenOptions' })

const recordedSwitch = z.boolean().optional().describe('Off if it is missing: the log is older than the switch')

/** The options in the header of a log: those of the rules, with their switches. */
export const recordedOptionsSchema = z
  .strictObject({
    ...(Object.fromEntries(SWITCHES.map((name) => [name, recordedSwitch])) as Record<
      keyof Switches,
      typeof recordedSwitch
    >),
    ...gameOptionsSchema.shape,
  })
  .meta({ id: 'RecordedOptions' })
export type RecordedOptions = z.infer<typeof recordedOptionsSchema>

/** What the players chose in addition to the kind of game. */
export const gameOptionsOf = ({ wonders, tiedPawn, handicap }: GameOptions): GameOptions => ({
  wonders,
  tiedPawn,
  ...(handicap && { handicap: { seat: handicap.seat, coins: handicap.coins } }),
})
