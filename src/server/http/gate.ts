import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { filledDisk, OFFICE_KEEPS_FREE, roomToWrite, STRANGERS_KEEP_FREE } from '../db/disk-space.ts'
import type { Dependencies } from '../ports.ts'
import { findApiToken, isApiToken, noteUse, TOKEN_CALLS } from './api-tokens.ts'
import { addressOf, bucketOf, countHere, countTry, type Limit } from './limits.ts'
import { OF_ALL_DEPOTS } from './depots.ts'
import { Refused } from './refused.ts'
import { noteCaller } from './request-log.ts'
import { type Actor, includes, requireScope, type Route } from './serve.ts'
import { bindSession, endedByAge, endedOnRevokedDevice, findSession, slideSession } from './sessions.ts'
import { checkXsrf } from './xsrf.ts'

const NO_SUCH_TOKEN = 'This API token is unknown, has ended, or isn’t for your address.'
const DEVICE_ID_MAX = 100
/** Whatever a customer writes is kept, so a loop of it would fill the disk. It is counted by person, not by sign-in. */
const CUSTOMER_WRITES: Limit = { hits: 600, seconds: 3600 }

function deviceOf({ headers }: FastifyRequest): string | null {
  const header = headers['x-device-id']
  return typeof header === 'string' && header.length > 0 && header.length <= DEVICE_ID_MAX ? header : null
}

/**
 * The checks before a body is read: session (401), request from the product's own page (400), role and device (403),
 * required second factor of an admin (409), room on the disk (507), rate limit (429).
 * @returns the caller; null when none is signed in and none is required
 */
export function gate(deps: Dependencies): (route: Route, request: FastifyRequest) => Promise<Actor | null> {
  const { db } = deps.database
  const look = { freeBytes: filledDisk(deps) }
  // What strangers and customers may write is refused first, and what drivers send last.
  const room = roomToWrite(look)
  const roomFor = {
    ADMIN: roomToWrite({ ...look, keepFree: OFFICE_KEEPS_FREE }),
    CUSTOMER: roomToWrite({ ...look, keepFree: STRANGERS_KEEP_FREE }),
    DRIVER: room,
  }
  const perSessionHere = countHere()
  const hasRoom = () =>
    room().then(
      () => true,
      () => false,
    )

  return async (route, request) => {
    const { endpoint } = route
    const now = deps.clock.now()
    const token = /^Bearer +([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1]
    const actor =
      token !== undefined && isApiToken(token)
        ? await whichProgram(endpoint, request, token, now)
        : await whoCalls(request, token, now, endpoint.roles !== 'public')
    if (endpoint.roles !== 'public' && actor === null) throw new Refused('unauthenticated')
    // No cookie accompanies an API token, so no page of another site can use it.
    const isProgram = actor?.tokenID !== undefined
    if (endpoint.method !== 'GET' && !endpoint.ownProof && !isProgram) checkXsrf(request)
    if (endpoint.roles !== 'public' && actor !== null && endpoint.roles[actor.role] === undefined)
      throw new Refused('forbidden')
    if (actor !== null && actor.officeRole !== null && !includes(actor, endpoint))
      throw new Refused(
        'office_role',
        includes({ ...actor, depotID: null }, endpoint) ? { message: OF_ALL_DEPOTS } : undefined,
      )
    // Not 401: the caller is known, and signing in again on this device would change nothing.
    if (endpoint.roles !== 'public' && actor?.onRevokedDevice && !endpoint.allowedWhenRevoked)
      throw new Refused('device_revoked')
    // Not 403: the client would end the session, which is needed to set the factor up.
    if (endpoint.roles !== 'public' && actor?.secondFactorMissing && !endpoint.setsUpFactor)
      throw new Refused('second_factor_missing')
    if (endpoint.method !== 'GET')
      await (route.ofStrangers?.(request.params) ? roomFor.CUSTOMER : actor ? roomFor[actor.role] : room)()
    const { perSession, perUser, perAddress } = route.limits ?? {}
    const action = `${endpoint.method} ${endpoint.path}`
    if (perAddress) await countTry(db, bucketOf(action, addressOf(request.ip)), perAddress, now)
    if (perUser && actor) await countTry(db, bucketOf(action, actor.userID), perUser, now)
    if (endpoint.method !== 'GET' && actor?.role === 'CUSTOMER')
      perSessionHere(`customer ${actor.userID}`, CUSTOMER_WRITES, now)
    if (perSession && actor) perSessionHere(`${action} ${actor.sessionID}`, perSession, now)
    return actor
  }

  /** Null: to a public operation an API token says nothing, which is answered as to everybody. */
  async function whichProgram(
    endpoint: Endpoint,
    request: FastifyRequest,
    token: string,
    now: Date,
  ): Promise<Actor | null> {
    if (endpoint.roles === 'public') return null
    const found = await findApiToken(db, token, request.ip, now)
    if (found === null) throw new Refused('unauthenticated', { message: NO_SUCH_TOKEN })
    const { actor, noteDue } = found
    noteCaller(request, actor)
    await countTry(db, bucketOf('api token', actor.tokenID), TOKEN_CALLS, now)
    // Reading still works with a full disk.
    if (noteDue && (await hasRoom())) await noteUse(db, actor.tokenID, now)
    requireScope(actor, endpoint)
    return actor
  }

  async function whoCalls(
    request: FastifyRequest,
    token: string | undefined,
    now: Date,
    needed: boolean,
  ): Promise<Actor | null> {
    if (token === undefined) return null
    const deviceID = deviceOf(request)
    const found = await findSession(db, token, now, deviceID)
    if (found === null && needed && (await endedOnRevokedDevice(db, token, deviceID)))
      throw new Refused('device_revoked')
    if (found === null && needed && (await endedByAge(db, token, now))) throw new Refused('session_expired')
    if (found === null) return null
    noteCaller(request, found.actor)
    // Reading still works with a full disk.
    if (found.slideDue && (await hasRoom())) await slideSession(db, found.actor, now)
    if (deviceID !== null && found.actor.role === 'DRIVER' && found.actor.deviceID === null && (await hasRoom()))
      await bindSession(db, found.actor.sessionID, deviceID)
    return found.actor
  }
}
