import type * as protocol from '../../../src/protocol/index.ts'
import type {
  Chat, CommitAnswer, OwnMatchesAnswer, OwnMatchesQuery, PublicMatchesAnswer, PublicMatchesQuery, QueueAnswer,
  Rematch, TablesAnswer, ViewAnswer,
} from '../protocol.ts'

type Nothing = Record<string, never>
type InMatch = { match: string }

/** An answer to an action that the actor's own update may be part of; if it is, no other message need bring it. */
export type ActAnswer = CommitAnswer & { update?: protocol.Update }

/** What a client sends over a socket: by event, the payload and the answer. */
export interface Commands {
  'match:create': [protocol.CreateMessage, ViewAnswer]
  'match:join': [protocol.JoinRequest, ViewAnswer]
  'match:watch': [protocol.WatchRequest, ViewAnswer]
  'match:unwatch': [InMatch, InMatch]
  'match:explain': [protocol.ExplainRequest, protocol.ExplanationAnswer]
  'match:hint': [protocol.HintRequest, protocol.HintAnswer]
  'match:act': [protocol.ActRequest, ActAnswer]
  'match:resign': [protocol.ResignRequest, ActAnswer]
  'match:abort': [protocol.AbortRequest, ActAnswer]
  'match:draw': [protocol.DrawRequest, ActAnswer]
  'match:claim': [protocol.ClaimWinRequest, ActAnswer]
  'match:give': [protocol.GiveTimeRequest, ActAnswer]
  'match:rematch': [InMatch, Rematch]
  'chat:say': [protocol.SayRequest, { match: string; line: protocol.ChatLine }]
  'chat:read': [InMatch & { code?: string }, Chat]
  'chat:mute': [protocol.MuteRequest, protocol.MuteRequest]
  'queue:join': [protocol.Pool, QueueAnswer]
  'queue:status': [Nothing, QueueAnswer]
  'queue:leave': [Nothing, QueueAnswer]
  'lobby:watch': [Nothing, TablesAnswer]
  'lobby:unwatch': [Nothing, object]
  'lobby:matches': [PublicMatchesQuery, PublicMatchesAnswer]
  'challenge:send': [protocol.ChallengeMessage, { challenge: protocol.Challenge }]
  'challenge:list': [Nothing, protocol.ChallengesAnswer]
  'challenge:accept': [{ challenge: string }, { match: string }]
  'challenge:close': [{ challenge: string }, object]
  'player:watch': [Nothing, OwnMatchesAnswer]
  'player:unwatch': [Nothing, object]
  'player:matches': [OwnMatchesQuery, OwnMatchesAnswer]
}

export type Payload<Event extends keyof Commands> = Commands[Event][0]
export type Answer<Event extends keyof Commands> = Commands[Event][1]
