import type { ErrorBody, MatchEvent, ViewAnswer } from './index.ts'

/** By kind of decision, the view of the player who decides: each is a position of a game that was played. */
export declare const views: Readonly<Record<string, ViewAnswer>>
/** By type, an event of the rules or outside of them. */
export declare const events: Readonly<Record<string, MatchEvent>>
/** By code, an error of the server. */
export declare const errors: Readonly<Record<string, ErrorBody>>
