import { isolated } from '../../src/text/isolated.ts'
import { bestLanguage, byLanguage } from '../src/lib/languages.ts'
import { format, parseMessage } from '../src/lib/message.ts'

// What notifications say. The service worker has no page whose texts it could use.

type Texts = Readonly<Record<string, string>>

const ENGLISH = 'en'
const TEXTS = byLanguage(import.meta.glob<Texts>('../src/text/outside.*.json', { eager: true, import: 'default' }))

/** What the server sends by Web Push; see `notification` in docs/protocol/accounts.md. */
export interface PushedNotification {
  id: string
  type: string
  match?: string
  opponent?: { name: string }
  challenge?: string
  from?: { name: string }
  tournament?: string
  name?: string
}

/** What a notification says, in the best of the languages of the reader, and where a click on it leads. */
export function noticeOf(
  { id, type, match, opponent, challenge, from, tournament, name }: PushedNotification,
  languages: readonly string[],
): { title: string; tag: string; address: string } {
  const language = bestLanguage(languages, Object.keys(TEXTS))
  const say = (name?: string): string => {
    const text = TEXTS[language]![`push.${type}`] ?? TEXTS[ENGLISH]![`push.${type}`]!
    return format(parseMessage(text), { name: isolated(name ?? '') }, language)
      .map(String)
      .join('')
  }
  // A later notification of the same match, challenge or tournament takes the place of an earlier one.
  if (type === 'turn' || type === 'ended')
    return { title: say(opponent?.name), tag: match ?? id, address: `/match/${match}` }
  if (type === 'challenge') return { title: say(from?.name), tag: challenge ?? id, address: '/' }
  // It leads to the match, of which a turn is told, too.
  if (type === 'tournament-paired') return { title: say(name), tag: match ?? id, address: `/match/${match}` }
  if (type === 'tournament-ended')
    return { title: say(name), tag: tournament ?? id, address: `/tournaments/${tournament}` }
  if (type === 'webhook-disabled') return { title: say(), tag: type, address: '/account' }
  // What a newer server sends.
  return { title: 'Curia', tag: id, address: '/' }
}
