import { botLevelSchema, ERRORS, GAME_KIND_IDS, timeControlIdSchema } from '../protocol/index.ts'
import type { ErrorCode } from '../protocol/index.ts'
import type { Name } from './names.ts'

/** What the code of the server names while it starts. */
const NAMED: readonly Name[] = []

const kind = GAME_KIND_IDS
const code = Object.keys(ERRORS) as ErrorCode[]
const POOL = { kind, clock: timeControlIdSchema.options, rated: ['true', 'false'] } as const

/**
 * Every metric of the server, with its labels and all values that each can have. A metric that is not here does not
 * compile, nor does a value: the name of a player, an id or an address is a `string`, which is no value of any label.
 */
export const LABELS = {
  curia_build_info: { rules: NAMED, node_version: NAMED },
  curia_errors_total: { transport: ['http', 'socket'], code },
  // live
  curia_commit_duration_seconds: { status: ['committed', 'stale', 'late', 'premature', 'unknown', 'unavailable'] },
  curia_entry_delay_seconds: {},
  curia_games_ended_total: {},
  curia_outbox_backlog: {},
  curia_outbox_age_seconds: {},
  // limits
  curia_limit_refusals_total: { limit: NAMED },
  // matches
  curia_matches_total: { kind, event: ['created', 'started', 'ended', 'aborted'] },
  curia_live_matches: { kind, state: ['waiting', 'playing', 'ended'] },
  // history
  curia_games_stored_total: { kind },
  curia_game_store_delay_seconds: {},
  // lobby
  curia_queue_players: POOL,
  curia_queue_wait_seconds: POOL,
  // opponents
  curia_bot_turns: {},
  curia_bot_threads_waiting: {},
  curia_bot_thought_duration_seconds: { level: botLevelSchema.options },
  // http
  curia_http_request_duration_seconds: { method: NAMED, route: NAMED, status: NAMED },
  curia_http_long_poll_duration_seconds: { status: NAMED },
  curia_http_requests_in_progress: {},
  curia_store_up: { store: ['live', 'history'] },
  curia_store_ping_seconds: { store: ['live', 'history'] },
  // gateway
  curia_move_duration_seconds: {},
  curia_sockets: {},
} as const satisfies Record<`curia_${string}`, Record<string, readonly string[]>>

export type Metric = keyof typeof LABELS

/** A list of any texts has no value that could be used. */
type ValueOf<Values> = Values extends readonly (infer Value)[] ? (string extends Value ? never : Value) : never

/** A value for each label of a metric. */
export type LabelsOf<M extends Metric> = {
  readonly [Label in keyof (typeof LABELS)[M]]: ValueOf<(typeof LABELS)[M][Label]>
}

/** The labels of a metric as the last argument of a function: none for a metric without labels. */
export type Labelled<M extends Metric> = keyof LabelsOf<M> extends never ? [] : [labels: LabelsOf<M>]
