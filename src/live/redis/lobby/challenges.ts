import type { MatchHeader } from '../../../record/index.ts'
import type { ChallengeStore, StoredChallenge } from '../../lobby/index.ts'
import { parse, parseAll } from './json.ts'
import type { ChallengeReplies } from './scripts/challenges.ts'
import type { RunScript } from './scripts/index.ts'

export const redisChallenges = (run: RunScript<ChallengeReplies>): ChallengeStore => ({
  open: async (challenge, ttlMs, { sent, received }, actionId = '') => {
    const { id, from, to } = challenge
    const text = JSON.stringify(challenge)
    const opened = await run('lobbyOpenChallenge', id, text, from.id, to.id, ttlMs, sent, received, actionId)
    return opened === 'sender' || opened === 'receiver' ? opened : (JSON.parse(opened) as StoredChallenge)
  },
  sent: async (player, actionId) => parse<StoredChallenge>(await run('lobbySentChallenge', player, actionId)),
  get: async (id) => parse<StoredChallenge>(await run('lobbyChallenge', id)),
  accepted: async (id) => {
    const text = await run('lobbyAcceptedChallenge', id)
    if (text === null) return null
    const [match, player] = text.split(' ') as [string, string]
    return { player, match }
  },
  of: async (player) => {
    const [received, sent] = await run('lobbyChallengesOf', player)
    return { received: parseAll<StoredChallenge>(received), sent: parseAll<StoredChallenge>(sent) }
  },
  propose: async (id, header) =>
    parse<MatchHeader>(await run('lobbyProposeChallengeMatch', id, JSON.stringify(header))),
  close: async (id, reason, match) =>
    (await run('lobbyCloseChallenge', id, reason, ...(match === undefined ? [] : [match]))) === 1,
  expire: () => run('lobbyExpireChallenges'),
})
