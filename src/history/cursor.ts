import { createHash } from 'node:crypto'
import { CodedError, primitives } from '../protocol/index.ts'
import type { GamesQuery } from '../protocol/index.ts'

/** Where a page ended: its last game. Times are ms since 1970. */
export interface Position {
  endedAt: number
  id: string
}

/** What a list is narrowed to. Times are ms since 1970. */
export interface Filters {
  player?: string
  by?: NonNullable<GamesQuery['result']>
  agora?: boolean
  /** The game ended then or later. */
  from?: number
  /** The game ended before that. */
  until?: number
}

/** The last moment of a four-digit year: what the database can be asked about. */
const LATEST = Date.UTC(10_000, 0) - 1

export function filtersOf({ player, result, agora, after, before }: GamesQuery): Filters {
  const moment = (text: string): number => Math.min(Math.max(Date.parse(text), 0), LATEST)
  return {
    ...(player !== undefined && { player }),
    ...(result !== undefined && { by: result }),
    ...(agora !== undefined && { agora }),
    ...(after !== undefined && { from: moment(after) }),
    ...(before !== undefined && { until: moment(before) }),
  }
}

/** What a client hands back for the next page. It is good for the same filters only. */
export function toCursor({ endedAt, id }: Position, filters: Filters): string {
  return Buffer.from(`${endedAt}.${id}.${digest(filters)}`).toString('base64url')
}

/** @throws CodedError `bad-cursor` if it was not made by `toCursor` with these filters. */
export function fromCursor(cursor: string, filters: Filters): Position {
  const [time = '', id = '', seal, ...more] = Buffer.from(cursor, 'base64url').toString().split('.')
  const endedAt = Number(time)
  const wellFormed = /^\d{1,15}$/.test(time) && endedAt <= LATEST && primitives.matchId.safeParse(id).success && more.length === 0
  if (!wellFormed || seal !== digest(filters)) throw new CodedError('bad-cursor')
  return { endedAt, id }
}

const digest = ({ player, by, agora, from, until }: Filters): string =>
  createHash('sha256').update(JSON.stringify([player, by, agora, from, until])).digest('base64url').slice(0, 16)
