import type { Entry, EntryBody, MatchHeader } from '../../record/index.ts'
import { expand, shorten } from './shorthand.ts'

/*
 * The elements of a match's log in Redis, which scripts/log.ts describes. Their text is made here: JSON in shorthand.
 */

type EntryContent = Pick<Entry, 'actionId' | 'body'>

export const headerText = (header: MatchHeader): string => shorten(JSON.stringify(header))

export const entryText = (actionId: string | undefined, body: EntryBody): string =>
  shorten(JSON.stringify({ actionId, body } satisfies EntryContent))

export function parseHeader(element: string): { header: MatchHeader; createdAt: number } {
  const { at, content } = parse<MatchHeader>(element)
  return { header: content, createdAt: at }
}

export function parseEntry(version: number, element: string): Entry {
  const { at, content } = parse<EntryContent>(element)
  return { version, at, ...content }
}

function parse<T>(element: string): { at: number; content: T } {
  const at = element.indexOf(' ')
  const deadline = element.indexOf(' ', at + 1)
  return { at: Number(element.slice(0, at)), content: JSON.parse(expand(element.slice(deadline + 1))) as T }
}
