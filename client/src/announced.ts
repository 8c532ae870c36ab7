import type { Connection } from './connection/connection.ts'
import type { Observable } from './observable.ts'
import { Store } from './observable.ts'
import type { Announced } from './protocol.ts'

/** Nothing is announced. It is always the same, so that who shows it sees no change. */
const NOTHING: Announced = {}

/** What the server tells everybody. It says so when a connection begins, if there is anything, and after each change. */
export function announcedBy(connection: Pick<Connection, 'on' | 'onConnected'>): Observable<Announced> {
  const state = new Store<Announced>(NOTHING)
  connection.onConnected(() => state.set(NOTHING))
  connection.on('server:notice', (announced) => state.set(announced.notice || announced.paused ? announced : NOTHING))
  return state
}
