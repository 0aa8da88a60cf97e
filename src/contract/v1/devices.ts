import * as z from 'zod/mini'
import { HOLES_TOLD } from '#domain/limits.ts'
import { PHONE_STATES } from '#domain/phones-ledger.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, optionalLine } from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const
/** The phone's own, made by it: any short text. */
const deviceID = z.string().check(z.minLength(1), z.maxLength(100))

/** "57 stops, 41 photos: equal" (offline.md, "Reconciliation"). */
export const reconciliation = z.object({
  /** Stops this phone recorded an outcome for, as the office has them. */
  stops: z.int(),
  photos: z.int(),
  /** Nothing waits on the phone and nothing it counted is missing here. */
  equal: z.boolean(),
  /** Numbers it counted that never came, that it does not account for and the office has not settled, whatever run they belong to. */
  holes: z.array(z.int()),
})

/** A phone in a driver's hand, as the office knows it: one row for each phone and driver. */
export const device = z.object({
  deviceID: z.string(),
  driverID: id,
  driverName: z.string(),
  /** How many phones this driver has been seen with; of several each needs a mark of its own. */
  phonesOfDriver: z.int(),
  firstSeenAt: instant,
  lastSeenAt: instant,
  /** When the oldest record it still holds was made, by the office's clock. */
  oldestUnsentAt: z.nullable(instant),
  /** Records it still holds, as it said last. */
  unsent: z.int(),
  /** Of them, those that wait for a person. */
  needsAttention: z.int(),
  appBuild: z.nullable(z.string()),
  /** Office's clock minus the phone's, ms. */
  clockOffset: z.int(),
  /** The phone's clock is more than 10 minutes off. */
  clockWarning: z.boolean(),
  reconciliation,
  /** The office took it back. */
  revokedAt: z.nullable(instant),
  /** It said that what it had of the customers is gone. */
  wipedAt: z.nullable(instant),
  /** The most pressing word for it. */
  state: z.enum(PHONE_STATES),
  /** It has something to tell and was not heard for a day, whatever `state` says first: nothing on it can be mended before it is found. */
  silent: z.boolean(),
})
export type Device = z.infer<typeof device>

export const listDevices = endpoint({
  method: 'GET',
  path: '/v1/devices',
  summary: 'The drivers’ phones: when heard, what they still hold, and whether phone and office count the same',
  roles: ADMIN,
  input: z.strictObject({
    ...pageQuery,
    driverID: z.optional(id),
    /** Phones of the drivers of this run; the reconciliation counts this run alone. */
    runOrderID: z.optional(id),
  }),
  output: pageOf(device),
  refusals: ['keyword_too_short'],
})

export const getDevice = endpoint({
  method: 'GET',
  path: '/v1/devices/{deviceID}',
  summary: 'One phone',
  roles: ADMIN,
  input: z.strictObject({ deviceID, runOrderID: z.optional(id) }),
  output: device,
  refusals: [],
})

const actOnDevice = z.strictObject({ deviceID, reason: z.optional(z.nullable(optionalLine)) })

export const revokeDevice = endpoint({
  method: 'PUT',
  path: '/v1/devices/{deviceID}/revoke',
  summary:
    'Take a lost phone back: at its next contact it hands over its unsent work, then what it has of the customers is wiped',
  roles: ADMIN,
  input: actOnDevice,
  output: device,
  refusals: [],
})

export const allowDevice = endpoint({
  method: 'PUT',
  path: '/v1/devices/{deviceID}/allow',
  summary: 'Let a phone that was taken back, and has turned up, be used again',
  roles: ADMIN,
  input: actOnDevice,
  output: device,
  refusals: [],
})

export const settleDevice = endpoint({
  method: 'POST',
  path: '/v1/devices/{deviceID}/settle',
  summary:
    'Accept the records of a phone that never came as dealt with: the office is told of them no more, of new ones it is. One that arrives after all is taken in',
  roles: ADMIN,
  input: z.extend(actOnDevice, {
    /** Of a phone that several drivers use, only this one's. */
    driverID: z.optional(id),
    /** The numbers whoever decides has seen: where others are missing by now, nothing is settled. */
    holes: z.optional(z.array(z.int()).check(z.maxLength(HOLES_TOLD))),
  }),
  output: device,
  refusals: ['wrong_state'],
})
