import { pingRequestSchema } from '../../protocol/index.ts'
import { command } from './command.ts'
import type { Command } from './command.ts'

/** What clients send about their connection. */
export const CONNECTION_COMMANDS: Readonly<Record<string, Command>> = {
  'connection:ping': command(1, pingRequestSchema, async ({ matches }) => ({ answer: { now: matches.now() } })),
}
