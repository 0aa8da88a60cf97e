import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from './refused.ts'

export const XSRF_COOKIE = 'XSRF-TOKEN'
export const XSRF_HEADER = 'x-xsrf-token'
/** The maximum that browsers allow: a device that returns after a week without signal still has its cookie. */
const KEEP_SECONDS = 400 * 24 * 3600

/**
 * Sets the cookie when the caller has none (api.md, "XSRF"). Pages read it, so it is not httpOnly.
 * @param secure browsers reach the server through TLS, even if a proxy terminates it
 */
export function giveXsrfCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  if (request.cookies[XSRF_COOKIE]) return
  reply.setCookie(XSRF_COOKIE, randomBytes(18).toString('base64url'), {
    path: '/',
    sameSite: 'lax',
    secure: secure || request.protocol === 'https',
    maxAge: KEEP_SECONDS,
  })
}

/**
 * Refuses a change whose header does not repeat the cookie. The page of another site can send the cookie but not read
 * it.
 */
export function checkXsrf(request: FastifyRequest): void {
  const cookie = request.cookies[XSRF_COOKIE]
  if (!cookie || request.headers[XSRF_HEADER] !== cookie) throw new Refused('xsrf_mismatch')
}
