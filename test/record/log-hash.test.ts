import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Snapshot } from '../../src/protocol/index.ts'
import { GAME_KIND_IDS, GAME_KINDS } from '../../src/protocol/index.ts'
import type { Entry, MatchRecord, Transition } from '../../src/record/index.ts'
import { foldRecord, otherSeat, snapshot, transitions, Updates, verifyRecord } from '../../src/record/index.ts'
import { brokenLinks, logHashes } from '../../src/record/links.ts'
import { entryHash } from '../../src/record/log-hash.ts'
import type { Action, Seat } from '../../src/rules/index.ts'
import { legalActions } from '../../src/rules/index.ts'
import { randomRecord } from '../support/random-record.ts'
import { sealed } from '../support/sealed.ts'

const AGORA = GAME_KINDS['agora-pantheon'].switches
const game = sealed(randomRecord(undefined, AGORA))
const { length } = game.entries
const DISCARD = { type: 'discard-card', slot: 99 } as const
const seatIn = ({ body }: Entry): Seat => ('seat' in body ? body.seat : 0)
const downtime: Entry = { version: 0, at: 0, body: { type: 'downtime', ms: 4_000 } }

/** The record with one entry replaced. */
const withEntry = (record: MatchRecord, version: number, change: (entry: Entry) => Entry): MatchRecord => ({
  ...record,
  entries: record.entries.map((entry) => (entry.version === version ? change(entry) : entry)),
})

/** The record with downtime before its third entry. */
function interrupted(record: MatchRecord): MatchRecord {
  const [first, second, ...rest] = record.entries
  const all = [first!, second!, downtime, ...rest]
  return sealed({ ...record, entries: all.map((entry, index) => ({ ...entry, version: index + 1 })) })
}

const linksOf = (record: MatchRecord): number[] => brokenLinks(record).map(({ version }) => version)

