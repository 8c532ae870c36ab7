import { METHODS, STATUS_CODES } from 'node:http'
import { Names, shared } from '../metrics/index.ts'
import type { CountError, Figures } from '../metrics/index.ts'
import type { ErrorCode } from '../protocol/index.ts'
import { timesOf } from './checks.ts'
import type { Checks } from './checks.ts'

/** The figures of the HTTP side, and all figures for /metrics. */
export interface HttpMetrics extends Pick<Figures, 'text' | 'contentType'> {
  error(code: ErrorCode): void
  /** A request has come. Returns what to call when it is over, answered or not. */
  requestBegan(): () => void
  /** The patterns of all routes. */
  readonly routes: Names
  /** `route` is the pattern of the route, undefined for an unknown address. */
  request(method: string, route: string | undefined, status: number, seconds: number): void
  /** A request that waited for a version of a match. */
  longPoll(status: number, seconds: number): void
}

/** Of a request for an unknown address. */
const NO_ROUTE = 'none'

export function httpMetrics(
  figures: Figures,
  countError: CountError,
  { needed, wanted }: { needed: Checks<'live'>; wanted: Checks<'history'> },
): HttpMetrics {
  watchStores(figures, { ...needed, ...wanted })
  const methods = new Names(METHODS)
  const statuses = new Names(Object.keys(STATUS_CODES))
  const routes = new Names([NO_ROUTE])
  let inProgress = 0
  figures.gauge('curia_http_requests_in_progress', 'Requests not yet answered', () => inProgress)
  const requests = figures.histogram(
    'curia_http_request_duration_seconds',
    'Time to answer; requests that wait for a version of a match left out',
    [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
  )
  const longPolls = figures.histogram(
    'curia_http_long_poll_duration_seconds',
    'Time to answer requests that wait for a version of a match',
    [0.1, 0.5, 1, 2, 5, 10, 15, 20, 26],
  )
  return {
    text: figures.text,
    contentType: figures.contentType,
    error: (code) => countError({ transport: 'http', code }),
    requestBegan: () => {
      inProgress += 1
      return () => void (inProgress -= 1)
    },
    routes,
    request: (method, route = NO_ROUTE, status, seconds) =>
      requests(seconds, { method: methods.of(method), route: routes.of(route), status: statuses.of(String(status)) }),
    longPoll: (status, seconds) => longPolls(seconds, { status: statuses.of(String(status)) }),
  }
}

/** Shows whether each store answers, and how fast. */
function watchStores(figures: Figures, checks: Checks<'live' | 'history'>): void {
  const read = shared(async () => (await timesOf(checks)).map(([store, seconds]) => [{ store }, seconds] as const))
  figures.gauge(
    'curia_store_up',
    'Whether a store answers, in time: 1 or 0',
    async () => (await read()).map(([labels, seconds]) => [labels, Number.isNaN(seconds) ? 0 : 1] as const),
    'min',
  )
  figures.gauge('curia_store_ping_seconds', 'How long a store takes to answer; NaN while it does not', read, 'max')
}
