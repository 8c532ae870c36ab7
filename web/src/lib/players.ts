import { isolated } from '../../../src/text/isolated.ts'
import { t, tOr } from './i18n.svelte.ts'

/** A player as a person sees them: the name, and whether the player is a program. */
export interface NamedPlayer {
  id?: string | undefined
  name: string
  bot?: true | undefined
}

/** A player as a part of a sentence that the page draws with the mark of a bot. */
export interface PlayerPart {
  player: NamedPlayer
  name: string
}

/** The id of a bot that the server plays names its level: `bot-club--------`. No other id looks like it. */
const HOUSE_BOT = /^bot-([a-z]+)-+$/

/** The level of a bot that the server plays; undefined for everyone else. */
export const botLevelOf = ({ id, bot }: NamedPlayer): string | undefined =>
  bot && id !== undefined ? HOUSE_BOT.exec(id)?.[1] : undefined

/** The name of a player as the page shows it: the bots of the server have names in the language of the page. */
export function shownName(player: NamedPlayer): string {
  const level = botLevelOf(player)
  return level === undefined ? player.name : tOr(`bot.name.${level}`, player.name)
}

/** The address at which the lobby offers to challenge a player. */
export const challengeOf = ({ id, name }: { id: string; name: string }): string =>
  `/?challenge=${encodeURIComponent(id)}&name=${encodeURIComponent(name)}`

export const playerPart = (player: NamedPlayer): PlayerPart => ({ player, name: isolated(shownName(player)) })

/** The name of a player, where no mark can be drawn: in what is spoken. */
export const spokenName = (player: NamedPlayer): string => {
  const name = isolated(shownName(player))
  return player.bot ? `${name} (${t('bot.mark')})` : name
}
