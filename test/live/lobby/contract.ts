import { describe } from 'vitest'
import type { LobbyHarness } from './harness.ts'
import { online } from './online.ts'
import { pairing } from './pairing.ts'
import { queue } from './queue.ts'
import { races } from './races.ts'
import { tables } from './tables.ts'

/** What every store of a lobby promises. */
export function lobbyContract(harness: LobbyHarness): void {
  describe('the queue', () => queue(harness))
  describe('a pairing', () => pairing(harness))
  describe('of two things at once', () => races(harness))
  describe('the list of tables', () => tables(harness))
  describe('who is online', () => online(harness))
}
