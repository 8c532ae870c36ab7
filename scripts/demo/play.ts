import type { ActRequest, Snapshot } from '../../src/protocol/index.ts'
import { Refused } from './client.ts'
import type { Client } from './client.ts'
import { expandOffers } from './offers.ts'

type Action = ActRequest['action']

/** Picks one of the legal actions of a snapshot; may take its time. */
export type Picker = (snapshot: Snapshot, version: number) => Action | Promise<Action>

const anyOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!

/** Any offer, and then any action of it: so there is more to see than if all actions were equally likely. */
export function pickAny({ board }: Snapshot): Action {
  return anyOf(expandOffers([anyOf(board!.legal!)]))
}

/** Plays until the match has ended, or the client is closed. @throws Refused if an action that was offered is not accepted. */
export async function playOn(client: Client, pick: Picker = pickAny): Promise<void> {
  for (;;) {
    const { version, snapshot } = client.known
    if (snapshot.status === 'ended') return
    if (snapshot.board?.legal) {
      await client.act(await pick(snapshot, version), version).catch((error: unknown) => {
        // The match has moved on, as when the other one resigns: look again.
        if (!(error instanceof Refused) || !['stale', 'match-over'].includes(error.code)) throw error
      })
    }
    await client.past(version)
    if (client.known.version <= version) return
  }
}
