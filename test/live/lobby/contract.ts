import { describe } from 'vitest'
import { challenges } from './challenges.ts'
import type { LobbyHarness } from './harness.ts'
import { online } from './online.ts'
import { pairing } from './pairing.ts'
import { queue, starts } from './queue.ts'
import { races } from './races.ts'
import { shown } from './shown.ts'
import { tables } from './tables.ts'
import { waiting } from './waiting.ts'

/** What every lobby store promises. */
export function lobbyContract(harness: LobbyHarness): void {
  describe('the queue', () => queue(harness))
  describe('the list of waiting players', () => waiting(harness))
  describe('a pairing', () => pairing(harness))
  describe('races', () => races(harness))
  describe('the list of tables', () => tables(harness))
  describe('the start of a match', () => starts(harness))
  describe('a challenge', () => challenges(harness))
  describe('a shown match', () => shown(harness))
  describe('the list of online players', () => online(harness))
}
