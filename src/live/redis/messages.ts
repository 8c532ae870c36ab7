import type { MatchNews } from '../news.ts'
import { parseEntry } from './log.ts'
import type { OwnEntries } from './own-entries.ts'

/**
 * Reads a message that the scripts published: the match (JSON), a newline, and the news. An entry is its version, a
 * space and the element of the log; other news is JSON, without the match. The news of a match that is not followed is
 * not parsed: null. Nor is an entry that this node has sent itself.
 */
export function parseMessage(
  text: string,
  isFollowed: (match: string) => boolean,
  own: OwnEntries,
): MatchNews | null {
  const newline = text.indexOf('\n')
  const match = JSON.parse(text.slice(0, newline)) as string
  if (!isFollowed(match)) return null
  const news = text.slice(newline + 1)
  if (news.startsWith('{')) return { match, ...(JSON.parse(news) as OtherNews) }
  const space = news.indexOf(' ')
  const version = Number(news.slice(0, space))
  const entry = parseEntry(version, news.slice(space + 1), (content) => own.take(match, content))
  return { match, type: 'entry', entry }
}

type WithoutMatch<News> = News extends MatchNews ? Omit<News, 'match'> : never
type OtherNews = WithoutMatch<Exclude<MatchNews, { type: 'entry' }>>
