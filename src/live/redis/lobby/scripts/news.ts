import { LOBBY } from './lobby.ts'

/** What each script replies. */
export interface NewsReplies {
  lobbyAnnounce: void
  lobbyPublished: number
}

export const NEWS_SCRIPTS: Record<keyof NewsReplies, string> = {
  /** Publishes news (JSON) that changes nothing in the store. */
  lobbyAnnounce: `${LOBBY}
publish(ARGV[2])
`,

  /** Returns the number of the last message. */
  lobbyPublished: `${LOBBY}
return tonumber(last)
`,
}
