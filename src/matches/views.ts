import type { LiveStore } from '../live/index.ts'
import type { PlayerRef, PositionAnswer, Replay, ReportedMatch, Snapshot, ViewAnswer } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Fold, Folded } from '../record/index.ts'
import { endedRecord, foldRecord, mayDo, positionOf, snapshot, summaryOf, wholeReplay } from '../record/index.ts'
import type { Viewer } from '../rules/index.ts'
import { ownViewer, requireAdmitted } from './access.ts'
import type { LongPoll, LongPolls } from './long-polls.ts'
import type { Replica } from './replica/replica.ts'
import type { Replicas } from './replica/replicas.ts'
import { unknownVersion } from './requirements.ts'
import type { Seals } from './seals.ts'

/** What a viewer knows already, and what admits them. */
export interface ViewOptions {
  /** The last version that the viewer has seen: the answer then has what happened since. */
  sinceVersion?: number | undefined
  /** The code of a private match, for spectators. */
  code?: string | undefined
}

const LONGEST_WAIT_MS = 60_000

interface ViewsParts {
  store: Pick<LiveStore, 'now' | 'findByCode'>
  replicas: Replicas
  longPolls: LongPolls
  seals: Seals
  /** Creates the next game of a series, if a match has ended that has one. */
  goOn: (fold: Fold) => Promise<void>
}

/**
 * What someone may see of a match that is still in the live store. A player without a seat is a spectator, and so is
 * `null`. All methods throw CodedError `unknown-match`, `other-rules` and `unavailable`, in addition to what they name.
 */
export class Views {
  readonly #store: Pick<LiveStore, 'now' | 'findByCode'>
  readonly #replicas: Replicas
  readonly #longPolls: LongPolls
  readonly #seals: Seals
  readonly #goOn: ViewsParts['goOn']

  constructor({ store, replicas, longPolls, seals, goOn }: ViewsParts) {
    this.#goOn = goOn
    this.#store = store
    this.#replicas = replicas
    this.#longPolls = longPolls
    this.#seals = seals
  }

  /** Requires that someone may see a match now. @throws CodedError `code-needed`, `sealed`. */
  admit(fold: Fold, player: PlayerRef | null, code?: string): void {
    requireAdmitted(fold, { player, code, now: this.#store.now() })
  }

  /** What a player sees now, and what they missed. @throws CodedError `code-needed`, `sealed`, `unknown-version`. */
  async view(player: PlayerRef | null, match: string, { sinceVersion, code }: ViewOptions = {}): Promise<ViewAnswer> {
    return this.#replicas.use(match, async (replica) => {
      this.admit(replica.fold, player, code)
      if (sinceVersion !== undefined) await requireVersion(replica, sinceVersion)
      await this.#goOn(replica.fold)
      return this.answer(replica, player, sinceVersion)
    })
  }

  /**
   * The match to which an invitation code leads someone new, as spectators see it; null if the code is unknown, or was
   * used.
   */
  async invitation(code: string): Promise<Snapshot | null> {
    const match = await this.#store.findByCode(code)
    if (match === null) return null
    const { snapshot } = await this.view(null, match, { code })
    return snapshot.status === 'waiting' ? snapshot : null
  }

