import type { ErrorCode } from '../protocol/index.ts'
import { botLevelSchema, ERRORS, GAME_KIND_IDS, timeControlIdSchema } from '../protocol/index.ts'
import type { Name } from './names.ts'

/*
 * Every metric of the server, with its labels and all values that each can have. A metric that is not here does not
 * compile, nor does a value: the name of a player, an id or an address is a `string`, which is no value of any label.
 */

interface Row {
  help: string
  labels: Record<string, readonly string[]>
}

/** A label whose values the code of the server names while it starts. */
const NAMED: readonly Name[] = []
const kind = GAME_KIND_IDS
const code = Object.keys(ERRORS) as ErrorCode[]
const POOL = { kind, clock: timeControlIdSchema.options, rated: ['true', 'false'] } as const
const STORE = { store: ['live', 'history'] } as const
/** In seconds: from a store in the same house to one in trouble. */
const QUICK = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]

export const COUNTERS = {
  curia_errors_total: { help: 'Errors that were sent to clients', labels: { transport: ['http', 'socket'], code } },
  curia_games_ended_total: { help: 'Games ended by a command on this node, aborted ones left out', labels: {} },
  curia_games_stored_total: { help: 'Ended matches stored in the history by this node', labels: { kind } },
  curia_limit_refusals_total: { help: 'Refusals by the limits that nodes share', labels: { limit: NAMED } },
  curia_matches_total: {
    help: 'What this node did to matches as a whole: created, started, ended or aborted them',
    labels: { kind, event: ['created', 'started', 'ended', 'aborted'] },
  },
} as const satisfies Record<string, Row>

/** The upper bounds of buckets are in seconds. */
export const HISTOGRAMS = {
  curia_bot_thought_duration_seconds: {
    help: 'Time for which a bot has thought about a decision, in a thread',
    labels: { level: botLevelSchema.options },
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16],
  },
  curia_commit_duration_seconds: {
    help: 'Time of a commit in the live store; commits without an answer have the status unavailable',
    labels: { status: ['committed', 'stale', 'late', 'premature', 'unknown', 'unavailable'] },
    buckets: QUICK,
  },
  curia_entry_delay_seconds: {
    help: "From the commit of an entry, by the store's time, until this node has it from the store",
    labels: {},
    buckets: QUICK,
  },
  curia_game_store_delay_seconds: {
    help: 'From the end of a match until it is in the history',
    labels: {},
    buckets: [0.1, 0.5, 1, 5, 30, 120, 600, 3600, 86_400],
  },
  curia_http_long_poll_duration_seconds: {
    help: 'Time to answer requests that wait for a version of a match',
    labels: { status: NAMED },
    buckets: [0.1, 0.5, 1, 2, 5, 10, 15, 20, 26],
  },
  curia_http_request_duration_seconds: {
    help: 'Time to answer; event streams, and requests that wait for a version of a match, left out',
    labels: { method: NAMED, route: NAMED, status: NAMED },
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
  },
  curia_move_duration_seconds: {
    help: 'From the arrival of an action over a socket until its update is sent to the players on this node',
    labels: {},
    buckets: QUICK,
  },
} as const satisfies Record<string, Row & { buckets: readonly number[] }>

/** Figures of several processes are added up, or as `of` says: of what a store knows, every node reports the same. */
export const GAUGES = {
  curia_bot_threads_waiting: { help: 'What waits for a thread of the bots: turns, hints and analyses', labels: {} },
  curia_bot_turns: {
    help: 'Turns of bots that this node plays now, also those that wait for a thread and those that keep a pace',
    labels: {},
  },
  curia_build_info: {
    help: 'Always 1; the labels say what runs',
    labels: { rules: NAMED, node_version: NAMED },
    of: 'first',
  },
  curia_http_requests_in_progress: { help: 'Requests not yet answered; event streams left out', labels: {} },
  curia_live_matches: {
    help: 'Matches of which this node has a replica',
    labels: { kind, state: ['waiting', 'playing', 'ended'] },
  },
  curia_outbox_age_seconds: {
    help: 'How long the first of these games has waited; NaN while the store does not answer',
    labels: {},
    of: 'max',
  },
  curia_outbox_backlog: {
    help: 'Ended games in the live store that wait for the history; NaN while the store does not answer',
    labels: {},
    of: 'max',
  },
  curia_queue_players: { help: 'Players who wait, by pool', labels: POOL, of: 'max' },
  curia_queue_wait_seconds: {
    help: 'How long players waited lately (median), by pool; only pools where enough have waited',
    labels: POOL,
    of: 'max',
  },
  curia_sockets: { help: 'Open sockets', labels: {} },
  curia_store_ping_seconds: {
    help: 'How long a store takes to answer; NaN while it does not',
    labels: STORE,
    of: 'max',
  },
  curia_store_up: { help: 'Whether a store answers, in time: 1 or 0', labels: STORE, of: 'min' },
  curia_streams: { help: 'Open event streams', labels: {} },
} as const satisfies Record<string, Row & { of?: 'max' | 'min' | 'first' }>

export const METRICS = { ...COUNTERS, ...HISTOGRAMS, ...GAUGES }

/** A list of any texts has no value that could be used. */
type ValueOf<Values> = Values extends readonly (infer Value)[] ? (string extends Value ? never : Value) : never

/** A value for each label of a metric. */
export type LabelsOf<M extends keyof typeof METRICS> = {
  readonly [Label in keyof (typeof METRICS)[M]['labels']]: ValueOf<(typeof METRICS)[M]['labels'][Label]>
}
