import { CuriaError } from './errors.ts'
import { waitOf } from './waits.ts'

/**
 * Asks, and asks again for as long as the server says how long to wait (`rate-limited`, `busy`). It is for programs, of
 * which many may run on one address: a page rather tells its user to wait.
 * @throws what `ask` throws for any other reason.
 */
export async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const waitMs = error instanceof CuriaError ? waitOf(error.details.retryAfterMs) : null
      if (waitMs === null) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}
