import type { Identity, Sessions } from '../players/index.ts'
import { CodedError } from '../protocol/index.ts'

/**
 * Does work that takes long, and returns what it resolves with if the caller may still have it. The signal aborts when
 * the session of the caller ends; work without a caller (null) has none.
 * @throws CodedError `token-revoked`, `token-expired`, and as `work`.
 */
export async function whileValid<T>(
  sessions: Pick<Sessions, 'hasEnded' | 'onEnded'>,
  identity: Identity | null,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  if (!identity) return work(ended.signal)
  const { session, expiresAt } = identity
  const unsubscribe = sessions.onEnded((sessions) => {
    if (sessions.has(session)) ended.abort()
  })
  try {
    const result = await work(ended.signal)
    if (sessions.hasEnded(session)) throw new CodedError('token-revoked')
    if (expiresAt <= Date.now()) throw new CodedError('token-expired')
    return result
  } finally {
    unsubscribe()
  }
}
