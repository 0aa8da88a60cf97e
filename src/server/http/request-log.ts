import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../ports.ts'
import type { Actor } from './serve.ts'

const callers = new WeakMap<FastifyRequest, { userID: string; tokenID?: string }>()

/** Adds the ids of the caller and of the API token to the log line of this request, which has no other personal data. */
export function noteCaller(request: FastifyRequest, { userID, tokenID }: Pick<Actor, 'userID' | 'tokenID'>): void {
  callers.set(request, { userID, ...(tokenID !== undefined && { tokenID }) })
}

/** A proxy asks these addresses every second. */
const HEALTH = new Set(['/healthz', '/readyz'])

/**
 * Logs one line per request with the pattern of the route, because the address itself may contain names and tokens. A
 * proxy's question is not logged while it is answered with 200.
 */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    const { id: requestID, method } = request
    if (HEALTH.has(request.routeOptions.url ?? '') && reply.statusCode === 200) return
    const caller = callers.get(request) ?? { userID: null }
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.info(
      { requestID, method, route: request.routeOptions?.url ?? null, ...caller, status: reply.statusCode, ms },
      'request',
    )
  })
}
