import { isolated } from '../../src/text/isolated.ts'

// What notifications say. The service worker has no page whose texts it could use.

interface Texts {
  turn: (name: string) => string
  ended: (name: string) => string
  challenge: (name: string) => string
  webhookDisabled: string
}

const TEXTS: Readonly<Record<'en' | 'de' | 'ja', Texts>> = {
  en: {
    turn: (name) => `Your turn against ${name}`,
    ended: (name) => `The match against ${name} has ended`,
    challenge: (name) => `${name} challenges you`,
    webhookDisabled: 'Your webhook is disabled: it has failed for too long',
  },
  de: {
    turn: (name) => `Du bist dran gegen ${name}`,
    ended: (name) => `Die Partie gegen ${name} ist zu Ende`,
    challenge: (name) => `${name} fordert dich heraus`,
    webhookDisabled: 'Dein Webhook ist abgeschaltet: Er war zu lange nicht erreichbar',
  },
  ja: {
    turn: (name) => `${name}さんとのゲームで手番です`,
    ended: (name) => `${name}さんとのゲームが終わりました`,
    challenge: (name) => `${name}さんから対戦の申し込みがあります`,
    webhookDisabled: 'Webhookが長い間届かなかったため、無効になりました',
  },
}

/** What the server sends by Web Push; see `notification` in docs/protocol.md. */
export interface PushedNotification {
  id: string
  type: string
  match?: string
  opponent?: { name: string }
  challenge?: string
  from?: { name: string }
}

/** What a notification says, in the first of some languages that there is, and where a click on it leads. */
export function noticeOf(
  { id, type, match, opponent, challenge, from }: PushedNotification,
  languages: readonly string[],
): { title: string; tag: string; address: string } {
  const language = languages.map((wanted) => wanted.slice(0, 2)).find((wanted) => wanted in TEXTS) ?? 'en'
  const texts = TEXTS[language as keyof typeof TEXTS]
  const rival = isolated(opponent?.name ?? '')
  const challenger = isolated(from?.name ?? '')
  // A later notification of the same match or challenge takes the place of an earlier one.
  if (type === 'turn') return { title: texts.turn(rival), tag: match ?? id, address: `/match/${match}` }
  if (type === 'ended') return { title: texts.ended(rival), tag: match ?? id, address: `/match/${match}` }
  if (type === 'challenge') return { title: texts.challenge(challenger), tag: challenge ?? id, address: '/' }
  if (type === 'webhook-disabled') return { title: texts.webhookDisabled, tag: type, address: '/account' }
  // What a newer server sends.
  return { title: 'Curia', tag: id, address: '/' }
}
