import type { BotLevel, GameKind, Pool } from '@curia/client'
import { CLOCKS, KINDS } from './games.ts'
import type { Language } from './i18n.svelte.ts'
import { browserLanguage, LANGUAGES } from './i18n.svelte.ts'
import { recall, remember } from './storage.ts'

export interface Preferences {
  language: Language
  theme: 'dark' | 'light'
  animation: 'full' | 'short' | 'none'
  sounds: boolean
  /** From 0 to 1. */
  volume: number
  notifications: boolean
  /** When an action asks once more before it is sent. */
  confirm: 'never' | 'touch' | 'always'
  doubleClickBuilds: boolean
  textures: boolean
  /** Whether the points so far stand next to the names at the table. */
  score: boolean
  /** Whether a game against a bot explains itself. */
  notes: boolean
  /** Whether keys of one letter act. */
  letterKeys: boolean
  /** The kind of game and the clock that were chosen last. */
  kind: GameKind
  clock: Pool['clock'] | 'none'
  /** Of the bot that the player has played last. */
  botLevel: BotLevel
  /** Whether a bot may take the seat when the queue finds nobody else. */
  botInQueue: boolean
}

const STORED = 'curia.preferences'

const defaults = (): Preferences => ({
  language: browserLanguage(),
  theme: 'dark',
  animation: 'full',
  sounds: true,
  volume: 0.5,
  notifications: false,
  confirm: 'never',
  doubleClickBuilds: false,
  textures: false,
  score: true,
  notes: true,
  letterKeys: true,
  kind: 'base',
  clock: 'standard',
  botLevel: 'novice',
  botInQueue: false,
})

/** What can be chosen of the preferences that are no switches. */
export const CHOICES = {
  language: LANGUAGES,
  theme: ['dark', 'light'],
  animation: ['full', 'short', 'none'],
  confirm: ['never', 'touch', 'always'],
  kind: KINDS,
  clock: CLOCKS,
} as const satisfies { [Name in keyof Preferences]?: readonly Preferences[Name][] }

/** What was chosen on this device, as far as this version of the page knows it. */
function read(): Preferences {
  const preferences = defaults()
  const isFitting = ([name, value]: [string, unknown]): boolean => {
    if (name in CHOICES) return (CHOICES[name as keyof typeof CHOICES] as readonly unknown[]).includes(value)
    return typeof value === typeof preferences[name as keyof Preferences]
  }
  const stored = Object.entries(recall(STORED) ?? {}).filter(isFitting)
  return Object.assign(preferences, Object.fromEntries(stored))
}

/** Kept on this device and applied at once. */
export const preferences = $state(read())

export function change(chosen: Partial<Preferences>): void {
  Object.assign(preferences, chosen)
  remember(STORED, preferences)
}

/** Whether things may move: the choice of the player and of the system. */
export const moves = (): boolean =>
  preferences.animation !== 'none' && !matchMedia('(prefers-reduced-motion: reduce)').matches

/** Writes what style sheets need to know to the document. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement
  dataset.theme = preferences.theme
  dataset.textures = preferences.textures ? 'on' : 'off'
  dataset.motion = !moves() ? 'off' : preferences.animation === 'short' ? 'short' : 'on'
}
