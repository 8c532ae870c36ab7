import { describe } from 'vitest'
import { codes } from './codes.ts'
import { commits } from './commits.ts'
import type { Harness } from './harness.ts'
import { listening } from './listening.ts'
import { outbox } from './outbox.ts'
import { presence } from './presence.ts'
import { records } from './records.ts'

/** What every store promises. */
export function contract(harness: Harness): void {
  describe('a match', () => records(harness))
  describe('an invitation code', () => codes(harness))
  describe('a commit', () => commits(harness))
  describe('a listener', () => listening(harness))
  describe('presence', () => presence(harness))
  describe('the outbox', () => outbox(harness))
}
