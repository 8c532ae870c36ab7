import type { BotLevel } from '@curia/client'
import { curia } from './client.ts'
import { t } from './i18n.svelte.ts'
import { recall, remember } from './storage.ts'
import { typedName } from './typed-name.svelte.ts'

// How someone who comes for the first time begins: with a name, or with none, and with a game that explains itself.

/** The first game of this device, by its id. */
const STORED = 'curia.first-game'

/** Whether a first game was begun on this device. */
export const hasBegun = (): boolean => recall(STORED) !== null

/** Makes someone without a name a guest, with the name that was typed, or else with one that says so. */
export async function becomeGuest(): Promise<void> {
  if (curia.session.value.player) return
  const name = typedName.value.trim()
  await curia.guest({ name: name === '' ? t('bot.guest-name') : name })
  typedName.value = ''
}

/**
 * Begins a first game: against a bot, without a clock, and in no list. The player goes first, as the notes tell it.
 * @returns the id of the match
 * @throws CuriaError
 */
export async function beginFirstGame(bot: BotLevel = 'novice'): Promise<string> {
  await becomeGuest()
  const { value } = await curia.create({
    kind: 'base',
    clock: 'none',
    rated: false,
    seat: 0,
    visibility: 'private',
    opponent: { bot },
  })
  remember(STORED, value.match)
  return value.match
}
