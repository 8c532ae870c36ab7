import { AGE_DECKS, GUILD_DECK, boxOf } from '../catalogue/index.ts'
import type { CardId } from '../catalogue/index.ts'
import {
  BOARD_TOKENS,
  GUILDS_IN_PLAY,
  REMOVED_PER_AGE,
  SENATORS_PER_AGE,
  WONDERS_PER_GROUP,
} from '../catalogue/constants.ts'
import { FIRST_GAME_WONDERS } from '../catalogue/wonders.ts'
import type { MatchOptions } from '../options.ts'
import type { Seat } from '../seat.ts'
import type { Age } from '../state.ts'
import { randomStream, shuffle } from './random.ts'
import type { Deal } from './types.ts'

/**
 * Every random draw of a match (base.md §11, agora.md §8). Each draw has its own stream under the seed, so that the
 * draws of an expansion do not shift the others. The same seed and options always give the same deal.
 */
export function deal(seed: string, options: MatchOptions): Deal {
  const box = boxOf(options)
  const draw = <T>(name: string, items: readonly T[]): T[] => shuffle(items, randomStream(seed, name))

  const preset: readonly string[] = options.wonders === 'first-game' ? FIRST_GAME_WONDERS.flat() : []
  const groupSize = options.wonders === 'draft' ? WONDERS_PER_GROUP : 0
  const wonders = draw(
    'wonders',
    box.wonders.filter((wonder) => !preset.includes(wonder)),
  )
  const tokens = draw('tokens', box.tokens)
  const guilds = draw('guilds', GUILD_DECK)
  const senators = draw('senators', box.senators)
  const decrees = draw('decrees', box.decrees)

  let senatorsDealt = 0
  const age = (age: Age): Deal['ages'][Age] => {
    const deck = draw(`age-${age}`, AGE_DECKS[age])
    const cards: CardId[] = deck.slice(REMOVED_PER_AGE)
    if (age === 3) cards.push(...guilds.slice(0, GUILDS_IN_PLAY))
    cards.push(...senators.slice(senatorsDealt, (senatorsDealt += SENATORS_PER_AGE[age])))
    return { slots: draw(`structure-${age}`, cards), removed: deck.slice(0, REMOVED_PER_AGE) }
  }

  return {
    firstWonders: wonders.slice(0, groupSize),
    secondWonders: wonders.slice(groupSize, 2 * groupSize),
    boxWonders: wonders.slice(2 * groupSize),
    boardTokens: tokens.slice(0, BOARD_TOKENS),
    boxTokens: tokens.slice(BOARD_TOKENS),
    libraryOrder: draw('library', box.tokens),
    ages: { 1: age(1), 2: age(2), 3: age(3) },
    boxGuilds: guilds.slice(GUILDS_IN_PLAY),
    decrees: decrees.slice(0, box.chambers),
    boxDecrees: decrees.slice(box.chambers),
    conspiracies: draw('conspiracies', box.conspiracies),
  }
}

/** The seat of a player whose seat is drawn at random (base.md §2, step 1). */
export const drawSeat = (seed: string): Seat => (randomStream(seed, 'seat').below(2) === 0 ? 0 : 1)
