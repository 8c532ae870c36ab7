/** A draw is accepted with less than this probability of winning. */
export const ACCEPTS_DRAW_BELOW = 0.45
/** After so many own decisions in a row at which the match was as good as lost, a bot resigns. */
export const RESIGNS_AFTER = 3
/** How long a thread may take for a job that is no thought (ms), on a machine that has much else to do. */
export const JOB_TIMEOUT_MS = 60_000

/** How the bots of a server play. */
export interface BotSettings {
  /** How many threads think. 0: the server plays no bots. */
  threads: number
  /** How long a decision takes at least (ms), so that people can follow. */
  paceMs: number
  /** How many worlds a bot samples for a decision at most, whatever its level; by default as many as its level has. */
  samples?: number | undefined
}
