import type { Handlers } from './handlers.ts'

/** What players do in a match, and how they end it. */
export const MATCH_HANDLERS: Handlers<
  | 'match:explain'
  | 'match:hint'
  | 'match:act'
  | 'match:resign'
  | 'match:abort'
  | 'match:draw'
  | 'match:claim'
  | 'match:give'
  | 'match:rematch'
> = {
  'match:explain': ({ matches }, player, { match, code }) => matches.explanations.explain(player, match, code),
  'match:hint': ({ matches }, player, { match }) => matches.hints.hint(player, match),
  'match:act': ({ matches }, player, request) => matches.play.act(player, request),
  'match:resign': ({ matches }, player, request) => matches.endings.resign(player, request),
  'match:abort': ({ matches }, player, request) => matches.endings.abort(player, request),
  'match:draw': ({ matches }, player, request) => matches.endings.draw(player, request),
  'match:claim': ({ matches }, player, request) => matches.endings.claim(player, request),
  'match:give': ({ matches }, player, request) => matches.endings.giveTime(player, request),
  'match:rematch': ({ matches }, player, { match }) => matches.rematches.offer(player, match),
}
