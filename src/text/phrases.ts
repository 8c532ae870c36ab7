/**
 * What can be said in a chat without writing it, by id, in English. A page says it in the language of its reader; other
 * clients show the English words. An id never changes its meaning.
 */
export const CHAT_PHRASES = {
  hello: 'Hello!',
  luck: 'Good luck!',
  well: 'Well played!',
  moment: 'One moment, please.',
  thanks: 'Thank you!',
  again: 'Another game?',
} as const
export type ChatPhrase = keyof typeof CHAT_PHRASES
