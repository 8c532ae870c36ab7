/** base.md §12: hidden information. */
import { describe, expect, test } from 'vitest'
import type { MatchState, TokenId } from '../../src/rules/index.ts'
import { cardData } from './support/data.ts'
import type { Game } from './support/game.ts'
import { VIEWERS } from './support/game.ts'
import { namesIn } from './support/names.ts'
import { newGame } from './support/new-game.ts'
import { playOut } from './support/playout.ts'
import { scenario } from './support/scenario.ts'

type AgeDeal = MatchState['deal']['ages'][1]

const BOX: TokenId[] = ['theology', 'law', 'masonry', 'agriculture', 'philosophy']

/**
 * Everything that no viewer may know: what was never dealt, what is not dealt yet, what lies face down or in the box.
 */
function hidden({ deal, age, structure, faceUp, picks, stack, boxTokens }: MatchState): string[] {
  const drawn = stack.flatMap((step) => (step.kind === 'library-choice' ? step.tokens : []))
  return [
    ...([1, 2, 3] as const).flatMap((each) => [
      ...(each > age ? deal.ages[each].slots : []),
      ...deal.ages[each].removed,
    ]),
    ...deal.boxGuilds,
    ...deal.boxWonders,
    ...(picks < 4 ? deal.secondWonders : []),
    ...structure.filter((card, slot) => card !== null && !faceUp[slot]).map(String),
    ...boxTokens.filter((token) => !drawn.includes(token)),
  ]
}

/** Face-down cards change places with those of the same back. */
function faceDownSwapped({ structure, faceUp }: MatchState): MatchState['structure'] {
  const isDown = (slot: number, back: 'guild' | 'age'): boolean =>
    structure[slot] !== null && !faceUp[slot] && (cardData(structure[slot]!).deck === 'guild') === (back === 'guild')
  const swapped = [...structure]
  for (const back of ['guild', 'age'] as const) {
    const slots = structure.flatMap((_, slot) => (isDown(slot, back) ? [slot] : []))
    for (const [index, slot] of slots.entries()) swapped[slot] = structure[slots.at(-1 - index)!]!
  }
  return swapped
}

/** The same match for all that can be known; all that cannot be is in another order or place. */
function lookalike(state: MatchState): MatchState {
  const { deal, age, picks } = state
  const otherAge = (each: 1 | 2 | 3): AgeDeal => {
    const { slots, removed } = deal.ages[each]
    if (each <= age) return { slots, removed: [...removed].reverse() }
    return { slots: [...removed, ...slots.slice(3)].reverse(), removed: slots.slice(0, 3) as AgeDeal['removed'] }
  }
  const wonders =
    picks < 4
      ? { secondWonders: deal.boxWonders, boxWonders: deal.secondWonders }
      : { boxWonders: [...deal.boxWonders].reverse() }
  return {
    ...state,
    structure: faceDownSwapped(state),
    boxTokens: [...state.boxTokens].reverse(),
    deal: {
      ...deal,
      ...wonders,
      boxTokens: [...deal.boxTokens].reverse(),
      libraryOrder: [...deal.libraryOrder!].reverse(),
      boxGuilds: [...deal.boxGuilds].reverse(),
      ages: { 1: otherAge(1), 2: otherAge(2), 3: otherAge(3) },
    },
  }
}

