import { pingAnswerSchema, pingRequestSchema } from '../connection.ts'
import type { Command } from './command.ts'

/** The connection itself. */
export const CONNECTION_COMMANDS = {
  'connection:ping': {
    summary: 'Whether the connection works, and what time it is',
    description: 'A client that has heard nothing for a while asks, and compares its clock with that of the server.',
    request: pingRequestSchema,
    answer: pingAnswerSchema,
    errors: [],
    forVisitors: true,
  },
} satisfies Record<string, Command>
