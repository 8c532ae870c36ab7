import type { MatchNews } from '../news.ts'
import { parseEntry } from './log.ts'
import type { OwnEntries } from './own-entries.ts'

/**
 * Reads news of a match that the scripts published. An entry is its version, a space and the element of the log; other
 * news is JSON, without the match. An entry that this node has sent itself is not parsed.
 */
export function parseNews(match: string, news: string, own: OwnEntries): MatchNews {
  if (news.startsWith('{')) return { match, ...(JSON.parse(news) as OtherNews) }
  const space = news.indexOf(' ')
  const version = Number(news.slice(0, space))
  const entry = parseEntry(version, news.slice(space + 1), (content) => own.take(match, content))
  return { match, type: 'entry', entry }
}

type WithoutMatch<News> = News extends MatchNews ? Omit<News, 'match'> : never
type OtherNews = WithoutMatch<Exclude<MatchNews, { type: 'entry' }>>
