import type { FastifyInstance } from 'fastify'
import type { Log } from '../ports.ts'

/** One line per request: the route's pattern, never the address that was asked for, which may hold names and tokens. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    const { id: requestID, method } = request
    log.info({ requestID, method, route: request.routeOptions?.url ?? null, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'request')
  })
}
