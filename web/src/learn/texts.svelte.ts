import { currentLanguage } from '../lib/i18n.svelte.ts'
import { byLanguage } from '../lib/languages.ts'
import { format, parseMessage } from '../lib/message.ts'
import { part } from '../lib/part.svelte.ts'
import type en from './en.json'

/** A text of the introduction or the rules. They are not a part of the first load. */
export type LearnKey = keyof typeof en
type Texts = Record<string, string>

const LOADERS = byLanguage(import.meta.glob<{ default: Texts }>(['./*.json', '!./lessons.json']))

let texts = $state.raw<Texts | null>(null)

/** Loads the texts in the language of the page, and again whenever it changes. To be called by a component. */
export function useLearnTexts(): void {
  $effect(() => {
    const language = currentLanguage()
    void part(LOADERS[language] ?? LOADERS.en!)().then(({ default: loaded }) => {
      if (language === currentLanguage()) texts = loaded
    })
  })
}

/** Whether the texts are there. */
export const isLoaded = (): boolean => texts !== null

/** What a text says. */
export function learnText(key: LearnKey, values: Readonly<Record<string, string | number>> = {}): string {
  const source = texts?.[key]
  return source === undefined ? '' : format(parseMessage(source), values, currentLanguage()).map(String).join('')
}
