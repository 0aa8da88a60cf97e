import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../ports.ts'

const callers = new WeakMap<FastifyRequest, string>()

/** Adds the caller's id to the log line of this request; the line has no other personal data. */
export function noteCaller(request: FastifyRequest, userID: string): void {
  callers.set(request, userID)
}

/** Logs one line per request with the pattern of the route. The address itself may contain names and tokens. */
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
