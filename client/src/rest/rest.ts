import { check, checkGiven } from '../arguments.ts'
import type { TokenFault } from '../connection/connection.ts'
import type { CuriaError } from '../errors.ts'
import { errorOf, offline } from '../errors.ts'
import type { ErrorBody, ExportedGame, ExportQuery } from '../protocol.ts'
import { exportGames } from './export.ts'
import type { Method, Path, RequestArguments, RouteAnswer } from './routes.ts'

const TOKEN_FAULTS: readonly string[] = [
  'token-invalid',
  'token-expired',
  'token-revoked',
  'banned',
] satisfies TokenFault[]

interface Parts {
  url: string
  /** How long to wait for an answer, in addition to the time for which the server is asked to hold it back. */
  patienceMs: number
  token: () => string | null
  /** The server does not accept this token any more. */
  tokenRefused: (fault: TokenFault, token: string) => void
}

/** What every request may have; which of it there is depends on the route. */
interface AnyOptions {
  params?: Record<string, string | number>
  query?: object
  body?: unknown
  signal?: AbortSignal
}

/**
 * The server's HTTP routes, by the paths of its OpenAPI document. The token of the session goes with each request. All
 * methods throw CuriaError: with the code of the answer, or `offline` if there was none; nothing is sent again.
 */
export class Rest {
  readonly #parts: Parts

  /** @internal */
  constructor(parts: Parts) {
    this.#parts = parts
  }

  async get<P extends Path<'get'>>(path: P, ...options: RequestArguments<'get', P>): Promise<RouteAnswer<'get', P>> {
    return this.#request('get', path, options[0])
  }

  async post<P extends Path<'post'>>(
    path: P,
    ...options: RequestArguments<'post', P>
  ): Promise<RouteAnswer<'post', P>> {
    return this.#request('post', path, options[0])
  }

  async put<P extends Path<'put'>>(path: P, ...options: RequestArguments<'put', P>): Promise<RouteAnswer<'put', P>> {
    return this.#request('put', path, options[0])
  }

  async delete<P extends Path<'delete'>>(
    path: P,
    ...options: RequestArguments<'delete', P>
  ): Promise<RouteAnswer<'delete', P>> {
    return this.#request('delete', path, options[0])
  }

  /**
   * Finished games with their logs, newest first, one by one: `for await (const { game, record } of ...)`. It goes on by
   * itself after an interruption. `cursor`, that of a game, begins after that game.
   */
  exportGames(
    query: ExportQuery = {},
    { signal }: { signal?: AbortSignal } = {},
  ): AsyncGenerator<ExportedGame, void, undefined> {
    check({ query: [query, 'object'] })
    const { url, patienceMs } = this.#parts
    return exportGames(`${url}/v1/games/export`, query, { patienceMs, signal })
  }

  async #request<Answer>(method: Method, path: string, options: AnyOptions = {}): Promise<Answer> {
    check({ path: [path, 'text'], options: [options, 'object'] })
    const { params, query } = options
    checkGiven({ params: [params, 'object'], query: [query, 'object'] })
    if (!path.startsWith('/')) throw new TypeError(`path must be that of a route, such as /v1/games, and is "${path}".`)
    const { token: present, tokenRefused, patienceMs } = this.#parts
    const token = present()
    const waitMs = 1000 * Number((query && 'wait' in query && query.wait) || 0)
    const { status, content } = await ending(options.signal, patienceMs + waitMs, (signal) =>
      this.#fetch(method, path, options, token, signal),
    )
    if (status < 400 && content !== null) return content as Answer
    const error = failure(status, content)
    if (token !== null && TOKEN_FAULTS.includes(error.code)) tokenRefused(error.code as TokenFault, token)
    throw error
  }

  /** `content`: undefined where the answer has none, null where it makes no sense. */
  async #fetch(
    method: Method,
    path: string,
    { params, query, body }: AnyOptions,
    token: string | null,
    signal: AbortSignal,
  ): Promise<{ status: number; content: unknown }> {
    const response = await fetch(`${this.#parts.url}${filled(path, params)}${search(query)}`, {
      method: method.toUpperCase(),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    }).catch((error: unknown) => {
      throw offline('The server could not be reached.', { reason: String(error) })
    })
    const { status } = response
    return { status, content: status === 204 ? undefined : await response.json().catch(() => null) }
  }
}

/**
 * Runs something that ends by a signal: after so many ms, or when the caller's own signal says so.
 * (`AbortSignal.any` would do, but in Node 20 a signal that only it refers to may be collected before it fires.)
 */
async function ending<T>(
  own: AbortSignal | undefined,
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const end = (): void => controller.abort()
  const timer = setTimeout(end, ms)
  own?.addEventListener('abort', end)
  if (own?.aborted) end()
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
    own?.removeEventListener('abort', end)
  }
}

/** The error of a response; `offline` if something between here and the server has answered, or the answer was cut. */
function failure(status: number, content: unknown): CuriaError {
  const error = (content as Partial<ErrorBody> | null)?.error
  if (typeof error?.code === 'string') return errorOf(error)
  return offline('What came back is not an answer of the server.', { status })
}

/** @throws TypeError if a parameter is missing. */
const filled = (path: string, params: Record<string, string | number> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return encodeURIComponent(value)
    throw new TypeError(`${path} needs ${name}: a text that is not empty, or a number.`)
  })

function search(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
