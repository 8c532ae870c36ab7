import { Backoff } from '../connection/backoff.ts'
import { CuriaError, errorOf, offline, unsupported } from '../errors.ts'
import type { ErrorBody, ExportedGame, ExportLine, ExportQuery } from '../protocol.ts'
import { waitOf } from '../waits.ts'

/** How often the server may fail, one time after the other, before the export fails. */
const MOST_FAILURES = 6
/** Errors after which the same request may succeed. */
const PASSING: readonly string[] = ['offline', 'rate-limited', 'busy', 'limit-reached', 'unavailable', 'draining']

interface ExportOptions {
  /** For how long nothing may arrive (ms). */
  patienceMs: number
  signal?: AbortSignal | undefined
}

/**
 * The games of an export, one by one, as fast as the caller takes them. After an interruption it goes on after the last
 * one.
 * @throws CuriaError with the code of the server; `offline` if it cannot be reached for some time; `unsupported` if the
 * platform reads no streams.
 */
export async function* exportGames(
  address: string,
  query: ExportQuery,
  { patienceMs, signal }: ExportOptions,
): AsyncGenerator<ExportedGame, void, undefined> {
  const backoff = new Backoff()
  let { cursor } = query
  for (let failures = 0; ;) {
    try {
      for await (const line of linesOf(address, { ...query, cursor }, { patienceMs, signal })) {
        if ('end' in line) return
        ;({ cursor } = line)
        failures = 0
        backoff.reset()
        yield line
      }
      throw offline('The export was interrupted.')
    } catch (error) {
      failures += 1
      const isPassing = error instanceof CuriaError && PASSING.includes(error.code)
      if (!isPassing || failures === MOST_FAILURES || signal?.aborted) throw error
      await pause(Math.max(backoff.next(), waitOf(error.details.retryAfterMs) ?? 0), signal)
    }
  }
}

/** The lines of one stream, until it ends. */
async function* linesOf(
  address: string,
  query: ExportQuery,
  { patienceMs, signal }: ExportOptions,
): AsyncGenerator<ExportLine, void, undefined> {
  const controller = new AbortController()
  const end = (): void => controller.abort()
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  /** What arrives in time. */
  const inTime = async <T>(arriving: Promise<T>): Promise<T> => {
    const timer = setTimeout(end, patienceMs)
    try {
      return await arriving
    } catch (error) {
      throw offline('The server could not be reached.', { reason: String(error) })
    } finally {
      clearTimeout(timer)
    }
  }
  try {
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
    const response = await inTime(fetch(`${address}?${search.toString()}`, { signal: controller.signal }))
    if (!response.ok) {
      const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
      throw body?.error ? errorOf(body.error) : offline('What came back is not an answer of the server.')
    }
    // That of React Native gives a body only as a whole.
    if (!response.body) throw unsupported(['Response.body'], 'An export needs a fetch whose answers are streams.')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done, value } = await inTime(reader.read())
      if (done) return
      const lines = (text + decoder.decode(value, { stream: true })).split('\n')
      text = lines.pop()!
      for (const line of lines) yield JSON.parse(line) as ExportLine
    }
  } finally {
    signal?.removeEventListener('abort', end)
    end()
  }
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
