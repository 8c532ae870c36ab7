import type { ChatLine } from '@curia/client'
import { tOr } from './i18n.svelte.ts'

/** What a line of the chat says to the reader: a set phrase is in their language. */
export const wordsOf = ({ text, phrase }: Pick<ChatLine, 'text' | 'phrase'>): string =>
  phrase === undefined ? text : tOr(`chat.phrase.${phrase}`, text)
