import type { CreateMessage } from '../../src/protocol/index.ts'
import { botLevelSchema, GAME_KIND_IDS } from '../../src/protocol/index.ts'

const TERMS: readonly CreateMessage[] = [
  { clock: 'none' },
  { clock: 'blitz', rated: true },
  { clock: 'standard', rated: false, visibility: 'private' },
  { clock: 'correspondence-3', rated: true },
]

/** One game of so many is against bots of the server. The number has no factor in common with that of the kinds. */
const EACH_BOT_GAME = 3

/** Every kind of game on all terms: each kind comes before one comes again. Some games are against bots. */
const GAMES: readonly CreateMessage[] = TERMS.flatMap((terms, index) =>
  GAME_KIND_IDS.map((_, place) => ({ kind: GAME_KIND_IDS[(place + index) % GAME_KIND_IDS.length]!, ...terms })),
)

/** What is played as the game with a number, from 0. With an `opponent`, each player of a pair plays one of their own. */
export function gameOf(number: number): CreateMessage {
  const game = GAMES[number % GAMES.length]!
  if (number % EACH_BOT_GAME !== EACH_BOT_GAME - 1) return game
  const levels = botLevelSchema.options
  const bot = levels[Math.floor(number / EACH_BOT_GAME) % levels.length]!
  return { ...game, opponent: { bot } }
}
