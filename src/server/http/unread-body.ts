import { Socket } from 'node:net'
import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How long a client may pause in a body that was refused before its end. */
export const UNREAD_MS = 5_000
/** Ten times the largest file. The time in all is bounded by `requestTimeout`, as for a body that is accepted. */
const UNREAD_BYTES = 320 * 1024 * 1024

/**
 * Lets an answer end only when the rest of its request's body has arrived. The answer itself is sent at once, but with
 * its end Node may close the connection, and closing one with unread bytes resets it: a client that sends its whole
 * body before it reads, as browsers do, would then get no answer.
 */
export function endAfterBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  unreadMs: number,
): unknown {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
  if (!isText || payload.length === 0 || request.method === 'HEAD' || !isArriving(request)) return payload
  reply.header('content-length', Buffer.byteLength(payload))
  const answer = new Readable({ read: () => undefined })
  answer.push(payload)
  discardBody(request, unreadMs, () => answer.push(null))
  return answer
}

/** Reads what is left of the body of a request that is answered, and closes the connection when it stops arriving. */
export function discardRest(request: FastifyRequest, unreadMs: number): void {
  if (isArriving(request)) discardBody(request, unreadMs, () => undefined)
}

/** False for a request that is injected within the process, which has no connection. */
function isArriving({ raw }: FastifyRequest): boolean {
  return raw.socket instanceof Socket && !raw.complete && !raw.socket.destroyed
}

function discardBody({ raw }: FastifyRequest, unreadMs: number, then: () => void): void {
  let left = UNREAD_BYTES
  const cut = () => raw.socket.destroy()
  const pause = setTimeout(cut, unreadMs).unref()
  raw.on('data', (bytes: Buffer) => {
    pause.refresh()
    left -= bytes.length
    if (left < 0) cut()
  })
  raw.resume()
  finished(raw, () => {
    clearTimeout(pause)
    then()
  })
}
