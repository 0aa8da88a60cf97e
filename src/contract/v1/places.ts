import * as z from 'zod/mini'
import { POSITIONS_PER_REQUEST } from '#domain/limits.ts'
import { PLACE_SOURCES } from '#domain/place.ts'
import { endpoint } from '../endpoint.ts'
import { count, day, degrees, id, instant, noContent } from '../shapes.ts'

/** WGS 84. */
const latitude = degrees
const longitude = degrees

/** Where a customer's bags stand. */
export const place = z.object({
  latitude,
  longitude,
  source: z.enum(PLACE_SOURCES),
  /** Metres; null: not known. */
  accuracy: z.nullable(z.int()),
  /** How many days' positions a learnt place rests on; null: it was not learnt. */
  visits: z.nullable(z.int()),
  placedAt: instant,
})
export type Place = z.input<typeof place>

const ADMIN = { ADMIN: 'any' } as const

export const getPlace = endpoint({
  method: 'GET',
  path: '/v1/users/customers/{customerID}/place',
  summary: 'Where a customer’s bags stand, and whether that is far from the suburb’s other places',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  reads: ['suburbs'],
  input: z.strictObject({ customerID: id }),
  output: z.object({
    place: z.nullable(place),
    /** Metres from the middle of the suburb's other places, where that is suspiciously far; else null. */
    farFromOthers: z.nullable(z.int()),
    /** Days with positions of drivers' phones that do not agree yet. */
    waiting: count,
  }),
  refusals: [],
})

export const listPlacesNear = endpoint({
  method: 'GET',
  path: '/v1/users/customers/{customerID}/place/others',
  summary: 'The places of the suburb’s other customers, at most 500, for the map on which a place is set',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  reads: ['suburbs'],
  input: z.strictObject({ customerID: id }),
  output: z.object({ items: z.array(z.object({ address: z.string(), latitude, longitude })) }),
  refusals: [],
})

export const setPlace = endpoint({
  method: 'PUT',
  path: '/v1/users/customers/{customerID}/place',
  summary: 'Set where a customer’s bags stand; nothing learnt or imported replaces it later',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs'],
  input: z.strictObject({ customerID: id, latitude, longitude }),
  output: place,
  refusals: [],
})

export const forgetPlace = endpoint({
  method: 'DELETE',
  path: '/v1/users/customers/{customerID}/place',
  summary: 'Forget a customer’s place and the positions that wait to become one',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs'],
  input: z.strictObject({ customerID: id }),
  output: noContent,
  status: 204,
  refusals: [],
})

/**
 * A position says on which day the phone was there, not when, and the server keeps neither driver nor phone beside it.
 * One that the server can't use is left out, so that the phone sends it once.
 */
export const sendPositions = endpoint({
  method: 'POST',
  path: '/v1/runs/positions',
  summary: 'Where a driver’s phone was at outcomes, one position a stop, if the firm learns places from them',
  roles: { DRIVER: 'own' },
  changes: ['runs', 'customers'],
  input: z.strictObject({
    positions: z
      .array(z.strictObject({ assignmentID: id, day, latitude, longitude, accuracy: z.number().check(z.minimum(0)) }))
      .check(z.minLength(1), z.maxLength(POSITIONS_PER_REQUEST)),
  }),
  output: z.object({ taken: count }),
  status: 200,
  idempotencyKey: false,
  refusals: [],
})
