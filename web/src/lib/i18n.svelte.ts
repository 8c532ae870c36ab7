import type en from '../text/en.json'
import { dateFormat, listFormat, momentFormat, percentFormat, wholeNumberFormat } from './formats.ts'
import { bestLanguage, byLanguage } from './languages.ts'
import type { Node, Value } from './message.ts'
import { format, parseMessage } from './message.ts'
import { part } from './part.svelte.ts'

/** The tag of a language that the page has, such as `de`. */
export type Language = string
/** A message of the page. The build gives every language the English ones that it lacks. */
export type Key = keyof typeof en

interface Texts {
  messages: Record<string, string>
  /**
   * Of cards and the like, by `card.tavern`. English names come from the server's catalogue, except those of decrees:
   * there they are whole sentences.
   */
  names: Record<string, string>
}

interface Loaded {
  default: Record<string, string>
}

/** Only the chosen language is loaded: its messages, and its names. */
const MESSAGES = byLanguage(import.meta.glob<Loaded>(['../text/*.json', '!../text/*.*.json']))
const NAMES = byLanguage(import.meta.glob<Loaded>('../text/names.*.json'))

export const LANGUAGES: readonly Language[] = Object.keys(MESSAGES)

let language = $state<Language>('en')
let texts = $state.raw<Texts>({ messages: {}, names: {} })
const parsed = new Map<string, Node[]>()
/** What was said lately, by message and values: after a move a table says most of its labels once more. */
const said = new Map<string, string>()
const MOST_SAID = 4_000

export const currentLanguage = (): Language => language

/** The best of the languages that the browser asks for. */
export const browserLanguage = (): Language => bestLanguage(navigator.languages, LANGUAGES)

export async function useLanguage(wanted: Language): Promise<void> {
  const [messages, names] = await Promise.all([part(MESSAGES[wanted]!)(), part(NAMES[wanted] ?? NAMES.en!)()])
  texts = { messages: messages.default, names: names.default }
  parsed.clear()
  said.clear()
  language = wanted
  document.documentElement.lang = wanted
}

/** Whether there is such a message: for what a newer server may name. */
export const hasMessage = (key: string): key is Key => key in texts.messages

/** What a message says, as parts in order. */
export function parts(key: Key, values: Readonly<Record<string, Value>> = {}): Value[] {
  const source = texts.messages[key] ?? key
  let nodes = parsed.get(source)
  if (!nodes) parsed.set(source, (nodes = parseMessage(source)))
  return format(nodes, values, language)
}

/** What a message says. */
export function t(key: Key, values?: Readonly<Record<string, string | number>>): string {
  // The texts are read in any case: so whatever shows a message shows it again in another language.
  if (!hasMessage(key)) return key
  const asked = values ? key + JSON.stringify(values) : key
  const known = said.get(asked)
  if (known !== undefined) return known
  if (said.size >= MOST_SAID) said.clear()
  const text = parts(key, values).map(String).join('')
  said.set(asked, text)
  return text
}

/** The message of a key that is made from what a server sends, or else that text. */
export const tOr = (key: string, otherwise: string, values: Readonly<Record<string, string | number>> = {}): string =>
  hasMessage(key) ? t(key, values) : otherwise

/** A name in the language of the page; undefined where the catalogue's own name is to be used. */
export const translatedName = (key: string): string | undefined => texts.names[key]

/** A list as people say it. Less than two items need no format, of which the first one takes a phone 15 ms. */
export const listed = (items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  items.length < 2 ? (items[0] ?? '') : listFormat(language, type).format(items)

export const dateOf = (at: number): string => dateFormat(language).format(at)
export const momentOf = (at: number): string => momentFormat(language).format(at)
/** A part of one, such as a chance, in percent: whole ones, or with so many digits behind the point. */
export const percentOf = (part: number, digits: 0 | 1 = 0): string =>
  percentFormat(language, String(digits)).format(part)
export const numberOf = (value: number): string => wholeNumberFormat(language).format(value)
