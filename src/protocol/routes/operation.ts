import { healthSchema, readinessSchema } from '../http.ts'
import type { Route } from './route.ts'

/** What operators ask. Machines call these often: they have no rate limit. */
export const OPERATION_ROUTES = {
  'GET /healthz': {
    id: 'getHealth',
    tag: 'operation',
    auth: 'none',
    summary: 'Whether the process is alive',
    description: 'It asks no store. Whether matches can be played is answered by `GET /readyz`.',
    answers: { 200: healthSchema },
    errors: [],
  },
  'GET /readyz': {
    id: 'getReadiness',
    tag: 'operation',
    auth: 'none',
    summary: 'Whether matches can be played here: their store answers, and the server is not stopping',
    description: 'It fails with `draining`, or with `unavailable`; then details.down names what does not answer.',
    answers: { 200: readinessSchema },
    errors: ['unavailable', 'draining'],
  },
} satisfies Record<string, Route>
