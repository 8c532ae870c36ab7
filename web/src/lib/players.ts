import { isolated } from '../../../src/text/isolated.ts'
import { t } from './i18n.svelte.ts'

/** A player as a person sees them: the name, and whether the player is a program. */
export interface NamedPlayer {
  name: string
  bot?: true | undefined
}

/** A player as a part of a sentence that the page draws with the mark of a bot. */
export interface PlayerPart {
  player: NamedPlayer
  name: string
}

export const playerPart = (player: NamedPlayer): PlayerPart => ({ player, name: isolated(player.name) })

/** The name of a player, where no mark can be drawn: in what is spoken. */
export const spokenName = ({ name, bot }: NamedPlayer): string =>
  bot ? `${isolated(name)} (${t('bot.mark')})` : isolated(name)
