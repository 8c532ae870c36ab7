import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord, transitions } from '../../src/record/index.ts'
import type { MatchState, Seat, Viewer } from '../../src/rules/index.ts'

const AGES = [1, 2, 3] as const
/** Cards whose ids are words that messages contain for other reasons, too. */
const AMBIGUOUS = ['senate', 'library', 'pantheon', 'enki']
/** The back of a Grand Temple, which has the id of another card. */
const TEMPLE_BACK = /"(back|under)":"temple"/g

/**
 * For every version of a match, what a viewer cannot know at that moment: ids, and the seed. It is derived from the
 * whole state, as the rules describe hidden information, and not from how views are made. Nothing is secret once the
 * match has ended.
 */
export function secretsOf(record: MatchRecord, viewer: Viewer): string[][] {
  /** What this viewer has seen, though it is not public: they still know it. */
  const shown = new Set<string>()
  const folds = [foldRecord(record, 0), ...Array.from(transitions(record), ({ after }) => after)]
  return folds.map(({ state, outcome, header }) => {
    if (outcome) return []
    if (!state) return [header.seed]
    for (const id of [...openTo(state), ...shownAt(state, viewer)]) shown.add(id)
    return [header.seed, ...hidden(state, viewer).filter((id) => !shown.has(id) && !AMBIGUOUS.includes(id))]
  })
}

/** The strings of a message, by which it is found out whether the message contains a secret: all between two quotes. */
export const stringsOf = (message: string): ReadonlySet<string> =>
  new Set(message.replace(TEMPLE_BACK, '').split('"').slice(1, -1))

/**
 * What lies open to all viewers, and may later lie where nobody sees it: cards that were taken, divinities that were
 * revealed, and the progress tokens on Enki.
 */
const openTo = ({ cities, discardPile, stack, pantheon }: MatchState): readonly string[] => [
  ...cities[0].buildings,
  ...cities[1].buildings,
  ...discardPile,
  ...stack.flatMap((step) => ('revealed' in step ? step.revealed : [])),
  ...(pantheon?.enki ?? []),
]

/** What a viewer sees although it is not public: in a decision of theirs, and of their cards that lie face down. */
function shownAt({ stack, toAct, cities, boxTokens, deal, age }: MatchState, viewer: Viewer): readonly string[] {
  if (viewer === 'spectator') return []
  const own = cities[viewer].conspiracies.flatMap(({ id, locked }) => [id, ...(locked ? [locked.token] : [])])
  const step = stack.at(-1)
  if (!step || toAct !== viewer) return own
  switch (step.kind) {
    case 'library-choice':
      return [...own, ...step.tokens]
    case 'keep-conspiracy':
    case 'place-divinity':
      return [...own, ...step.drawn]
    case 'espionage':
    case 'lock-token':
      return [...own, ...boxTokens]
    case 'construct-removed':
      return [...own, ...AGES.filter((past) => past <= age).flatMap((past) => deal.ages[past].removed)]
    default:
      return own
  }
}

/** What lies where nobody sees it, or only another player. */
function hidden(state: MatchState, viewer: Viewer): string[] {
  const { deal, age, structure, faceUp, picks, boxTokens, senate, conspiracyDeck, cities, stack, pantheon } = state
  const others = ([0, 1] as Seat[]).filter((seat) => seat !== viewer).flatMap((seat) => cities[seat].conspiracies)
  return [
    ...structure.flatMap((card, slot) => (card !== null && !faceUp[slot] ? [card] : [])),
    ...AGES.filter((later) => later > age).flatMap((later) => deal.ages[later].slots),
    ...AGES.flatMap((each) => deal.ages[each].removed),
    ...deal.boxGuilds,
    ...deal.boxWonders,
    ...(picks < 4 ? deal.secondWonders : []),
    ...boxTokens,
    ...deal.boxDecrees,
    ...(senate?.decrees ?? []).flat().flatMap(({ id, faceUp: isUp }) => (isUp ? [] : [id])),
    ...conspiracyDeck,
    ...others.flatMap(({ id, state }) => (state === 'triggered' ? [] : [id])),
    ...stack.flatMap((step) => ('drawn' in step && step.seat !== viewer ? step.drawn : [])),
    ...(deal.boxTemples ?? []),
    ...(deal.boxMythologyTokens ?? []),
    ...Object.values(pantheon?.decks ?? {}).flat(),
    // The divinities of the Pantheon lie face down in Age I.
    ...(pantheon?.spaces ?? []).flatMap((placed) =>
      placed && age < 2 && placed.placedBy !== viewer ? [placed.card] : [],
    ),
    ...others.flatMap(({ locked }) => (locked && !locked.public ? [locked.token] : [])),
  ]
}
