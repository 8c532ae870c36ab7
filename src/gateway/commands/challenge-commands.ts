import {
  challengeAcceptRequestSchema,
  challengeCloseRequestSchema,
  challengeRequestSchema,
  challengesRequestSchema,
} from '../../protocol/index.ts'
import { command } from './command.ts'
import type { Command } from './command.ts'

/** What clients send to play with a player of their choice. */
export const CHALLENGE_COMMANDS: Readonly<Record<string, Command>> = {
  'challenge:send': command(5, challengeRequestSchema, async (_matches, { lobby }, request) =>
    lobby.challenge(request),
  ),
  'challenge:list': command(1, challengesRequestSchema, async (_matches, { lobby }) => lobby.challenges()),
  'challenge:accept': command(5, challengeAcceptRequestSchema, async (_matches, { lobby }, { challenge }) =>
    lobby.accept(challenge),
  ),
  'challenge:close': command(1, challengeCloseRequestSchema, async (_matches, { lobby }, { challenge }) =>
    lobby.closeChallenge(challenge),
  ),
}
