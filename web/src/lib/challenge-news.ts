import type { Challenge } from '@curia/client'
import { announcer } from './announce.svelte.ts'
import { t } from './i18n.svelte.ts'
import { spokenName } from './players.ts'
import { play } from './sounds.ts'

/** Challenges that the player was notified of, on whichever screen that was. */
const heard = new Set<string>()

/** Notifies the player of each challenge once. */
export function hearChallenges(received: readonly Challenge[]): void {
  const fresh = received.filter(({ id }) => !heard.has(id))
  if (fresh.length === 0) return
  for (const { id } of fresh) heard.add(id)
  announcer.interrupt(fresh.map(({ from }) => t('challenges.from', { name: spokenName(from) })).join('. '))
  play('offer')
}
