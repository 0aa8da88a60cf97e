import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../ports.ts'

const callers = new WeakMap<FastifyRequest, string>()

/** Adds the caller's id to the log line of this request; the line has no other personal data. */
export function noteCaller(request: FastifyRequest, userID: string): void {
  callers.set(request, userID)
}

/** Asked by a proxy every second. */
const HEALTH = new Set(['/healthz', '/readyz'])

/**
 * Logs one line per request with the pattern of the route. The address itself may contain names and tokens. That all is
 * well is not logged.
 */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    const { id: requestID, method } = request
    if (HEALTH.has(request.routeOptions.url ?? '') && reply.statusCode === 200) return
    const userID = callers.get(request) ?? null
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.info(
      { requestID, method, route: request.routeOptions?.url ?? null, userID, status: reply.statusCode, ms },
      'request',
    )
  })
}
