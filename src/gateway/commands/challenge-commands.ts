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
  'challenge:send': command(5, challengeRequestSchema, async ({ lobby }, { player }, request) => ({
    answer: { challenge: await lobby.challenges.send(player, request) },
  })),
  'challenge:list': command(1, challengesRequestSchema, async ({ lobby }, { player }) => ({
    answer: await lobby.challenges.list(player),
  })),
  'challenge:accept': command(5, challengeAcceptRequestSchema, async ({ lobby }, { player }, { challenge }) => ({
    answer: { match: await lobby.challenges.accept(player, challenge) },
  })),
  'challenge:close': command(1, challengeCloseRequestSchema, async ({ lobby }, { player }, { challenge }) => {
    await lobby.challenges.close(player, challenge)
    return { answer: {} }
  }),
}
