import type { Challenge } from '../../../protocol/index.ts'
import type { MatchHeader } from '../../../record/index.ts'
import type { AcceptedChallenge, ChallengeStore, NewChallenge, PlayerChallenges } from '../../lobby/index.ts'
import { parse, parseAll } from './json.ts'
import type { ChallengeReplies } from './scripts/challenges.ts'
import type { RunScript } from './scripts/index.ts'

export class RedisChallenges implements ChallengeStore {
  readonly #run: RunScript<ChallengeReplies>

  constructor(run: RunScript<ChallengeReplies>) {
    this.#run = run
  }

  async open(
    challenge: NewChallenge, ttlMs: number, { sent, received }: { sent: number; received: number }, actionId = '',
  ): Promise<Challenge | 'sender' | 'receiver'> {
    const { id, from, to } = challenge
    const text = JSON.stringify(challenge)
    const opened = await this.#run('lobbyOpenChallenge', id, text, from.id, to.id, ttlMs, sent, received, actionId)
    return opened === 'sender' || opened === 'receiver' ? opened : (JSON.parse(opened) as Challenge)
  }

  async sent(player: string, actionId: string): Promise<Challenge | null> {
    return parse<Challenge>(await this.#run('lobbySentChallenge', player, actionId))
  }

  async get(id: string): Promise<Challenge | null> {
    return parse<Challenge>(await this.#run('lobbyChallenge', id))
  }

  async accepted(id: string): Promise<AcceptedChallenge | null> {
    const text = await this.#run('lobbyAcceptedChallenge', id)
    if (text === null) return null
    const [match, player] = text.split(' ') as [string, string]
    return { player, match }
  }

  async of(player: string): Promise<PlayerChallenges> {
    const [received, sent] = await this.#run('lobbyChallengesOf', player)
    return { received: parseAll<Challenge>(received), sent: parseAll<Challenge>(sent) }
  }

  async propose(id: string, header: MatchHeader): Promise<MatchHeader | null> {
    return parse<MatchHeader>(await this.#run('lobbyProposeChallengeMatch', id, JSON.stringify(header)))
  }

  async close(id: string, reason: 'accepted' | 'declined' | 'withdrawn', match?: string): Promise<boolean> {
    const created = match === undefined ? [] : [match]
    return (await this.#run('lobbyCloseChallenge', id, reason, ...created)) === 1
  }

  async expire(): Promise<void> {
    await this.#run('lobbyExpireChallenges')
  }
}
