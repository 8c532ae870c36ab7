import { houseBotLevel } from '../../src/protocol/index.ts'
import type { Entry, MatchRecord } from '../../src/record/index.ts'
import { awaitsBot, originOf } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { linesOf } from '../swarm/lines.ts'
import { isSame } from './equal.ts'
import type { Evidence, Fault, Promised } from './evidence.ts'
import { folded } from './folded.ts'
import type { Asked } from './journals.ts'
import { askedIn, wasRefused } from './journals.ts'

/** A move that was acknowledged. */
type Acknowledged = Asked & { acknowledged: NonNullable<Asked['acknowledged']> }

/** Entries that the server makes by itself. The time of nobody may run out: downtime is given back. */
const OWN_ENTRIES = ['downtime']

/** The faults of the logs, and how many acknowledged moves were lost, as far as that is permitted. */
export interface LogFindings {
  faults: Fault[]
  lost: number
}

/**
 * Compares the journals with the logs: every acknowledged move is in the log at its version, once, and nothing is in a
 * log that nobody asked for.
 */
export function checkLogs({ journals, records, promised }: Evidence): LogFindings {
  const faults: Fault[] = []
  let lost = 0
  const asked = askedIn(journals)
  const entered = journals.flatMap((journal) => linesOf(journal, 'entered'))
  const players = new Set(entered.map(({ player }) => player.id))
  for (const match of new Set(entered.map((line) => line.match))) {
    const fault = (text: string): void => void faults.push({ about: 'log', of: match, text })
    const record = records[match]
    const seats = entered.filter((line) => line.match === match)
    const moves = asked.get(match) ?? []
    if (!record) {
      const acknowledgements = [...seats, ...moves.flatMap(({ acknowledged }) => acknowledged ?? [])]
      if (!acknowledgements.every(({ at }) => mayBeLost(at, promised))) fault('the match is not in the store')
      lost += moves.filter(({ acknowledged }) => acknowledged).length
      continue
    }
    for (const text of [...orderFaults(record), ...foldFaults(record), ...botFaults(record)]) fault(text)
    const { gone, wrong } = missing(record, moves.filter(isAcknowledged), promised)
    for (const text of [...wrong, ...strangers(record, moves, players)]) fault(text)
    lost += gone
  }
  return { faults, lost }
}

const isAcknowledged = (move: Asked): move is Acknowledged => move.acknowledged !== null

const mayBeLost = (at: number, { mayLoseUntil }: Promised): boolean => mayLoseUntil !== null && at <= mayLoseUntil

/** Versions count up from 1, times do not go back, and no command was done twice. */
function orderFaults({ createdAt, entries }: MatchRecord): string[] {
  const faults: string[] = []
  let before = createdAt
  const ids = new Set<string>()
  for (const [index, { version, at, actionId }] of entries.entries()) {
    if (version !== index + 1) faults.push(`the entry at place ${index + 1} has version ${version}`)
    if (at < before) faults.push(`the time of version ${version} is before that of the entry before it`)
    before = at
    if (actionId === undefined) continue
    if (ids.has(actionId)) faults.push(`the command of version ${version} was done before`)
    ids.add(actionId)
  }
  return faults
}

const foldFaults = (record: MatchRecord): string[] =>
  folded(record) ? [] : ['an entry is not legal after the ones before']

/** When the swarm has stopped, the server has moved wherever its bot had to. */
function botFaults(record: MatchRecord): string[] {
  const fold = folded(record)
  const seat = fold && awaitsBot(fold)
  return seat === null ? [] : [`the bot in seat ${seat} has not moved`]
}

/** The acknowledged moves that are not where they were acknowledged. Only the end of a log may be lost. */
function missing(
  { entries }: MatchRecord,
  moves: readonly Acknowledged[],
  promised: Promised,
): { gone: number; wrong: string[] } {
  const inOrder = [...moves].sort((a, b) => a.acknowledged.at - b.acknowledged.at)
  // A version that was acknowledged once more was lost before.
  const last = new Map(inOrder.map((move) => [move.acknowledged.version, move]))
  const isKept = (move: Acknowledged): boolean => {
    const { version } = move.acknowledged
    return last.get(version) === move && isSame(entries[version - 1]?.body, move.wish)
  }
  const gone = inOrder.filter((move) => !isKept(move))
  const wrong = gone
    .filter(({ acknowledged: { at } }) => !mayBeLost(at, promised))
    .map(({ acknowledged: { version } }) => `version ${version} was acknowledged, and is not in the log`)
  const first = Math.min(...gone.map(({ acknowledged }) => acknowledged.version))
  const island = inOrder.find(
    (move) => move.acknowledged.version > first && mayBeLost(move.acknowledged.at, promised) && isKept(move),
  )
  if (island) wrong.push(`version ${first} was lost, but not version ${island.acknowledged.version} after it`)
  return { gone: gone.length, wrong }
}

/** The entries that nobody asked for, or that were refused, or done twice. A bot of the server asks for its own. */
function strangers(record: MatchRecord, moves: readonly Asked[], players: ReadonlySet<string>): string[] {
  const { entries } = record
  const left = new Set(moves)
  const botSeat = botSeatOf(record)
  return entries.flatMap((entry) => {
    if (OWN_ENTRIES.includes(entry.body.type)) return []
    if (entry.body.type === 'join') {
      const isExpected = botSeat === entry.body.seat || players.has(entry.body.player.id)
      return isExpected ? [] : [`version ${entry.version} seats a stranger`]
    }
    if ('seat' in entry.body && entry.body.seat === botSeat) return botMoveFaults(entry, entries)
    const wish = [...left].find((move) => asksFor(move, entry, entries))
    if (!wish) return [`version ${entry.version} is a move that nobody asked for`]
    left.delete(wish)
    return wasRefused(wish) ? [`version ${entry.version} is a move that was refused as ${wish.refused}`] : []
  })
}

/**
 * Whether a request can have made an entry. A player can resign at any version. An action is for the version that the
 * player saw; what the server adds by itself changes nothing about it.
 */
function asksFor({ wish, seen }: Asked, { version, body }: Entry, entries: readonly Entry[]): boolean {
  if (!isSame(wish, body)) return false
  const between = entries.slice(seen, version - 1)
  return wish.type === 'resign' || (seen < version && between.every((entry) => OWN_ENTRIES.includes(entry.body.type)))
}

/** The seat of the bot in a match against one; null in every other match. */
function botSeatOf({ header, entries }: MatchRecord): Seat | null {
  if (originOf(header) !== 'bot') return null
  const join = entries.map(({ body }) => body).find((body) => body.type === 'join')
  return join && houseBotLevel(join.player.id) !== undefined ? join.seat : null
}

/** The id of a bot's command names the version at which the bot decided. */
const BOT_MOVE = /^bot-(?:acts|resigns)-(\d+)$/

/** A bot acts or resigns, once for each version at which it decided. */
function botMoveFaults({ version, actionId = '', body }: Entry, entries: readonly Entry[]): string[] {
  const decided = BOT_MOVE.exec(actionId)?.[1]
  const between = decided === undefined ? [] : entries.slice(Number(decided), version - 1)
  const isMove = decided !== undefined && Number(decided) < version && ['act', 'resign'].includes(body.type)
  if (isMove && between.every((entry) => OWN_ENTRIES.includes(entry.body.type))) return []
  return [`version ${version} is no move of the bot`]
}
