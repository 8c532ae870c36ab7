import { BUILDINGS, backOf, discountOf, isMythologyToken, mythologyOf } from '../catalogue/index.ts'
import type { SlotTokenId } from '../catalogue/index.ts'
import { CHAMBERS } from '../catalogue/constants.ts'
import { MYTHOLOGIES } from '../catalogue/vocabulary.ts'
import { majority } from '../city.ts'
import { score } from '../score.ts'
import type { Scored } from '../score.ts'
import type { Seat } from '../seat.ts'
import type { MatchState, Result, Senate, Wonder } from '../state.ts'
import { isAccessible } from '../structure.ts'
import { nested, patchOf, sectionsFrom, viewOf } from './sections.ts'
import type { Patch, Sections } from './sections.ts'
import { mapOf, setOf } from './sets.ts'
import type { ChamberView, PublicCityView, PublicPantheonView, PublicView, SlotView } from './types.ts'

/*
 * What everybody may know of a match (base.md §10, agora.md §7, pantheon.md §7), by naming what is public. Nothing here
 * knows for whom a view is made.
 */

export const publicView = (state: MatchState): PublicView => viewOf(MATCH, state)

/** The JSON Merge Patch between the public views of two states of one match. Undefined: they are equal. */
export const publicPatch = (before: MatchState, after: MatchState): Patch | undefined =>
  patchOf(MATCH, before, after)

/** The sections of the city of a seat. */
function cityOf(seat: Seat): Sections<MatchState, PublicCityView> {
  const fromCity = sectionsFrom((state: MatchState) => state.cities[seat])
  const withSenate = sectionsFrom((state: MatchState) => (state.senate ? state.cities[seat] : null))
  const withPantheon = sectionsFrom((state: MatchState) => state.cities[seat].pantheon)
  return {
    coins: fromCity(['coins'], ({ coins }) => coins),
    buildings: fromCity(['buildings'], ({ buildings }) => mapOf(buildings, (id) => BUILDINGS[id].color)),
    wonders: fromCity(['wonders'], ({ wonders }) => wondersView(wonders)),
    tokens: fromCity(['tokens'], ({ tokens }) => setOf(tokens)),
    senators: withSenate(['senators'], ({ senators }) => setOf(senators)),
    reserve: withSenate(['reserve'], ({ reserve }) => reserve),
    divinities: withPantheon(['divinities'], ({ divinities }) => setOf(divinities)),
    mythologyTokens: withPantheon(['mythologyTokens'], ({ mythologyTokens }) => setOf(mythologyTokens)),
    offeringTokens: withPantheon(['offeringTokens'], ({ offeringTokens }) => setOf(offeringTokens)),
    storedCoins: withPantheon(['storedCoins'], ({ storedCoins }) => storedCoins),
    snake: withPantheon(['snake'], ({ snake }) => snake ?? undefined),
  }
}

const fromMatch = sectionsFrom((state: MatchState) => state)
const fromSenate = sectionsFrom((state: MatchState) => state.senate)
const fromPantheon = sectionsFrom((state: MatchState) => state.pantheon)

const PANTHEON: Sections<MatchState, PublicPantheonView> = {
  decks: fromPantheon(['decks'], ({ decks }) => mapOf(MYTHOLOGIES, (mythology) => decks[mythology].length)),
  enki: fromPantheon(['enki'], ({ enki }) => setOf(enki)),
  minerva: fromPantheon(['minerva'], ({ minerva }) => minerva ?? undefined),
  revealed: fromMatch(['stack'], ({ stack }) =>
    setOf(stack.flatMap((step) => ('revealed' in step ? step.revealed : [])))),
}

const MATCH: Sections<MatchState, PublicView> = {
  age: fromMatch(['age'], ({ age }) => age),
  turnOf: fromMatch(['turnOf'], ({ turnOf }) => turnOf),
  structure: fromMatch(['options', 'age', 'structure', 'faceUp', 'pantheon'], structureView),
  cities: nested({ 0: nested(cityOf(0)), 1: nested(cityOf(1)) }),
  pawn: fromMatch(['pawn'], ({ pawn }) => pawn),
  militaryTokens: fromMatch(['militaryTokens'], ({ militaryTokens: [first, second] }) => ({
    0: setOf(first),
    1: setOf(second),
  })),
  boardTokens: fromMatch(['boardTokens'], ({ boardTokens }) => setOf(boardTokens)),
  discardPile: fromMatch(['discardPile'], ({ discardPile }) => setOf(discardPile)),
  draft: fromMatch(['draft'], ({ draft }) => (draft.length > 0 ? setOf(draft) : undefined)),
  senate: fromSenate(['cubes', 'decrees'], senateView),
  conspiracyDeck: fromMatch(['senate', 'conspiracyDeck'], ({ senate, conspiracyDeck }) =>
    senate ? conspiracyDeck.length : undefined),
  pantheon: nested(PANTHEON, ({ pantheon }) => pantheon !== null),
  toAct: fromMatch(['toAct'], ({ toAct }) => toAct ?? undefined),
  result: fromMatch(['result'], ({ result }) => (result ? resultView(result) : undefined)),
  scores: fromMatch(['result', 'cities', 'pawn', 'senate'], (state) => (state.result ? scoresView(state) : undefined)),
}

function wondersView(wonders: readonly Wonder[]): PublicCityView['wonders'] {
  const seen: PublicCityView['wonders'] = {}
  for (const { id, under } of wonders) seen[id] = under === null ? {} : { under: backOf(under) }
  return seen
}

type Structure = Pick<MatchState, 'options' | 'age' | 'structure' | 'faceUp' | 'pantheon'>

function structureView(state: Structure): PublicView['structure'] {
  const slots: PublicView['structure'] = {}
  state.structure.forEach((card, slot) => {
    if (card === null) return
    const seen: SlotView = { back: backOf(card) }
    if (state.faceUp[slot]) seen.card = card
    if (isAccessible(state, slot)) seen.accessible = true
    const token = state.pantheon?.slotTokens[slot]
    if (token) seen.token = tokenView(token)
    slots[slot] = seen
  })
  return slots
}

const tokenView = (token: SlotTokenId): NonNullable<SlotView['token']> =>
  isMythologyToken(token) ? { mythology: mythologyOf(token) } : { offering: discountOf(token) }

function senateView({ cubes, decrees }: Senate): NonNullable<PublicView['senate']> {
  return mapOf(
    CHAMBERS.map(({ chamber }) => chamber),
    (chamber): ChamberView => {
      const [index, [first, second]] = [chamber - 1, cubes[chamber - 1]!]
      const controller = majority(first, second)
      return {
        cubes: { 0: first, 1: second },
        ...(controller !== null && { controller }),
        decrees: Object.fromEntries(decrees[index]!.map(({ id, faceUp }, place) => [place, faceUp ? { id } : {}])),
      }
    },
  )
}

const resultView = ({ winner, by }: Result): NonNullable<PublicView['result']> =>
  winner === null ? { by } : { by, winner }

function scoresView(state: Scored): NonNullable<PublicView['scores']> {
  const [first, second] = score(state)
  return { 0: first, 1: second }
}
