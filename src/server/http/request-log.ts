import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../ports.ts'

const callers = new WeakMap<FastifyRequest, string>()

/** Records the caller once known: the log line of this request contains their id and no other personal data. */
export function noteCaller(request: FastifyRequest, userID: string): void {
  callers.set(request, userID)
}

/** One line per request: the route's pattern, never the requested address, which may contain names and tokens. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    const { id: requestID, method } = request
    const userID = callers.get(request) ?? null
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.info(
      { requestID, method, route: request.routeOptions?.url ?? null, userID, status: reply.statusCode, ms },
      'request',
    )
  })
}
