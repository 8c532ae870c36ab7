import type { Figures } from '../metrics/index.ts'
import type { BotLevel } from '../protocol/index.ts'

/** Returns what times the thoughts of bots (seconds). */
export function timeThoughts(figures: Figures): (level: BotLevel, seconds: number) => void {
  const thoughts = figures.histogram(
    'curia_bot_thought_duration_seconds',
    'Time for which a bot has thought about a decision, in a thread',
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16],
  )
  return (level, seconds) => thoughts(seconds, { level })
}

/** Shows what bots do on this node. */
export function meterBots(figures: Figures, opponents: { playing: number }, pool: { waiting: number }): void {
  figures.gauge(
    'curia_bot_turns',
    'Turns of bots that this node plays now, also those that wait for a thread and those that keep a pace',
    () => opponents.playing,
  )
  figures.gauge(
    'curia_bot_threads_waiting', 'What waits for a thread of the bots: turns, hints and analyses', () => pool.waiting,
  )
}
