import type { Entry, EntryBody, MatchHeader, MatchRecord } from '../../src/record/index.ts'
import { advance, bidSeat, hashSeed, openFold, otherSeat } from '../../src/record/index.ts'
import type { Bids } from '../../src/record/seating.ts'
import type { MatchOptions } from '../../src/rules/index.ts'
import { legalActions } from '../../src/rules/index.ts'

const BEGAN = Date.UTC(2026, 0, 1)

/**
 * A whole match of legal actions picked at random, and always the same one for the same seed and options. `seed` is 64
 * hex digits, as the server makes them. With `bids`, they decide who begins.
 */
export function randomRecord(seed = '5eed'.repeat(16), options: Partial<MatchOptions> = {}, bids?: Bids): MatchRecord {
  const header: MatchHeader = {
    id: hashSeed(`${seed} match`).slice(0, 16),
    code: 'ABCDEFGH',
    options: { agora: false, wonders: 'draft', tiedPawn: 'chooses', ...options },
    rules: '1',
    seed,
    seedHash: hashSeed(seed),
    host: { seat: 0, player: { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' } },
    ...(bids && { bid: bids.host }),
  }
  const record: MatchRecord = { header, createdAt: BEGAN, entries: [] }
  let fold = openFold(header, BEGAN)
  const append = (body: EntryBody): void => {
    const version = fold.version + 1
    const entry: Entry = {
      version,
      at: BEGAN + version * 1000,
      ...(body.type === 'act' && { actionId: `action-${version}` }),
      body,
    }
    record.entries.push(entry)
    fold = advance(fold, entry).fold
  }

  const player = { id: 'BenBenBenBenBenB', name: 'Ben' }
  if (bids) append({ type: 'join', seat: otherSeat(bidSeat(seed, bids).seat), player, seatBy: 'bid', bid: bids.guest })
  else append({ type: 'join', seat: 1, player })
  while (fold.state && fold.state.toAct !== null) {
    const legal = legalActions(fold.state)
    const draw = Number.parseInt(hashSeed(`${seed} ${fold.version}`).slice(0, 8), 16)
    append({ type: 'act', seat: fold.state.toAct, action: legal[draw % legal.length]! })
  }
  return record
}
