import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../ports.ts'

const callers = new WeakMap<FastifyRequest, string>()

/** Who calls, once it is known: the line of this request names their id, and nothing else of them. */
export function noteCaller(request: FastifyRequest, userID: string): void {
  callers.set(request, userID)
}

/** One line per request: the route's pattern, never the address that was asked for, which may hold names and tokens. */
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
