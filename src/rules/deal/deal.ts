import {
  BOARD_TOKENS,
  ENKI_DRAWS,
  LIBRARY_DRAWS,
  MYTHOLOGY_TOKENS_IN_PLAY,
  REMOVED_PER_AGE,
  SENATORS_PER_AGE,
  WONDERS_PER_GROUP,
} from '../catalogue/constants.ts'
import type { Box, CardId } from '../catalogue/index.ts'
import { AGE_DECKS, boxOf, GUILD_DECK, PANTHEON_CARDS, TEMPLE_DECK } from '../catalogue/index.ts'
import { MYTHOLOGIES } from '../catalogue/vocabulary.ts'
import { FIRST_GAME_WONDERS } from '../catalogue/wonders.ts'
import type { MatchOptions } from '../options.ts'
import type { Seat } from '../seat.ts'
import type { Age } from '../state.ts'
import { randomStream, shuffle } from './random.ts'
import type { Deal, PantheonDeal } from './types.ts'

/** Draws the items in random order. Each name has its own stream. */
type Draw = <T>(name: string, items: readonly T[]) => T[]

/**
 * Every random draw of a match (base.md §11, agora.md §8, pantheon.md §8). Each draw has its own stream under the seed,
 * so that the draws of an expansion do not shift the others. The same seed and options always give the same deal.
 */
export function deal(seed: string, options: MatchOptions): Deal {
  const box = boxOf(options)
  const draw: Draw = (name, items) => shuffle(items, randomStream(seed, name))

  const preset: readonly string[] = options.wonders === 'first-game' ? FIRST_GAME_WONDERS.flat() : []
  const groupSize = options.wonders === 'draft' ? WONDERS_PER_GROUP : 0
  const wonders = draw(
    'wonders',
    box.wonders.filter((wonder) => !preset.includes(wonder)),
  )
  const tokens = draw('tokens', box.tokens)
  const guilds = draw('guilds', GUILD_DECK)
  const temples = box.templesInPlay > 0 ? draw('temples', TEMPLE_DECK) : []
  const senators = draw('senators', box.senators)
  const decrees = draw('decrees', box.decrees)

  let senatorsDealt = 0
  const age = (age: Age): Deal['ages'][Age] => {
    const deck = draw(`age-${age}`, AGE_DECKS[age])
    const cards: CardId[] = deck.slice(REMOVED_PER_AGE)
    if (age === 3) cards.push(...guilds.slice(0, box.guildsInPlay), ...temples.slice(0, box.templesInPlay))
    cards.push(...senators.slice(senatorsDealt, (senatorsDealt += SENATORS_PER_AGE[age])))
    return { slots: draw(`structure-${age}`, cards), removed: deck.slice(0, REMOVED_PER_AGE) }
  }

  return {
    firstWonders: wonders.slice(0, groupSize),
    secondWonders: wonders.slice(groupSize, 2 * groupSize),
    boxWonders: wonders.slice(2 * groupSize),
    boardTokens: tokens.slice(0, BOARD_TOKENS),
    boxTokens: tokens.slice(BOARD_TOKENS),
    ...(box.spaces > 0
      ? { ...pantheonDeal(draw, box), boxTemples: temples.slice(box.templesInPlay) }
      : { libraryOrder: draw('library', box.tokens) }),
    ages: { 1: age(1), 2: age(2), 3: age(3) },
    boxGuilds: guilds.slice(box.guildsInPlay),
    decrees: decrees.slice(0, box.chambers),
    boxDecrees: decrees.slice(box.chambers),
    conspiracies: draw('conspiracies', box.conspiracies),
  }
}

/** The draws of Pantheon that no other draw depends on. */
function pantheonDeal(draw: Draw, box: Box): Omit<PantheonDeal, 'boxTemples'> {
  const mythologyTokens = draw('mythology-tokens', box.mythologyTokens)
  const decks = MYTHOLOGIES.map((mythology) => [
    mythology,
    draw(
      `divinities-${mythology}`,
      box.divinities.filter((id) => PANTHEON_CARDS[id].mythology === mythology),
    ),
  ])
  const orders = (name: string, count: number): Deal['boxTokens'][] =>
    Array.from({ length: count }, (_, index) => draw(`${name}-${index + 1}`, box.tokens))
  return {
    divinities: Object.fromEntries(decks) as PantheonDeal['divinities'],
    mythologyTokens: mythologyTokens.slice(0, MYTHOLOGY_TOKENS_IN_PLAY),
    boxMythologyTokens: mythologyTokens.slice(MYTHOLOGY_TOKENS_IN_PLAY),
    offeringTokens: draw('offering-tokens', box.offeringTokens),
    enkiOrders: orders('enki', ENKI_DRAWS),
    libraryOrders: orders('library', LIBRARY_DRAWS),
  }
}

/** The seat of a player whose seat is drawn at random (base.md §2, step 1). */
export const drawSeat = (seed: string): Seat => (randomStream(seed, 'seat').below(2) === 0 ? 0 : 1)
