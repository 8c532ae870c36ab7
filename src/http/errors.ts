import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Figures } from '../metrics/index.ts'
import type { ErrorCode } from '../protocol/index.ts'
import { CodedError, errorBodySchema, ERRORS } from '../protocol/index.ts'
import type { AnswerOtherMethod } from './methods.ts'
import type { App } from './parts.ts'

const MOST_ISSUES = 10
const LONGEST_MESSAGE = 200
const NOT_JSON = 'A body must be JSON, with the header content-type: application/json.'
/** The methods by which a person opens an address. They have no body. */
const MAY_BE_OPENED: ReadonlySet<string> = new Set(['GET', 'HEAD'])
/** How long a client may read the last answer of its connection. */
const LINGER_MS = 1_000

/** The failures of every route. */
export const failures = { '4xx': errorBodySchema, '5xx': errorBodySchema }

/** What is wrong with a request that Node gives up, by the code of its error. */
const CLIENT_ERRORS: Partial<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'payload-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

const clip = (text: string): string => (text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text)

/** The coded error that a client gets for what was thrown; null for a fault of the server. */
function codedError(error: unknown): CodedError | null {
  if (error instanceof CodedError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.slice(0, MOST_ISSUES).map(({ instancePath, message }) => ({
      // The JSON pointer to the whole message is empty, as over a socket.
      path: instancePath === '/' ? '' : clip(instancePath),
      message: clip(message ?? ''),
    }))
    return new CodedError('bad-request', undefined, { in: error.validationContext, issues })
  }
  const { code, statusCode, message } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new CodedError('payload-too-large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new CodedError('bad-request', NOT_JSON)
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return new CodedError('unavailable')
  // Fastify itself refuses a body that is not JSON, and malformed URLs.
  const refused = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return refused ? new CodedError('bad-request', clip(message ?? '')) : null
}

interface Unknown {
  /** Answers a request whose path has other methods; null if it has none. */
  otherMethod: AnswerOtherMethod
  /** Answers a person at an unknown address; null if it does not. */
  missing: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null
  /** What is wrong with the address of a request, if it cannot be read. */
  malformed: WeakMap<IncomingMessage, string>
}

/** Answers every failure of a route, and every unknown address, with its coded error. */
export function answerErrors(app: App, figures: Figures, { otherMethod, missing, malformed }: Unknown): void {
  const answer = (coded: CodedError, reply: FastifyReply): FastifyReply => {
    figures.count('curia_errors_total', { transport: 'http', code: coded.code })
    const retryAfterMs = coded.details?.retryAfterMs
    if (typeof retryAfterMs === 'number') reply.header('retry-after', Math.ceil(retryAfterMs / 1000))
    return reply
      .removeHeader('etag')
      .header('cache-control', 'no-store')
      .code(ERRORS[coded.code].status)
      .send(coded.toBody())
  }

  app.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const coded = codedError(error)
    if (!coded) request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed')
    // The id leads to the fault in the log.
    return answer(coded ?? new CodedError('internal', undefined, { id: request.id }), reply)
  })
  const unknown = ({ raw }: FastifyRequest): CodedError => {
    const wrong = malformed.get(raw)
    return wrong === undefined ? new CodedError('unknown-route') : new CodedError('bad-request', clip(wrong))
  }
  // Before the body is read: whatever is wrong with it, the method or the address is.
  app.addHook('preParsing', async (request, reply: FastifyReply) => {
    const answered = otherMethod(request, reply)
    if (answered) return answered
    if (request.is404 && !MAY_BE_OPENED.has(request.method)) throw unknown(request)
  })
  app.setNotFoundHandler((request, reply: FastifyReply) => missing(request, reply) ?? answer(unknown(request), reply))
}

/** Answers what is not HTTP or did not arrive in time, on the bare socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // Browsers open connections ahead. On one that has asked nothing, an answer would be taken for that of its first request.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  refuseOnSocket(socket, new CodedError(CLIENT_ERRORS[error.code ?? ''] ?? 'bad-request'))
}

/** Refuses what has no reply of Fastify, on the bare socket, with further lines of the head. Closes the socket. */
export function refuseOnSocket(socket: Socket, coded: CodedError, headers: string[] = []): void {
  const body = JSON.stringify(coded.toBody())
  const { status } = ERRORS[coded.code]
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers,
  ]
  socket.on('error', () => undefined).resume()
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // A client that does not close its side must not keep the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
