import { describe } from 'vitest'
import { attendance } from './attendance.ts'
import { botTurns } from './bot-turns.ts'
import { chat } from './chat.ts'
import { codes } from './codes.ts'
import { commits } from './commits.ts'
import { creations } from './creations.ts'
import { deadlines, downtime } from './deadlines.ts'
import type { Harness } from './harness.ts'
import { listening } from './listening.ts'
import { outbox } from './outbox.ts'
import { records } from './records.ts'
import { rematch } from './rematch.ts'
import { seats } from './seats.ts'

/** What every store promises. */
export function contract(harness: Harness): void {
  describe('a match', () => records(harness))
  describe('a match that a command creates', () => creations(harness))
  describe('an invitation code', () => codes(harness))
  describe('the seats of a player', () => seats(harness))
  describe('a commit', () => commits(harness))
  describe('a deadline', () => deadlines(harness))
  describe('downtime of the server', () => downtime(harness))
  describe('a subscriber', () => listening(harness))
  describe('attendance', () => attendance(harness))
  describe('chat', () => chat(harness))
  describe('a rematch', () => rematch(harness))
  describe('the turn of a bot', () => botTurns(harness))
  describe('the outbox', () => outbox(harness))
}
