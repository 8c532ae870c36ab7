import { describe } from 'vitest'
import { challenges } from './challenges.ts'
import type { LobbyHarness } from './harness.ts'
import { ladder } from './ladder.ts'
import { news } from './news.ts'
import { pairings } from './pairings.ts'
import { presence } from './presence.ts'
import { queue } from './queue.ts'
import { races } from './races.ts'
import { shown } from './shown.ts'
import { tables } from './tables.ts'
import { waiting } from './waiting.ts'

/** What the stores of every lobby promise: one suite for each port. */
export function lobbyContract(harness: LobbyHarness): void {
  describe('the queue', () => queue(harness))
  describe('pairings', () => {
    describe('the list of waiting players', () => waiting(harness))
    describe('a pairing', () => pairings(harness))
    describe('races', () => races(harness))
  })
  describe('the list of tables', () => tables(harness))
  describe('a challenge', () => challenges(harness))
  describe('the ladder', () => ladder(harness))
  describe('a shown match', () => shown(harness))
  describe('the list of online players', () => presence(harness))
  describe('the start of a match', () => news(harness))
}
