import type { FastifyRequest } from 'fastify'
import { CodedError, primitives } from '../protocol/index.ts'
import { within } from '../time/index.ts'
import type { Parts } from './parts.ts'
import type { Preview, Previewed } from './preview-texts.ts'
import { previewedGame, previewOf } from './preview-texts.ts'
import type { Subject } from './screens.ts'

/** How long the page may wait for what its link is about (ms). */
const LONGEST_LOOK_MS = 1_000
/** How many links may be looked up at the same time. A store that does not answer makes looks last. */
const MOST_LOOKS = 100

/** What a link is about, and what to say of it. */
export interface Found {
  shown: Previewed
  preview: Preview
}
/** The parameters of the address of a link, and its query, come from outside, unchecked. */
type Link = Pick<FastifyRequest, 'params' | 'query' | 'log'>

/**
 * What links are about, for everyone who has them: what a spectator with nothing but the link may see. Everything else
 * gets the neutral text: what is unknown, expired or private, and all links while a store does not answer in time.
 */
export class Previews {
  readonly #parts: Pick<Parts, 'matches' | 'archive'>
  #looks = 0

  constructor(parts: Pick<Parts, 'matches' | 'archive'>) {
    this.#parts = parts
  }

  /** What a link is about, and what to say of it; null if there is nothing to say. */
  async of(subject: Subject | null, link: Link): Promise<Found | null> {
    const look = subject && this.#lookOf(subject, link)
    if (!look || this.#looks >= MOST_LOOKS) return null
    this.#looks += 1
    const found = look().finally(() => (this.#looks -= 1))
    try {
      const shown = await within(LONGEST_LOOK_MS, found)
      const preview = shown && previewOf(shown)
      return preview && { shown, preview }
    } catch (error) {
      if (!(error instanceof CodedError)) link.log.warn({ err: error }, 'a link was not looked up')
      return null
    }
  }

  /** The points so far of a match in play, by seat; undefined if they cannot be had now. */
  async points({ params, query, log }: Link): Promise<Record<0 | 1, number> | undefined> {
    const match = primitives.matchId.safeParse((params as { id: unknown }).id).data
    if (match === undefined) return undefined
    try {
      const asked = this.#parts.matches.explanations.explain(null, match, codeOf(query))
      const ledger = (await within(LONGEST_LOOK_MS, asked))?.explanation?.ledger
      return ledger && { 0: ledger[0].points.total, 1: ledger[1].points.total }
    } catch (error) {
      if (!(error instanceof CodedError)) log.warn({ err: error }, 'the points of a match were not looked up')
      return undefined
    }
  }

  /** How to find out what a link is about; null if what it names cannot exist. */
  #lookOf(subject: Subject, { params, query }: Link): (() => Promise<Previewed | null>) | null {
    if (subject === 'invitation') {
      const code = codeOf(params)
      return code === undefined ? null : () => this.#parts.matches.views.invitation(code)
    }
    const match = primitives.matchId.safeParse((params as { id: unknown }).id).data
    return match === undefined ? null : () => this.#match(match, codeOf(query))
  }

  /** A match as spectators see it; from the history if the live matches do not show it. */
  async #match(match: string, code: string | undefined): Promise<Previewed | null> {
    const {
      matches: { views },
      archive,
    } = this.#parts
    try {
      return (await views.view(null, match, { code })).snapshot
    } catch (error) {
      if (!(error instanceof CodedError) || error.code === 'code-needed') throw error
      const game = await archive.get(match)
      return game && previewedGame(game)
    }
  }
}

/** The invitation code in the parameters or the query of a link, if it has one that can be a code. */
export const codeOf = (from: unknown): string | undefined =>
  primitives.invitationCode.safeParse((from as { code?: unknown }).code).data