describe('the hash of a log', () => {
  it.each(GAME_KIND_IDS)('is that of the newest entry, at every version of a match: %s', (kind) => {
    const record = sealed(randomRecord(undefined, GAME_KINDS[kind].switches))
    const hashes = logHashes(record)
    expect(new Set(hashes).size).toBe(record.entries.length + 1)
    expect(snapshot(foldRecord(record, 0), 'spectator').logHash).toBe(hashes[0])
    for (const { entry, before, after } of transitions(record)) {
      expect(entry.previousHash).toBe(before.logHash.value)
      expect(snapshot(after, 'spectator').logHash).toBe(hashes[entry.version])
    }
    expect(foldRecord(record).logHash.value).toBe(record.logHash)
  })

  it('is the same whether each version was hashed, or only the last', () => {
    const folds = [...transitions(game)].map(({ after }) => after)
    const last = folds.at(-1)!.logHash.value
    expect(folds.map(({ logHash }) => logHash.value)).toEqual(logHashes(game).slice(1))
    expect(last).toBe(game.logHash)
  })

  it('is computed from the hash that the last entry has, however long the log is', () => {
    const other = entryHash(game.header.seed, game.entries[0]!, 'another hash')
    const record = withEntry(game, length, (entry) => ({ ...entry, previousHash: other }))
    const last = record.entries.at(-1)!
    expect(foldRecord(record).logHash.value).toBe(entryHash(game.header.seed, last, other))
  })

  it('depends on the mark of a bot', () => {
    const { host } = game.header
    const marked = { ...game.header, host: { ...host, player: { ...host.player, bot: true as const } } }
    expect(linksOf(sealed({ ...game, header: marked }))).toEqual([])
    expect(linksOf({ ...game, header: marked })).not.toEqual([])
    const joined = withEntry(game, 1, (entry) =>
      entry.body.type === 'join'
        ? { ...entry, body: { ...entry.body, player: { ...entry.body.player, bot: true } } }
        : entry,
    )
    expect(linksOf(sealed(joined))).toEqual([])
    expect(linksOf(joined)).not.toEqual([])
  })

  it('depends on no name, which its player may delete, on no secret of clients, and on no order of fields', () => {
    const text = JSON.stringify(game).replaceAll('"Ada"', '"(deleted)"').replaceAll('"Ben"', '"(deleted)"')
    const reversed = JSON.parse(text, (_key, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    ) as MatchRecord
    const stripped = reversed.entries.map((entry) => ({ ...entry, actionId: undefined }))
    const other = { ...reversed, entries: stripped as Entry[], header: { ...reversed.header, code: '' } }
    expect(logHashes(other)).toEqual(logHashes(game))
    expect(linksOf(other)).toEqual([])
  })
})

describe('a record that was changed', () => {
  const changes: Record<string, (entry: Entry) => Entry> = {
    'its time': (entry) => ({ ...entry, at: entry.at + 1 }),
    'its seat': (entry) => ({ ...entry, body: { ...entry.body, seat: otherSeat(seatIn(entry)) } as Entry['body'] }),
    'its action': (entry) => ({ ...entry, body: { type: 'act', seat: seatIn(entry), action: DISCARD } }),
    'all of it': (entry) => ({ ...entry, body: { type: 'resign', seat: 0 } }),
  }

  it.each(Object.entries(changes))('names the one entry that was changed: %s', (_name, change) => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: length }), (version) => {
        const changed = withEntry(game, version, change)
        expect(linksOf(changed)).toEqual([version])
      }),
      { numRuns: 20 },
    )
  })

  it('names the header: by its options, its terms, its players or the time of its creation', () => {
    const { header } = game
    const others: MatchRecord[] = [
      { ...game, createdAt: game.createdAt + 1 },
      { ...game, header: { ...header, options: { ...header.options, tiedPawn: 'begins' } } },
      { ...game, header: { ...header, terms: { clock: 'blitz', rated: true, visibility: 'public' } } },
      { ...game, header: { ...header, host: { ...header.host, player: { id: 'EveEveEveEveEveE', name: 'Ada' } } } },
    ]
    for (const other of others) expect(linksOf(other)).toEqual([0])
  })

  it('names what comes before an entry that was removed or added, and the end of a log that was cut', () => {
    const renumber = (entries: Entry[]): Entry[] => entries.map((entry, index) => ({ ...entry, version: index + 1 }))
    const [tenth] = game.entries.slice(9, 10)
    expect(linksOf({ ...game, entries: renumber(game.entries.toSpliced(9, 1)) })).toContain(9)
    expect(linksOf({ ...game, entries: renumber(game.entries.toSpliced(9, 0, tenth!)) })).toContain(10)
    expect(linksOf({ ...game, entries: game.entries.slice(0, -1) })).toEqual([length - 1])
  })

  it('names an entry without a hash', () => {
    expect(linksOf(withEntry(game, 7, ({ version, at, body }) => ({ version, at, body })))).toEqual([7])
  })

  it('names downtime that was changed, although it has no hash itself', () => {
    const record = interrupted(game)
    expect(record.entries[2]).not.toHaveProperty('previousHash')
    expect(linksOf(record)).toEqual([])
    expect(linksOf(withEntry(record, 3, (entry) => ({ ...entry, body: { type: 'downtime', ms: 9_000 } })))).toEqual([3])
  })

  it('that was hashed again as a whole is unlike the hash that a player has seen', () => {
    const seen = logHashes(game)[20]!
    const forged = sealed(withEntry(game, 5, (entry) => ({ ...entry, at: entry.at + 1 })))
    expect(linksOf(forged)).toEqual([])
    expect(verifyRecord(game, {}, [seen]).every(({ ok }) => ok)).toBe(true)
    expect(verifyRecord(forged).every(({ ok }) => ok)).toBe(true)
    const failed = verifyRecord(forged, {}, [seen]).filter(({ ok }) => !ok)
    expect(failed.map(({ what }) => what)).toEqual([`the hash ${seen}, which was shown, is one of the log`])
  })
})

