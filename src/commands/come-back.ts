import type { EventTo } from '../protocol/index.ts'

type Draining = Extract<EventTo<'connection'>, { event: 'server:draining' }>

/** The time over which the clients of a stopping server are asked to spread their return (ms). */
const RECONNECT_AFTER_MS = { least: 250, most: 3_000 }
const { least, most } = RECONNECT_AFTER_MS

/** For a client whose connection ends, and who is to connect again at once. */
export const COME_BACK: Draining = { event: 'server:draining', payload: { reconnectAfterMs: least } }

/** For a client of a stopping server: a time of its own. */
export const comeBackLater = (): Draining => ({
  event: 'server:draining',
  payload: { reconnectAfterMs: Math.round(least + Math.random() * (most - least)) },
})
