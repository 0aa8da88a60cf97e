import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { degrees, id, instant, line, noContent } from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const

export const depot = z.object({
  depotID: id,
  name: z.string(),
  /** WGS 84, where its rounds start. Null: at the firm's depot (setting `route.depot`). */
  place: z.nullable(z.object({ latitude: degrees, longitude: degrees })),
  /** How many suburbs, drivers and users of the office are its own. */
  suburbs: z.int(),
  drivers: z.int(),
  admins: z.int(),
  createdAt: instant,
  version: z.int(),
})
export type Depot = z.input<typeof depot>

const fields = { name: line, place: z.nullable(z.strictObject({ latitude: degrees, longitude: degrees })) }

export const listDepots = endpoint({
  method: 'GET',
  path: '/v1/depots',
  summary: 'The depots by name; a firm with one yard has none',
  roles: ADMIN,
  area: 'shared',
  depot: 'any',
  reads: ['suburbs', 'drivers', 'admins', 'customers'],
  input: z.strictObject({}),
  output: z.object({
    items: z.array(depot),
    /** Active customers in suburbs of no depot, whom no depot's run collects. */
    customersOfNone: z.int(),
  }),
  refusals: [],
})

export const createDepot = endpoint({
  method: 'POST',
  path: '/v1/depots',
  summary: 'Add a depot; its name is unique',
  roles: ADMIN,
  area: 'settings',
  changes: ['depots'],
  input: z.strictObject({ name: fields.name, place: z.optional(fields.place) }),
  output: depot,
  status: 201,
  refusals: ['depot_taken'],
})

export const updateDepot = endpoint({
  method: 'PUT',
  path: '/v1/depots/{depotID}',
  summary: 'Change a depot’s name or place',
  roles: ADMIN,
  area: 'settings',
  changes: ['depots', 'runs', 'drivers'],
  input: z.strictObject({ depotID: id, ...z.partial(z.object(fields)).shape }),
  output: depot,
  versioned: true,
  refusals: ['depot_taken', 'version_conflict'],
})

export const deleteDepot = endpoint({
  method: 'DELETE',
  path: '/v1/depots/{depotID}',
  summary: 'Delete a depot that nothing belongs to any more',
  roles: ADMIN,
  area: 'settings',
  changes: ['depots'],
  input: z.strictObject({ depotID: id }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['depot_in_use', 'version_conflict'],
})
