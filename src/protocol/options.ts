import { z } from 'zod'
import type { MatchOptions } from '../rules/index.ts'
import { exactly } from './exactly.ts'
import type { GameKind, Switches } from './game-kinds.ts'
import { GAME_KINDS } from './game-kinds.ts'
import { grows } from './grows.ts'
import { SWITCHES } from './kinds.ts'

/** What the players of a match choose in addition to the kind of game. */
export type GameOptions = Omit<MatchOptions, keyof Switches>

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
  }),
).meta({ id: 'GameOptions' })

/** What a client gets that chooses nothing. */
export const DEFAULT_GAME_OPTIONS = { wonders: 'draft', tiedPawn: 'chooses' } as const satisfies GameOptions

/** As a client sends them: each option can be left out. */
export const chosenOptionsSchema = z
  .strictObject({
    wonders: gameOptionsSchema.shape.wonders.default(DEFAULT_GAME_OPTIONS.wonders),
    tiedPawn: gameOptionsSchema.shape.tiedPawn.default(DEFAULT_GAME_OPTIONS.tiedPawn),
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

/** The options of the rules for a kind of game and what the players chose in addition to it. */
export const matchOptions = (kind: GameKind, options: GameOptions): MatchOptions => ({
  ...GAME_KINDS[kind].switches,
  ...options,
})

/** What the players chose in addition to the kind of game. */
export const gameOptionsOf = ({ wonders, tiedPawn }: GameOptions): GameOptions => ({ wonders, tiedPawn })
