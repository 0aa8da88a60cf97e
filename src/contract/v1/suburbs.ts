import * as z from 'zod/mini'
import { STREET_WAYS, STREETS_MAX } from '#domain/round-rules.ts'
import { STATES_OF_AUSTRALIA } from '#domain/words.ts'
import { postcode } from '../contact-shapes.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  day,
  id,
  instant,
  line,
  monthNumber,
  noContent,
  queryNumber,
  warnings,
  weekNumber,
  yearNumber,
  ofDepot,
} from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const

/** So many streets with the longest names, in any characters. */
const SUBURB_BYTES = 262_144

/** A street that is driven whole before it is left: houses as they come, or one side up and the other back. */
const streetWay = z.enum(STREET_WAYS)

export const suburb = z.object({
  suburbID: id,
  label: z.string(),
  postCode: z.string(),
  state: z.enum(STATES_OF_AUSTRALIA),
  weekNumber: z.nullable(weekNumber),
  /** Whose trucks collect there; null: no depot's. Servers before depots omit it. */
  depotID: z.optional(z.nullable(id)),
  customers: z.int(),
  /** Driven whole before they are left, by name. */
  streets: z.array(z.object({ name: z.string(), way: streetWay })),
  createdAt: instant,
  version: z.int(),
  warnings,
})
export type Suburb = z.input<typeof suburb>

const fields = {
  label: line,
  postCode: postcode,
  state: z.enum(STATES_OF_AUSTRALIA),
  weekNumber: z.nullable(weekNumber),
  depotID: z.nullable(id),
  /** All of them: those left out are no longer driven whole. */
  streets: z.array(z.strictObject({ name: line, way: streetWay })).check(z.maxLength(STREETS_MAX)),
}

export const listSuburbs = endpoint({
  method: 'GET',
  path: '/v1/users/suburbs',
  summary: 'Suburbs',
  roles: ADMIN,
  area: 'shared',
  depot: 'list',
  reads: ['customers', 'runs', 'settings'],
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    weekNumber: z.optional(queryNumber(weekNumber)),
    state: z.optional(z.enum(STATES_OF_AUSTRALIA)),
  }),
  output: pageOf(suburb),
  refusals: ['keyword_too_short'],
})

const publicWeeks = z.array(z.object({ yearNumber, monthNumber, weekNumber, from: day, to: day }))

/** The public data of a suburb: its collection weeks. No customer data. */
export const publicSuburb = z.object({
  suburbID: id,
  label: z.string(),
  postcode: z.string(),
  state: z.enum(STATES_OF_AUSTRALIA),
  /** Its next three collection weeks, without the current one; fewer if the calendar ends before. */
  nextWeeks: publicWeeks,
  /** The same for customers collected every fortnight. Earlier servers omit it. */
  nextFortnights: z.optional(publicWeeks),
})

const { page, perPage, keyword } = pageQuery

export const listPublicSuburbs = endpoint({
  method: 'GET',
  path: '/v1/suburbs/public',
  summary: 'The suburbs that have a collection week, with their next three weeks',
  roles: 'public',
  reads: ['customers', 'runs', 'settings'],
  input: z.strictObject({ page, perPage, keyword, state: z.optional(z.enum(STATES_OF_AUSTRALIA)) }),
  output: pageOf(publicSuburb),
  refusals: ['keyword_too_short'],
})

export const createSuburb = endpoint({
  method: 'POST',
  path: '/v1/users/suburbs',
  summary: 'Add a suburb; label and postcode together are unique',
  roles: ADMIN,
  area: 'settings',
  depot: 'list',
  maxBytes: SUBURB_BYTES,
  changes: ['suburbs'],
  input: z.strictObject({
    ...fields,
    weekNumber: z.optional(fields.weekNumber),
    depotID: z.optional(fields.depotID),
    streets: z.optional(fields.streets),
  }),
  output: suburb,
  status: 201,
  refusals: ['suburb_taken'],
})

export const getSuburb = endpoint({
  method: 'GET',
  path: '/v1/users/suburbs/{suburbID}',
  summary: 'One suburb',
  roles: ADMIN,
  area: 'shared',
  depot: 'records',
  reads: ['customers', 'runs', 'settings'],
  input: z.strictObject({ suburbID: id }),
  output: suburb,
  versioned: true,
  refusals: [],
})

export const updateSuburb = endpoint({
  method: 'PUT',
  path: '/v1/users/suburbs/{suburbID}',
  summary: 'Change a suburb; a new week asks whether the customers who follow it move too',
  roles: ADMIN,
  area: 'settings',
  depot: 'records',
  maxBytes: SUBURB_BYTES,
  changes: ['suburbs', 'customers', 'runs'],
  input: z.strictObject({ suburbID: id, ...z.partial(z.object(fields)).shape, moveFollowers: z.optional(z.boolean()) }),
  output: suburb,
  versioned: true,
  refusals: ['suburb_taken', 'followers_undecided', 'version_conflict'],
})

export const deleteSuburb = endpoint({
  method: 'DELETE',
  path: '/v1/users/suburbs/{suburbID}',
  summary: 'Delete a suburb without customers',
  roles: ADMIN,
  area: 'settings',
  depot: 'records',
  changes: ['suburbs'],
  input: z.strictObject({ suburbID: id }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['suburb_in_use', 'version_conflict'],
})