describe('hidden information', () => {
  test('T108 of Age III every view shows 20 cards, three of them guilds by face or back, and no face-down card', () => {
    const game = scenario({ age: 2, last: 'walls' }).discard('walls')
    for (const viewer of VIEWERS) {
      const slots = Object.entries(game.view(viewer).structure)
      expect(slots).toHaveLength(20)
      expect(slots.filter(([, { back }]) => back === 'guild')).toHaveLength(3)
      expect(slots.filter(([, { card }]) => card === undefined).map(([slot]) => slot)).toEqual([
        '2',
        '3',
        '4',
        '9',
        '10',
        '15',
        '16',
        '17',
      ])
      for (const [slot, { back, card }] of slots) {
        const dealt = game.state.deal.ages[3].slots[Number(slot)]!
        expect(back).toBe(cardData(dealt).color === 'purple' ? 'guild' : 'III')
        if (card !== undefined) expect(card).toBe(dealt)
      }
    }
    expect(
      Object.values(game.view('A').structure).some(({ back, card }) => back === 'guild' && card === undefined),
    ).toBe(true)
  })

  test('T109 only the player who chooses sees the tokens that the Great Library has drawn', () => {
    const choosing = scenario({ A: { coins: 20, wonders: ['great-library'] }, box: BOX }).wonder('great-library')
    const drawn = BOX.slice(0, 3)
    expect(Object.keys(choosing.view('A').decision?.tokens ?? {}).sort()).toEqual([...drawn].sort())
    expect(namesIn([choosing.view('A'), choosing.eventsFor('A')])).toEqual(expect.arrayContaining(drawn))
    for (const viewer of ['B', 'spectator'] as const) {
      const seen = namesIn([choosing.view(viewer), choosing.eventsFor(viewer)])
      expect(seen.filter((name) => (BOX as string[]).includes(name))).toEqual([])
      expect(choosing.view(viewer).decision?.kind).toBe('library-choice')
    }
  })

  test('T110 the token that is kept becomes public, the other two are never shown', () => {
    const choosing = scenario({ A: { coins: 20, wonders: ['great-library'] }, box: BOX }).wonder('great-library')
    const after = choosing.take('masonry')
    for (const viewer of VIEWERS) {
      expect(namesIn(after.view(viewer))).toContain('masonry')
      expect(namesIn(after.eventsFor(viewer))).toContain('masonry')
      const others = namesIn([after.view(viewer), after.eventsFor(viewer)]).filter((name) =>
        ['theology', 'law'].includes(name),
      )
      expect(others).toEqual([])
    }
  })

  test('T111 no view and no event names a removed card, a later deck, a face-down card, the box or the seed', () => {
    for (const seed of ['one whole game', 'another whole game', 'a third whole game']) {
      const ages = new Set<number>()
      playOut(newGame(seed), (game) => {
        const secret = new Set(hidden(game.state))
        ages.add(game.state.age)
        for (const viewer of VIEWERS) {
          const shown = [game.view(viewer), game.eventsFor(viewer)]
          expect(namesIn(shown).filter((name) => secret.has(name))).toEqual([])
          expect(JSON.stringify(shown)).not.toContain(seed)
        }
      })
      expect(ages.has(1)).toBe(true)
    }
  })

  test('T111 what is hidden makes no difference to any view', () => {
    playOut(newGame('two games that look the same'), (game) => {
      const twin = game.with(lookalike(game.state))
      for (const viewer of VIEWERS) expect(JSON.stringify(twin.view(viewer))).toBe(JSON.stringify(game.view(viewer)))
    })
  })

  test('T112 the second group of wonders is hidden until the fourth pick, and then public', () => {
    let game = newGame('a draft')
    const { secondWonders } = game.state.deal
    const shownTo = (now: Game): number[] =>
      VIEWERS.map((viewer) => {
        const names = namesIn([now.view(viewer), now.eventsFor(viewer)])
        return secondWonders.filter((wonder) => names.includes(wonder)).length
      })
    while (game.state.picks < 3) {
      expect(shownTo(game)).toEqual([0, 0, 0])
      game = game.act(game.legal()[0]!)
    }
    expect(game.state.picks).toBe(4)
    expect(shownTo(game)).toEqual([4, 4, 4])
  })

  test('T113 the face-up cards of Age II are public before it is decided who begins', () => {
    const game = scenario({ age: 1, last: 'baths' }).discard('baths')
    expect(game.decision).toBe('first-player')
    const up = [0, 1, 2, 3, 4, 5, 11, 12, 13, 14, 18, 19]
    for (const viewer of VIEWERS) {
      expect(game.faceUpFor(viewer)).toEqual(up)
      const { structure } = game.view(viewer)
      for (const slot of up) expect(structure[slot]!.card).toBe(game.state.deal.ages[2].slots[slot])
    }
  })
})
