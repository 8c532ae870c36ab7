import type { Identity, Sessions } from '../players/index.ts'
import { CodedError } from '../protocol/index.ts'
import { onAbort } from '../time/index.ts'

/**
 * Does work that takes long, and returns what it resolves with if the caller may still have it. The signal of
 * the work aborts when the session of the caller ends (one who is null has none), and with each of the other signals.
 * @throws CodedError `token-revoked`, `token-expired`, and as `work`.
 */
export async function whileValid<T>(
  sessions: Pick<Sessions, 'hasEnded' | 'onEnded'>,
  identity: Identity | null,
  others: readonly AbortSignal[],
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const end = (): void => ended.abort()
  const stops = others.map((signal) => onAbort(signal, end))
  if (identity) stops.push(sessions.onEnded((those) => void (those.has(identity.session) && end())))
  try {
    const result = await work(ended.signal)
    if (identity && sessions.hasEnded(identity.session)) throw new CodedError('token-revoked')
    if (identity && identity.expiresAt <= Date.now()) throw new CodedError('token-expired')
    return result
  } finally {
    for (const stop of stops) stop()
  }
}