  /**
   * The view as soon as the match is past `sinceVersion`; with `turn`, as soon as the player has to decide. It is answered
   * earlier, as it is, after `waitMs` (at most a minute), when the signal aborts, when the match has ended, and when the
   * server stops.
   * @throws CodedError `code-needed`, `sealed`, `unknown-version`; `limit-reached`, `busy` when too many requests wait.
   */
  async waitForView(
    player: PlayerRef | null,
    match: string,
    { sinceVersion, code }: ViewOptions & { sinceVersion: number },
    { turn = false, ...poll }: Omit<LongPoll, 'player' | 'until'> & { turn?: boolean },
  ): Promise<ViewAnswer> {
    return this.#replicas.use(match, async (replica) => {
      this.admit(replica.fold, player, code)
      await requireVersion(replica, sinceVersion)
      const until = (fold: Fold): boolean =>
        fold.outcome !== null || (turn ? hasToDecide(fold, player) : fold.version > sinceVersion)
      if (!until(replica.fold)) {
        const waitMs = Math.min(poll.waitMs, LONGEST_WAIT_MS)
        await this.#longPolls.wait(replica.notifier, { ...poll, waitMs, until, player: player?.id })
        replica.requireUsable()
        await requireVersion(replica, sinceVersion)
      }
      await this.#goOn(replica.fold)
      return this.answer(replica, player, sinceVersion)
    })
  }

  /** The view of a replica as it is now. */
  answer(replica: Replica, player: PlayerRef | null, sinceVersion?: number): ViewAnswer {
    const viewer = ownViewer(replica.fold, player)
    const answer = { version: replica.version, snapshot: replica.snapshots.of(viewer), now: this.#store.now() }
    if (sinceVersion === undefined) return answer
    return { ...answer, missed: replica.missedSince(sinceVersion, viewer) }
  }

  /**
   * What happened from the beginning: while the match goes on, what the player could see; after its end, every event.
   * @throws CodedError `code-needed`; `sealed`.
   */
  async replay(player: PlayerRef | null, match: string, code?: string): Promise<Replay> {
    return this.#lookBack(match, async (replica) => {
      const { fold, record } = replica
      this.admit(fold, player, code)
      if (fold.outcome) {
        await this.#seals.requireOpen(fold.header)
        return wholeReplay(endedRecord(record, fold))
      }
      const viewer = ownViewer(fold, player)
      // At version 1 both players have a seat, and the board is laid out.
      const first = Math.min(1, fold.version)
      const steps = replica.missedSince(first, viewer)
      return { complete: false, match, first: snapshot(foldRecord(record, first), viewer), steps }
    })
  }

  /**
   * A match that has ended, with its whole log, if everybody may see all of it; null while it goes on or its deal is sealed,
   * and for one that was aborted.
   */
  async ended(match: string): Promise<Pick<Folded, 'record' | 'fold'> | null> {
    return this.#lookBack(match, async ({ folded: { record, fold } }) => {
      if (!fold.outcome || fold.outcome.by === 'aborted' || (await this.#seals.isSealed(fold.header))) return null
      return { record: endedRecord(record, fold), fold }
    })
  }

  /**
   * The match at one of its versions: while it goes on, as the player could see it; after its end, as any viewer could.
   * @throws CodedError `code-needed`, `unknown-version`; for the view of another player, `not-your-match` while the match
   * goes on, and `sealed` while its deal is.
   */
  async position(
    player: PlayerRef | null,
    match: string,
    version: number,
    { viewer: wanted, code }: { viewer?: Viewer | undefined } & Pick<ViewOptions, 'code'> = {},
  ): Promise<PositionAnswer> {
    return this.#lookBack(match, async (replica) => {
      const { fold, record } = replica
      this.admit(fold, player, code)
      if (version > fold.version) throw unknownVersion(fold.version)
      const viewer = await this.#allowedViewer(fold, player, wanted)
      return positionOf(record, version, viewer, fold.outcome !== null)
    })
  }

  /**
   * Does something for which it matters whether a match has ended: another node may have ended it a moment ago, or it has
   * expired since this node read it.
   */
  #lookBack<T>(match: string, work: (replica: Replica) => T | Promise<T>): Promise<T> {
    return this.#replicas.use(match, async (replica) => {
      if (!replica.fold.outcome) await replica.catchUp()
      return work(replica)
    })
  }

  /**
   * The viewer that a player may be: their own while the match goes on or its deal is sealed, any after it.
   * @throws CodedError `not-your-match`; `sealed`.
   */
  async #allowedViewer(fold: Fold, player: PlayerRef | null, wanted?: Viewer): Promise<Viewer> {
    const own = ownViewer(fold, player)
    if (wanted === undefined || wanted === own) return own
    if (!fold.outcome) throw new CodedError('not-your-match')
    await this.#seals.requireOpen(fold.header)
    return wanted
  }

  /** Requires that a player may watch a match now. @throws CodedError `code-needed`, `sealed`. */
  async requireAdmitted(player: PlayerRef, match: string, code?: string): Promise<void> {
    return this.#lookBack(match, ({ fold }) => this.admit(fold, player, code))
  }

  /** A match in a few words, for moderators; not how it ended, while its deal is sealed. */
  async summary(match: string): Promise<Omit<ReportedMatch, 'chat'>> {
    return this.#replicas.use(match, async ({ fold }) => {
      const { outcome, ...summary } = summaryOf(fold)
      return { ...summary, ...(outcome && !(await this.#seals.isSealed(fold.header)) && { outcome }) }
    })
  }

  /** Whether a match waits for a second player. @throws CodedError `other-rules`, `unavailable`. */
  async isWaiting(match: string): Promise<boolean> {
    try {
      return await this.#replicas.use(match, ({ fold }) => !fold.state && !fold.outcome)
    } catch (error) {
      if (error instanceof CodedError && error.code === 'unknown-match') return false
      throw error
    }
  }

  /** Whether a match has ended, or cannot be played here at all. @throws CodedError `unavailable`. */
  async isOver(match: string): Promise<boolean> {
    try {
      return await this.#lookBack(match, ({ fold }) => fold.outcome !== null)
    } catch (error) {
      if (error instanceof CodedError && (error.code === 'unknown-match' || error.code === 'other-rules')) return true
      throw error
    }
  }
}

/** Whether a player has an action to choose, or an offer of a draw to answer. */
function hasToDecide(fold: Fold, player: PlayerRef | null): boolean {
  const viewer = ownViewer(fold, player)
  return viewer !== 'spectator' && (fold.state?.toAct === viewer || mayDo(fold, viewer).answerDraw === true)
}

/** Requires that a match has a version. @throws CodedError `unknown-version`, `unknown-match`, `unavailable`. */
export async function requireVersion(replica: Replica, version: number): Promise<void> {
  // Another node may have committed it a moment ago.
  if (version > replica.version) await replica.catchUp()
  if (version > replica.version) throw unknownVersion(replica.version)
}