describe('a record of the format before hashes', () => {
  const old = randomRecord()

  it('is folded and verified as before', () => {
    expect(old.header).not.toHaveProperty('format')
    expect(verifyRecord(old).every(({ ok }) => ok)).toBe(true)
  })

  it('has hashes from the entry on that a later version of the server has committed', () => {
    const hashes = logHashes(old)
    const entries = old.entries.map((entry, index) => (index < 30 ? entry : { ...entry, previousHash: hashes[index]! }))
    const mixed = { ...old, entries }
    expect(linksOf(mixed)).toEqual([])
    expect(linksOf(withEntry(mixed, 40, (entry) => ({ ...entry, at: entry.at + 1 })))).toEqual([40])
    expect(linksOf(withEntry(mixed, 10, (entry) => ({ ...entry, at: entry.at + 1 })))).toEqual([30])
  })
})

describe('the hash that an opponent sees', () => {
  /** The other actions that could have been chosen where the opponent does not see which one was. */
  function hiddenChoices(): { transition: Transition; others: Action[] }[] {
    return [...transitions(game)].flatMap((transition) => {
      const { body } = transition.entry
      if (body.type !== 'act' || body.action.type !== 'keep-conspiracy') return []
      const isOther = (one: Action): boolean => JSON.stringify(one) !== JSON.stringify(body.action)
      const others = legalActions(transition.before.state!).filter(isOther)
      return [{ transition, others }]
    })
  }

  /** Every text that a viewer receives until the end, in snapshots and updates. */
  function textsSeen(record: MatchRecord, viewer: Seat): Set<string> {
    const texts = new Set<string>(['', game.header.id])
    const collect = (value: unknown): void => {
      if (typeof value === 'string') texts.add(value)
      else if (value !== null && typeof value === 'object') {
        for (const pair of Object.entries(value)) pair.forEach(collect)
      }
    }
    for (const transition of transitions(record)) {
      if (transition.after.outcome) break
      collect(snapshot(transition.after, viewer))
      collect(new Updates(transition).of(viewer, viewer))
    }
    return texts
  }

  it('does not show which choice was made: with nothing that was shown before the end can it be computed', () => {
    const choices = hiddenChoices()
    expect(choices.length).toBeGreaterThan(0)
    for (const { transition, others } of choices) {
      const { entry, before, after } = transition
      const body = entry.body as Entry['body'] & { type: 'act' }
      const [previous, shown] = [before.logHash.value, after.logHash.value]
      const opponent = otherSeat(body.seat)
      const bodies = [body, ...others.map((action) => ({ ...body, action }))]
      const candidates = bodies.map((one) => ({ ...entry, body: one }))
      expect(candidates.length).toBeGreaterThan(1)
      const fitting = (key: string): Entry[] => candidates.filter((one) => entryHash(key, one, previous) === shown)
      // With the key there would be no secret: the choices are few, and everything else is known.
      expect(fitting(game.header.seed)).toEqual([{ ...entry, body }])
      const texts = textsSeen(game, opponent)
      expect(texts.size).toBeGreaterThan(200)
      expect(texts).not.toContain(game.header.seed)
      for (const text of texts) expect(fitting(text)).toEqual([])
    }
  })

  it('is all that differs between two matches that differ in a hidden choice', () => {
    for (const { transition, others } of hiddenChoices()) {
      const { entry } = transition
      const body = entry.body as Entry['body'] & { type: 'act' }
      const viewer = otherSeat(body.seat)
      const begun = { ...game, entries: game.entries.slice(0, entry.version - 1) }
      const seen = (action: typeof body.action): Snapshot => {
        const chosen = { ...entry, body: { ...body, action } }
        return snapshot(foldRecord({ ...begun, entries: [...begun.entries, chosen] }), viewer)
      }
      const { logHash, ...rest } = seen(body.action)
      for (const other of others) {
        const { logHash: otherHash, ...same } = seen(other)
        expect(same).toEqual(rest)
        expect(otherHash).not.toBe(logHash)
      }
    }
  })
})
