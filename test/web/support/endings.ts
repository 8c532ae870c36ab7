import type { Action, LiveMatch, Snapshot } from '../../../client/src/index.ts'
import { expandOffers } from '../../../client/src/index.ts'
import type { Picker } from '../../../scripts/demo/play.ts'
import { pickAny, playOn } from '../../../scripts/demo/play.ts'
import type { MatchEnding } from '../../../src/protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, matchOptions } from '../../../src/protocol/index.ts'
import { catalogue } from '../../../src/rules/index.ts'
import { clientOf } from '../../support/guest.ts'
import type { Guest } from './session.ts'

// Games in which the first player wants to win in one way, and the second one lets them.

type Supremacy = Extract<MatchEnding, 'military' | 'science' | 'politics'>

const WANTED: Readonly<Record<Supremacy, string>> = { military: 'red', science: 'green', politics: 'senator' }

/** What is printed on the card that an action takes: a colour, or that it is a senator. */
function kindOf(snapshot: Snapshot, action: Action): string | undefined {
  if (!('slot' in action)) return undefined
  if (action.type === 'recruit-senator') return 'senator'
  const { buildings } = catalogue(matchOptions(snapshot.kind, DEFAULT_GAME_OPTIONS))
  const card = snapshot.board!.structure[String(action.slot)]?.card
  return buildings.find(({ id }) => id === card)?.color ?? 'senator'
}

/** Chooses what leads to an end: everything of its kind for oneself, and nothing of it for the other player. */
const towards =
  (by: Supremacy, leads: boolean): Picker =>
  (snapshot) => {
    const actions = expandOffers(snapshot.board!.legal)
    if (!actions.some((action) => 'slot' in action)) return chosenBesides(actions, snapshot, leads)
    const wants = (action: Action): boolean => kindOf(snapshot, action) === WANTED[by]
    const builds = ({ type }: Action): boolean => type === 'construct-building' || type === 'recruit-senator'
    const discards = ({ type }: Action): boolean => type === 'discard-card'
    const best = leads
      ? [actions.filter((one) => wants(one) && builds(one)), actions.filter((one) => !wants(one) && discards(one))]
      : [actions.filter((one) => !wants(one) && discards(one)), actions.filter((one) => !wants(one) && !builds(one))]
    return best.find(({ length }) => length > 0)?.[0] ?? actions.find(discards) ?? pickAny(snapshot)
  }

/** A chamber that the player does not control yet comes first, for whoever wants them all. */
function chosenBesides(actions: readonly Action[], snapshot: Snapshot, leads: boolean): Action {
  const { senate } = snapshot.board!
  const free = actions.find((one) => 'chamber' in one && senate?.[String(one.chamber)]?.controller === undefined)
  return (leads && free) || pickAny(snapshot)
}

/** More than enough games in which one player wants to win so, and the other one lets them. */
const MOST_GAMES = 12

/**
 * Plays games until one has ended so.
 * @param watch - is called with each game before it begins, and may open pages that show it
 * @throws Error if none ends so
 */
export async function endBy(
  url: string,
  guest: Guest,
  by: MatchEnding,
  watch: (match: LiveMatch) => Promise<void>,
): Promise<LiveMatch> {
  const ben = await clientOf(url, 'Ben')
  try {
    for (let game = 0; game < MOST_GAMES; game += 1) {
      const kind = by === 'politics' ? 'agora' : 'base'
      const match = await guest.curia.create({ kind, clock: 'none', seat: 0 })
      const other = await ben.join({ code: match.value.snapshot.code! })
      await watch(match)
      const [first, second] =
        by === 'military' || by === 'science' || by === 'politics'
          ? [towards(by, true), towards(by, false)]
          : [pickAny, pickAny]
      await (by === 'resignation' ? other.resign() : Promise.all([playOn(match, first), playOn(other, second)]))
      const { ended } = await match.until((state) => state.ended && state)
      if (ended && match.value.snapshot.outcome?.by === by) return match
      match.close()
    }
  } finally {
    ben.close()
  }
  throw new Error(`none of ${MOST_GAMES} games ended by ${by}`)
}
