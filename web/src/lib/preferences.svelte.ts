import { browserLanguage } from './i18n.svelte.ts'
import type { Language } from './i18n.svelte.ts'
import type { BotLevel } from '@curia/client'

export interface Preferences {
  language: Language
  theme: 'system' | 'light' | 'dark'
  animation: 'full' | 'short' | 'none'
  sounds: boolean
  /** From 0 to 1. */
  volume: number
  notifications: boolean
  /** When an action asks once more before it is sent. */
  confirm: 'never' | 'touch' | 'always'
  doubleClickBuilds: boolean
  textures: boolean
  /** Whether keys of one letter act. */
  letterKeys: boolean
  /** Of the bot that the player has played last. */
  botLevel: BotLevel
  /** Whether a bot may take the seat when the queue finds nobody else. */
  botInQueue: boolean
}

const STORED = 'curia.preferences'

const defaults = (): Preferences => ({
  language: browserLanguage(),
  theme: 'system',
  animation: 'full',
  sounds: true,
  volume: 0.5,
  notifications: false,
  confirm: 'never',
  doubleClickBuilds: false,
  textures: true,
  letterKeys: true,
  botLevel: 'novice',
  botInQueue: false,
})

function read(): Preferences {
  try {
    return { ...defaults(), ...(JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Preferences>) }
  } catch {
    return defaults()
  }
}

/** Kept on this device and applied at once. */
export const preferences = $state(read())

export function change(chosen: Partial<Preferences>): void {
  Object.assign(preferences, chosen)
  localStorage.setItem(STORED, JSON.stringify(preferences))
}

/** Whether things may move: the choice of the player and of the system. */
export const moves = (): boolean =>
  preferences.animation !== 'none' && !matchMedia('(prefers-reduced-motion: reduce)').matches

/** Writes what style sheets need to know to the document. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement
  const dark =
    preferences.theme === 'dark' ||
    (preferences.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  dataset.theme = dark ? 'dark' : 'light'
  dataset.textures = preferences.textures ? 'on' : 'off'
  dataset.motion = moves() ? 'on' : 'off'
}
