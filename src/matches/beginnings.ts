import type { CreateRequest, GameKind, GameOptions, PlayerRef, Source } from '../protocol/index.ts'
import { CodedError, gameOptionsOf, withoutHandicap } from '../protocol/index.ts'
import type { MatchHeader, MatchRecord } from '../record/index.ts'
import { dealOf, foldRecord, kindOf, playedOptions } from '../record/index.ts'
import { RULES_VERSION } from '../rules/index.ts'
import { requireInvited } from './access.ts'
import { openingOf } from './openings.ts'
import type { Replicas } from './replica/replicas.ts'
import { unknownVersion } from './requirements.ts'
import type { SealedDeal, SealedDeals } from './sealed-deals.ts'
import type { Seals } from './seals.ts'

/** What a match begins with. */
export interface Beginning {
  kind: GameKind
  options: GameOptions
  seed?: string | undefined
  opening?: MatchHeader['opening']
  deal?: string | undefined
  sealedUntil?: number | undefined
  from?: Source | undefined
}

interface BeginningsParts {
  replicas: Pick<Replicas, 'use'>
  /** The record of a game of the history; null if it has none with this id. */
  recordOf: (id: string) => Promise<MatchRecord | null>
  sealedDeals: Pick<SealedDeals, 'find'>
  seals: Seals
}

/** What new matches begin with: a new deal, that of an earlier game, or a position of one. */
export class Beginnings {
  readonly #parts: BeginningsParts

  constructor(parts: BeginningsParts) {
    this.#parts = parts
  }

  /**
   * What a player asks a match to begin with.
   * @throws CodedError `unknown-deal`, `sealed`; of a position: `unknown-game`, `code-needed`, `not-now` while its match goes on,
   * `unknown-version`, `match-over` if nothing is left to decide; `other-rules` if these rules do not deal it;
   * `unavailable`.
   */
  async of(player: PlayerRef, { kind, options, seed, sample, deal, from }: CreateRequest): Promise<Beginning> {
    if (sample !== undefined) return openingOf(sample)
    if (deal !== undefined) return this.#onDeal(deal, options)
    if (from) return this.#from(player, from)
    return { kind, options, seed }
  }

  /**
   * What everybody who plays a sealed deal begins with.
   * @throws CodedError `other-rules` if these rules would deal something else.
   */
  sealed({ id, kind, options, rules, seed, sealedUntil }: SealedDeal): Beginning {
    requireRules(rules)
    return { kind, options, seed, deal: id, sealedUntil }
  }

  /** A handicap is no part of a deal: the match has the one that is asked for, if any. */
  async #onDeal(id: string, { handicap }: GameOptions): Promise<Beginning> {
    const { options, ...dealt } = await this.#dealt(id)
    return { ...dealt, options: { ...withoutHandicap(options), ...(handicap && { handicap }) } }
  }

  async #dealt(id: string): Promise<Beginning> {
    const daily = await this.#parts.sealedDeals.find(id)
    if (daily) {
      await this.#parts.seals.requireOpen(daily)
      return { ...this.sealed(daily), sealedUntil: undefined }
    }
    const record = await this.#find(id)
    if (record) await this.#parts.seals.requireOpen(record.header)
    const by = record && foldRecord(record).outcome?.by
    if (!record || by === undefined || by === 'aborted') throw new CodedError('unknown-deal')
    return { ...dealtIn(record), deal: dealOf(record.header) }
  }

  async #from(player: PlayerRef, { match, version, code }: NonNullable<CreateRequest['from']>): Promise<Beginning> {
    const record = await this.#find(match)
    if (!record) throw new CodedError('unknown-game')
    const last = foldRecord(record)
    requireInvited(last, player, code)
    if (!last.outcome) throw new CodedError('not-now')
    await this.#parts.seals.requireOpen(record.header)
    if (version > last.version) throw unknownVersion(last.version)
    if (foldRecord(record, version).state?.result) throw new CodedError('match-over')
    const before = record.header.opening ?? []
    const done = record.entries.slice(0, version).flatMap(({ body }) => (body.type === 'act' ? [body.action] : []))
    const options = playedOptions(last)
    return { ...dealtIn(record), options, opening: [...before, ...done], from: { match, version } }
  }

  /** The record of a match, from the live store or from the history. */
  async #find(id: string): Promise<MatchRecord | null> {
    const { replicas, recordOf } = this.#parts
    try {
      return await replicas.use(id, ({ folded }) => folded.record)
    } catch (error) {
      if (!(error instanceof CodedError) || error.code === 'other-rules') throw error
      const stored = await recordOf(id)
      if (!stored && error.code !== 'unknown-match') throw error
      return stored
    }
  }
}

/** The deal of a record. @throws CodedError `other-rules` if these rules would deal something else. */
function dealtIn({ header }: MatchRecord): Pick<Beginning, 'kind' | 'options' | 'seed'> {
  requireRules(header.rules)
  return { kind: kindOf(header), options: gameOptionsOf(header.options), seed: header.seed }
}

function requireRules(rules: string): void {
  if (rules !== RULES_VERSION) throw new CodedError('other-rules', undefined, { rules })
}
