import type { MatchNews } from '../news.ts'
import { parseEntry } from './log.ts'

/**
 * Reads a message that the scripts published: the match (JSON), a newline, and the news. An entry is its version, a
 * space and the element of the log; other news is JSON, without the match. The news of a match that is not followed is
 * not parsed: null.
 */
export function parseMessage(text: string, isFollowed: (match: string) => boolean): MatchNews | null {
  const newline = text.indexOf('\n')
  const match = JSON.parse(text.slice(0, newline)) as string
  if (!isFollowed(match)) return null
  const news = text.slice(newline + 1)
  if (news.startsWith('{')) return { match, ...(JSON.parse(news) as OtherNews) }
  const space = news.indexOf(' ')
  return { match, type: 'entry', entry: parseEntry(Number(news.slice(0, space)), news.slice(space + 1)) }
}

type WithoutMatch<News> = News extends MatchNews ? Omit<News, 'match'> : never
type OtherNews = WithoutMatch<Exclude<MatchNews, { type: 'entry' }>>
