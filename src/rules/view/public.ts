import { CHAMBERS } from '../catalogue/constants.ts'
import { backOf, BUILDINGS } from '../catalogue/index.ts'
import { MYTHOLOGIES } from '../catalogue/vocabulary.ts'
import { majority } from '../city.ts'
import type { Scored } from '../score.ts'
import { score } from '../score.ts'
import type { Seat } from '../seat.ts'
import type { City, MatchState, Pantheon, PantheonCity, Result, Senate, Wonder } from '../state.ts'
import type { Patch } from './sections.ts'
import { mapsFrom, onlyIf, SectionedView, sectionsFrom, setsFrom } from './sections.ts'
import { mapOf, setOf } from './sets.ts'
import { STRUCTURE } from './structure.ts'
import type { ChamberView, PublicCityView, PublicPantheonView, PublicView, WonderView } from './types.ts'

/*
 * What everybody may know of a match (base.md §10, agora.md §7, pantheon.md §7), by naming what is public. Nothing here
 * knows for whom a view is made.
 */

export const publicView = (state: MatchState): PublicView => MATCH.view(state)

/** The JSON Merge Patch between the public views of two states of one match. Undefined: they are equal. */
export const publicPatch = (before: MatchState, after: MatchState): Patch | undefined => MATCH.patch(before, after)

/** The sections of the city of a seat. */
function cityOf(seat: Seat): SectionedView<MatchState, PublicCityView> {
  const city = ({ cities }: MatchState): City => cities[seat]
  const [fromCity, mapFromCity, setFromCity] = [sectionsFrom(city), mapsFrom(city), setsFrom(city)]
  const agora = ({ senate, cities }: MatchState): City | null => (senate ? cities[seat] : null)
  const [fromAgora, setFromAgora] = [sectionsFrom(agora), setsFrom(agora)]
  const pantheon = ({ cities }: MatchState): PantheonCity | null => cities[seat].pantheon
  const [fromPantheon, setFromPantheon] = [sectionsFrom(pantheon), setsFrom(pantheon)]
  return new SectionedView<MatchState, PublicCityView>({
    coins: fromCity(['coins'], ({ coins }) => coins),
    buildings: mapFromCity(
      'buildings',
      (id) => id,
      (id) => BUILDINGS[id].color,
    ),
    wonders: mapFromCity('wonders', ({ id }) => id, wonderView),
    tokens: setFromCity('tokens'),
    senators: setFromAgora('senators'),
    reserve: fromAgora(['reserve'], ({ reserve }) => reserve),
    divinities: setFromPantheon('divinities'),
    mythologyTokens: setFromPantheon('mythologyTokens'),
    offeringTokens: setFromPantheon('offeringTokens'),
    storedCoins: fromPantheon(['storedCoins'], ({ storedCoins }) => storedCoins),
    snake: fromPantheon(['snake'], ({ snake }) => snake ?? undefined),
  })
}

const match = (state: MatchState): MatchState => state
const [fromMatch, setFromMatch] = [sectionsFrom(match), setsFrom(match)]
const fromSenate = sectionsFrom(({ senate }: MatchState) => senate)
const pantheon = (state: MatchState): Pantheon | null => state.pantheon
const [fromPantheon, setFromPantheon] = [sectionsFrom(pantheon), setsFrom(pantheon)]

const PANTHEON = new SectionedView<MatchState, PublicPantheonView>({
  decks: fromPantheon(['decks'], ({ decks }) => mapOf(MYTHOLOGIES, (mythology) => decks[mythology].length)),
  enki: setFromPantheon('enki'),
  minerva: fromPantheon(['minerva'], ({ minerva }) => minerva ?? undefined),
  revealed: fromMatch(['stack'], ({ stack }) =>
    setOf(stack.flatMap((step) => ('revealed' in step ? step.revealed : []))),
  ),
})

const MATCH = new SectionedView<MatchState, PublicView>({
  age: fromMatch(['age'], ({ age }) => age),
  turnOf: fromMatch(['turnOf'], ({ turnOf }) => turnOf),
  structure: STRUCTURE,
  cities: new SectionedView({ 0: cityOf(0), 1: cityOf(1) }),
  pawn: fromMatch(['pawn'], ({ pawn }) => pawn),
  militaryTokens: fromMatch(['militaryTokens'], ({ militaryTokens: [first, second] }) => ({
    0: setOf(first),
    1: setOf(second),
  })),
  boardTokens: setFromMatch('boardTokens'),
  discardPile: setFromMatch('discardPile'),
  draft: fromMatch(['draft'], ({ draft }) => (draft.length > 0 ? setOf(draft) : undefined)),
  senate: fromSenate(['cubes', 'decrees'], senateView),
  conspiracyDeck: fromMatch(['senate', 'conspiracyDeck'], ({ senate, conspiracyDeck }) =>
    senate ? conspiracyDeck.length : undefined,
  ),
  pantheon: onlyIf(({ pantheon }) => pantheon !== null, PANTHEON),
  toAct: fromMatch(['toAct'], ({ toAct }) => toAct ?? undefined),
  result: fromMatch(['result'], ({ result }) => (result ? resultView(result) : undefined)),
  scores: fromMatch(['result', 'cities', 'pawn', 'senate'], (state) => (state.result ? scoresView(state) : undefined)),
})

function wonderView({ under }: Wonder): WonderView {
  return under === null ? {} : { under: backOf(under) }
}

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
