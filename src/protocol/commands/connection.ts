import { pingAnswerSchema, pingRequestSchema } from '../connection.ts'
import type { Command } from './command.ts'

/** The connection itself. */
export const CONNECTION_COMMANDS = {
  'connection:ping': {
    summary: 'Whether the connection works, and what time it is',
    request: pingRequestSchema,
    answer: pingAnswerSchema,
    errors: [],
    forVisitors: true,
  },
} satisfies Record<string, Command>
