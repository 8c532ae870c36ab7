import { isDeepStrictEqual } from 'node:util'
import type { LiveStore, RematchState } from '../../live/index.ts'
import type { MatchServerEvent } from '../../protocol/index.ts'
import type { Fold } from '../../record/index.ts'
import { hidesSeats, shownPlace } from '../../record/index.ts'
import type { Viewer } from '../../rules/index.ts'
import { endedPayload } from './ended-payload.ts'
import type { Notice, StateNews } from './notice.ts'
import { presencePayload } from './presence-payload.ts'

/*
 * The one place that knows the kinds of news. A new kind touches: src/live/news.ts, where its shape is; the store's
 * method that publishes it; a row of `KINDS` here; and src/protocol/server-events.ts, with the schema of the event that
 * viewers receive. Nothing between the store and the socket names a kind.
 */

/** What the kinds of news need from the rest of the server. */
export interface NewsSources {
  store: Pick<LiveStore, 'attendance' | 'rematch'>
  /** Creates the match that follows another one, and seats both players, if it was decided and has not begun. */
  createNext: (match: string, rematch: RematchState) => Promise<void> | undefined
}

/** One way to see a notice. The two viewers differ for a spectator who takes a seat. */
export interface Perspective {
  /** Whom the match was shown to before. */
  before: Viewer
  viewer: Viewer
}

/** How one kind of news reaches the viewers of a match. */
interface Kind<N extends Notice> {
  /** The events for one viewer, in order. `fold` is the match after the notice. */
  render(notice: N, perspective: Perspective, fold: Fold): MatchServerEvent[]
}

/** How one kind of news that replaces what was known before reaches them. */
interface StateKind<N extends StateNews> extends Kind<N> {
  /** News replaces the last news of the same stream. A kind without this is one stream. */
  stream?(news: N): string
  /** Whether the news says anything beyond the last news of its stream. */
  isNewAfter(last: N, news: N): boolean
  /** Whether the last news says something else, now that the match has changed. */
  saysMore?(before: Fold, after: Fold): boolean
  /** What must be done before viewers know. */
  prepare?(news: N, sources: NewsSources): Promise<void> | undefined
  /** Reads what a viewer must know who begins to watch; null if there is nothing to say. */
  read?(fold: Fold, sources: NewsSources): Promise<N | null>
}

type Of<Type extends Notice['type']> = Extract<Notice, { type: Type }>
type Kinds = {
  [Type in Notice['type']]: Of<Type> extends StateNews ? StateKind<Of<Type>> : Kind<Of<Type>>
}

export const KINDS: Kinds = {
  entry: {
    render({ updates }, { before, viewer }, fold) {
      const ended = endedPayload(fold)
      return [
        { event: 'match:update', payload: updates.of(before, viewer) },
        ...(ended ? [{ event: 'match:ended', payload: ended } as const] : []),
      ]
    },
  },
  reset: {
    render: ({ match, snapshots, now }, { viewer }, { version }) => [
      { event: 'match:reset', payload: { match, version, snapshot: snapshots.of(viewer), now } },
    ],
  },
  expired: {
    render: ({ match }, _perspective, { version }) => [{ event: 'match:expired', payload: { match, version } }],
  },
  attendance: {
    isNewAfter: (last, news) => !isDeepStrictEqual(last.attendance, news.attendance),
    saysMore: (before, after) => hidesSeats(before) && !hidesSeats(after),
    read: async ({ header: { id: match } }, { store }) => ({
      match,
      type: 'attendance',
      attendance: await store.attendance(match),
    }),
    render: ({ attendance }, _perspective, fold) => [
      { event: 'match:presence', payload: presencePayload(fold, attendance) },
    ],
  },
  chat: {
    stream: ({ room }) => room,
    isNewAfter: (last, news) => news.line.number > last.line.number,
    render({ match, room, line, muted }, { viewer }) {
      const isOwnRoom = room === (viewer === 'spectator' ? 'spectators' : 'players')
      const isMuted = muted.some((seat) => seat === viewer) && line.seat !== viewer
      return isOwnRoom && !isMuted ? [{ event: 'chat:message', payload: { match, room, line } }] : []
    },
  },
  rematch: {
    // That the next match has begun is nothing to a viewer who knows of it.
    isNewAfter: ({ rematch: last }, { rematch }) =>
      !isDeepStrictEqual([last.offered, last.next], [rematch.offered, rematch.next]),
    // The node that decided on the next match may have died before it created the match.
    prepare: ({ match, rematch }, { createNext }) => createNext(match, rematch),
    async read({ header: { id: match }, outcome }, { store }) {
      const rematch = outcome && (await store.rematch(match))
      return rematch && (rematch.next || rematch.offered.length > 0) ? { match, type: 'rematch', rematch } : null
    },
    render({ match, rematch: { offered, next } }, _perspective, { header }) {
      const series = next?.series
      if (series && series.id === header.series?.id) {
        return [{ event: 'series:next', payload: { match, series: shownPlace(series), next: next.id } }]
      }
      return [{ event: 'match:rematch', payload: { match, offered, ...(next && { next: next.id }) } }]
    },
  },
}

/** The kinds that a viewer must know about who begins to watch. */
export const READABLE = (Object.keys(KINDS) as (keyof Kinds)[]).filter(
  (type): type is StateNews['type'] => 'read' in KINDS[type],
)

/** The kind of a notice. */
export const kindOf = <N extends Notice>({ type }: N): Kind<N> => KINDS[type] as Kind<N>

/** The kind of news with a state. */
export const stateKindOf = <N extends StateNews>({ type }: Pick<N, 'type'>): StateKind<N> => KINDS[type] as StateKind<N>
