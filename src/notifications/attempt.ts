import type { Answer } from './post.ts'

/**
 * What became of an attempt: `outdated` if the notification is no longer true, `refused` if the target will never accept
 * it, and `gone` if the target will never accept anything again. A target that failed may say when it wants to be asked
 * again.
 */
export type Attempt =
  | { result: 'delivered' | 'outdated' }
  | { result: 'failed'; why: string; retryAfterMs?: number | undefined }
  | { result: 'refused' | 'gone'; why: string }

/**
 * What an answer says of an attempt.
 * @param why says it in words, if it is no success.
 * @param endBy what a status ends for good; null if another attempt may succeed.
 */
export function attemptOf(
  { status, retryAfterMs }: Answer,
  why: string,
  endBy: (status: number) => 'refused' | 'gone' | null,
): Attempt {
  if (status >= 200 && status < 300) return { result: 'delivered' }
  const end = endBy(status)
  return end ? { result: end, why } : { result: 'failed', why, retryAfterMs }
}
