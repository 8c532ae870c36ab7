import type { FinishedGame } from '../../src/history/index.ts'
import { finishedGame } from '../../src/history/index.ts'
import type { GameKind, MatchOrigin, PlayerRef } from '../../src/protocol/index.ts'
import { playerRef } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { newId, playedRecord } from './finished.ts'
import { pick } from './random.ts'

const DAY_MS = 86_400_000

/** Some players, of whom the last one is a bot. */
export const somePlayers = (count: number): PlayerRef[] =>
  Array.from({ length: count }, (_, n) => playerRef(newId(), `Player ${n}`, n === count - 1))

/** A match of random actions, which most often ends by the rules. */
export const variedRecord = (kind: GameKind, random: () => number): MatchRecord =>
  playedRecord(
    random,
    random() < 0.2 ? Math.floor(60 * random()) : Infinity,
    {
      options: { wonders: random() < 0.9 ? 'draft' : 'first-game' },
      terms: { clock: 'blitz', rated: true, visibility: 'public' },
    },
    kind,
  )

/**
 * The same actions as another game: between some of the players, at a time within some days, rated or not, public, private or
 * on a deal of the day, with any clock and of any origin.
 */
export function variedGame(
  { header, createdAt, entries }: MatchRecord,
  players: readonly PlayerRef[],
  days: number,
  random: () => number,
): FinishedGame {
  const first = pick(players, random)
  const second = pick(
    players.filter(({ id }) => id !== first.id),
    random,
  )
  const later = Math.floor(days * DAY_MS * random())
  const origin: MatchOrigin = random() < 0.2 ? 'ladder' : 'queue'
  const isPublic = random() < 0.7
  return finishedGame({
    header: {
      ...header,
      id: newId(),
      origin,
      host: { ...header.host, player: first },
      terms: {
        clock: pick(['blitz', 'standard', 'correspondence-1'], random),
        rated: random() < 0.7,
        visibility: isPublic ? 'public' : 'private',
      },
      ...(!isPublic && random() < 0.5 && { deal: newId(), sealedUntil: createdAt + later + DAY_MS }),
    },
    createdAt: createdAt + later,
    entries: entries.map((entry) => ({
      ...entry,
      at: entry.at + later,
      body: entry.body.type === 'join' ? { ...entry.body, player: second } : entry.body,
    })),
  })
}
