import type { Entry, MatchHeader } from '../../record/index.ts'
import { expand, shorten } from './shorthand.ts'

/*
 * The elements of a match's log in Redis, which scripts/log.ts describes. Their text is made here: JSON in shorthand.
 */

export type EntryContent = Omit<Entry, 'version' | 'at'>

export const headerText = (header: MatchHeader): string => shorten(JSON.stringify(header))

/** The hash has a short name, and stands where pieces of the shorthand end and begin. */
export const entryText = ({ actionId, previousHash: prev, body }: EntryContent): string =>
  shorten(JSON.stringify({ actionId, prev, body }))

export function parseHeader(element: string): { header: MatchHeader; createdAt: number } {
  const { at, text } = split(element)
  return { header: parse<MatchHeader>(text), createdAt: at }
}

/** @param known the content of a text, if it is known without parsing. */
export function parseEntry(
  version: number,
  element: string,
  known?: (text: string) => EntryContent | undefined,
): Entry {
  const { at, text } = split(element)
  return { version, at, ...(known?.(text) ?? parseContent(text)) }
}

function parseContent(text: string): EntryContent {
  const { actionId, prev, body } = parse<{ actionId?: string; prev?: string; body: Entry['body'] }>(text)
  return { ...(actionId !== undefined && { actionId }), ...(prev !== undefined && { previousHash: prev }), body }
}

function split(element: string): { at: number; text: string } {
  const at = element.indexOf(' ')
  const deadline = element.indexOf(' ', at + 1)
  return { at: Number(element.slice(0, at)), text: element.slice(deadline + 1) }
}

const parse = <T>(text: string): T => JSON.parse(expand(text)) as T
