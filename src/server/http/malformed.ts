import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { PROBLEM_TYPE } from '#contract/problem.ts'
import { refusals } from '#domain/refusals.ts'
import { newID } from '#domain/identifiers.ts'
import { Refused } from './refused.ts'

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** How long a client that sent invalid HTTP may read the answer before the connection is closed. */
const CUT_AFTER_MS = 1_000

/**
 * A browser sends about 20 header lines, a chain of proxies a dozen more. Above 2,000 Node 20 silently drops the rest,
 * and later versions answer 431.
 */
const HEADER_LINES_MAX = 100

/**
 * Refuses requests that Node would both pass on and answer with 400 itself. A GET does not wait for its body, so its
 * answer would already be sent when the body turns out invalid. https://www.rfc-editor.org/rfc/rfc9112#section-6.1 Also
 * refuses a request without Host or with two, because a proxy may use the second where this server uses the first.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function checkWellFormed({ method, headers, raw }: FastifyRequest): void {
  const names = raw.rawHeaders.filter((_, at) => at % 2 === 0)
  if (names.length > HEADER_LINES_MAX)
    throw new Refused('not_understood', { message: `A request has at most ${HEADER_LINES_MAX} header lines.` })
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1)
    throw new Refused('not_understood', { message: 'The request names two hosts.' })
  if (headers.host === undefined && raw.httpVersion === '1.1')
    throw new Refused('not_understood', { message: 'The request has to name its host.' })
  const framing = headers['transfer-encoding']
  if (framing !== undefined && (method === 'GET' || method === 'HEAD' || framing.toLowerCase() !== 'chunked'))
    throw new Refused('not_understood')
}

/** Closes the connection after an answer that says so, also where the other side keeps its half open. */
export function closeAfterAnswer({ raw }: FastifyRequest): void {
  // A request injected within the process has no connection.
  if (raw.socket instanceof Socket) endSoon(raw.socket)
}

const last = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>()

/** Tracks the request in progress on each connection, for `answerMalformed`. */
export function followRequests(server: Server): void {
  server.on('request', (request, response) => last.set(request.socket, { request, response }))
}

/**
 * Answers input that is not HTTP on the socket and closes it. A complete request before it is still executed, and its
 * answer is the last one on the connection: a 400 in its place would claim that nothing was done.
 */
export function answerMalformed(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const before = last.get(socket)
  if (before?.request.complete && !before.response.writableFinished)
    return void before.response.once('finish', () => endSoon(socket))
  // The error is in the rest of a body whose request was refused before: it has its answer.
  if (before && !before.request.complete && before.response.headersSent) return endSoon(socket)
  const requestID = newID()
  const body = JSON.stringify({ code: 'not_understood', message: refusals.not_understood.message, requestID })
  const head = [
    `HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestID}`,
    'Connection: close',
  ]
  // A client that sent HEAD would read a body as the next answer.
  const asksForHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.subarray(0, 5).toString('latin1') === 'HEAD '
  endSoon(socket, `${head.join('\r\n')}\r\n\r\n${asksForHead ? '' : body}`)
}

/** Sends the last data and closes the connection. `end` alone leaves it open as long as the other side does. */
function endSoon(socket: Socket, lastWord = ''): void {
  if (socket.destroyed) return
  socket.end(lastWord)
  setTimeout(() => socket.destroy(), CUT_AFTER_MS).unref()
}
