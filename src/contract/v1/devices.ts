import * as z from 'zod/mini'
import { HOLES_TOLD } from '#domain/limits.ts'
import { DEVICE_STATES } from '#domain/device-state.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, ofDepot, optionalLine } from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const
/** Chosen by the device itself: any short text. */
const deviceID = z.string().check(z.minLength(1), z.maxLength(100))

/** "57 stops, 41 photos: equal" (offline.md, "Reconciliation"). */
export const reconciliation = z.object({
  /** Stops with an outcome recorded by this phone, as counted by the server. */
  stops: z.int(),
  photos: z.int(),
  /** Nothing is unsent on the phone, and nothing it counted is missing on the server. */
  equal: z.boolean(),
  /**
   * Sequence numbers in any run that it counted and that never arrived, except those it accounts for and those that the
   * office has settled.
   */
  holes: z.array(z.int()),
})

/** A driver's phone for the office: one row per phone and driver. */
export const device = z.object({
  deviceID: z.string(),
  driverID: id,
  driverName: z.string(),
  /** Number of phones of this driver; several need labels that distinguish them. */
  phonesOfDriver: z.int(),
  firstSeenAt: instant,
  lastSeenAt: instant,
  /** When the oldest unsent record was made, in server time. */
  oldestUnsentAt: z.nullable(instant),
  /** How many the phone's last report names. */
  unsent: z.int(),
  /** Unsent records that need a person's attention. */
  needsAttention: z.int(),
  appBuild: z.nullable(z.string()),
  /** Server clock minus the phone's, ms. */
  clockOffset: z.int(),
  /** The phone's clock is more than 10 minutes off. */
  clockWarning: z.boolean(),
  reconciliation,
  revokedAt: z.nullable(instant),
  /** When it reported that its customer data is deleted. */
  wipedAt: z.nullable(instant),
  state: z.enum(DEVICE_STATES),
  /**
   * It has something to report and has not contacted the server for a day, whatever `state` is: nothing on it can be
   * resolved until it is found.
   */
  silent: z.boolean(),
})
export type Device = z.input<typeof device>

export const listDevices = endpoint({
  method: 'GET',
  path: '/v1/devices',
  summary: 'The drivers’ phones: when heard, what they still hold, and whether phone and office count the same',
  roles: ADMIN,
  area: 'runs',
  depot: 'list',
  reads: ['drivers', 'runs', 'settings'],
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    driverID: z.optional(id),
    /** Phones of the drivers of this run; the reconciliation counts this run only. */
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
  area: 'runs',
  depot: 'records',
  reads: ['drivers', 'runs', 'settings'],
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
  area: 'runs',
  depot: 'records',
  changes: ['devices', 'drivers', 'runs'],
  input: actOnDevice,
  output: device,
  refusals: [],
})

export const allowDevice = endpoint({
  method: 'PUT',
  path: '/v1/devices/{deviceID}/allow',
  summary: 'Let a phone that was taken back, and has turned up, be used again',
  roles: ADMIN,
  area: 'runs',
  depot: 'records',
  changes: ['devices', 'drivers', 'runs'],
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
  area: 'runs',
  depot: 'records',
  changes: ['devices', 'drivers', 'runs'],
  input: z.extend(actOnDevice, {
    /** If several drivers use the phone: only this driver's. */
    driverID: z.optional(id),
    /** The numbers shown when the decision was made: if others are missing by now, nothing is settled. */
    holes: z.optional(z.array(z.int()).check(z.maxLength(HOLES_TOLD))),
  }),
  output: device,
  refusals: ['wrong_state'],
})
