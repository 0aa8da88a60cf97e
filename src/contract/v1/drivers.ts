import * as z from 'zod/mini'
import { DAY_HOURS, ROUND_ENDS, ROUND_STARTS, TRUCK_BAGS_MAX } from '#domain/round-rules.ts'
import { EMPLOYMENT_TYPES } from '#domain/words.ts'
import { phone } from '../contact-shapes.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  day,
  degrees,
  email,
  id,
  instant,
  line,
  money,
  noContent,
  notes,
  ofDepot,
  optionalAddress,
  optionalLine,
  payRate,
  password,
  percentage,
  queryFlag,
  queryNumber,
  weekNumber,
} from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const
const ownPhone = phone.check(z.minLength(1))
/** WGS 84. */
const point = z.strictObject({ latitude: degrees, longitude: degrees })

/** Where the driver's rounds start and end, and what bounds them when a run is divided. */
const round = {
  startsAt: z.enum(ROUND_STARTS),
  endsAt: z.enum(ROUND_ENDS),
  /** For the office and the driver only. */
  home: z.nullable(point),
  /** Bags the truck carries; null: any number. */
  truckBags: z.nullable(z.int().check(z.minimum(1), z.maximum(TRUCK_BAGS_MAX))),
  /** Hours; null: any. */
  longestDay: z.nullable(z.number().check(z.minimum(DAY_HOURS.min), z.maximum(DAY_HOURS.max))),
}

/** TFN, bank account, licence number, birth date and next of kin are masked (domain.md 10, Privacy). */
export const driver = z.object({
  driverID: id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  mobilePhone: z.string(),
  address: z.nullable(z.string()),
  employmentType: z.enum(EMPLOYMENT_TYPES),
  employmentStartDate: day,
  employmentEndDate: z.nullable(day),
  /** AUD per bag. Omitted where the caller's role does not include money, as the other fields of pay and tax. */
  payRate: z.optional(money),
  /** Percent of the extra amount, 0-100 with two decimals. */
  payPercentage: z.optional(percentage),
  weekNumbers: z.array(weekNumber),
  dob: z.nullable(z.string()),
  nextOfKin: z.nullable(z.string()),
  licenseNumber: z.nullable(z.string()),
  taxFileNumber: z.nullable(z.string()),
  bsb: z.nullable(z.string()),
  accountNumber: z.nullable(z.string()),
  licenseExpiresAt: z.nullable(day),
  licenseClass: z.nullable(z.string()),
  otherLicense: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  abn: z.optional(z.nullable(z.string())),
  /** The driver’s own business. */
  gstRegistered: z.optional(z.boolean()),
  /** The day of the agreement that the firm writes the driver’s tax invoices. */
  rctiAgreedOn: z.optional(z.nullable(day)),
  notes: z.nullable(z.string()),
  ...round,
  /** Null: no depot in particular. Servers before depots omit it. */
  depotID: z.optional(z.nullable(id)),
  /** Has not chosen a password yet. */
  invited: z.boolean(),
  /** Null: never signed in, or not for two months. */
  lastSeenAt: z.nullable(instant),
  createdAt: instant,
  version: z.int(),
})
export type Driver = z.input<typeof driver>

const required = {
  firstName: line,
  lastName: line,
  email,
  mobilePhone: ownPhone,
  employmentType: z.enum(EMPLOYMENT_TYPES),
  employmentStartDate: day,
  payRate,
  payPercentage: percentage,
  weekNumbers: z.array(weekNumber).check(z.maxLength(5)),
}
const optional = {
  password,
  dob: z.nullable(day),
  nextOfKin: z.nullable(optionalLine),
  address: z.nullable(optionalAddress),
  employmentEndDate: z.nullable(day),
  notes: z.nullable(notes),
  licenseNumber: z.nullable(optionalLine),
  licenseExpiresAt: z.nullable(day),
  licenseClass: z.nullable(optionalLine),
  otherLicense: z.nullable(optionalLine),
  taxFileNumber: z.nullable(optionalLine),
  bsb: z.nullable(optionalLine),
  accountNumber: z.nullable(optionalLine),
  businessName: z.nullable(optionalLine),
  abn: z.nullable(optionalLine),
  gstRegistered: z.boolean(),
  rctiAgreedOn: z.nullable(day),
  depotID: z.nullable(id),
  ...round,
}

export const listDrivers = endpoint({
  method: 'GET',
  path: '/v1/users/drivers',
  summary: 'Drivers',
  roles: ADMIN,
  area: 'shared',
  depot: 'list',
  reads: ['runs', 'pays', 'devices', 'settings'],
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    employmentType: z.optional(z.enum(EMPLOYMENT_TYPES)),
    weekNumber: z.optional(queryNumber(weekNumber)),
    /** False: drivers whose last day of work has passed. */
    employed: z.optional(queryFlag),
  }),
  output: pageOf(driver),
  refusals: ['keyword_too_short'],
})

export const createDriver = endpoint({
  method: 'POST',
  path: '/v1/users/drivers',
  summary: 'Add a driver; without a password they are invited by email to choose one',
  roles: ADMIN,
  area: 'settings',
  depot: 'list',
  changes: ['drivers', 'mails'],
  input: z.strictObject({ ...required, ...z.partial(z.object(optional)).shape }),
  output: driver,
  status: 201,
  refusals: ['email_taken'],
})

export const getDriver = endpoint({
  method: 'GET',
  path: '/v1/users/drivers/{driverID}',
  summary: 'One driver',
  roles: ADMIN,
  area: 'shared',
  depot: 'records',
  reads: ['runs', 'pays', 'devices', 'settings'],
  input: z.strictObject({ driverID: id }),
  output: driver,
  versioned: true,
  refusals: [],
})

export const updateDriver = endpoint({
  method: 'PUT',
  path: '/v1/users/drivers/{driverID}',
  summary: 'Change a driver; an employment end date in the past ends their sessions',
  roles: ADMIN,
  area: 'settings',
  depot: 'records',
  changes: ['drivers', 'runs', 'mails'],
  input: z.strictObject({ driverID: id, ...z.partial(z.object({ ...required, ...optional })).shape }),
  output: driver,
  versioned: true,
  refusals: ['email_taken', 'version_conflict'],
})

export const deleteDriver = endpoint({
  method: 'DELETE',
  path: '/v1/users/drivers/{driverID}',
  summary: 'Delete a driver who never worked',
  roles: ADMIN,
  area: 'settings',
  depot: 'records',
  changes: ['drivers', 'runs', 'devices', 'pays', 'mails'],
  input: z.strictObject({ driverID: id }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['driver_has_history', 'version_conflict'],
})

export const revealDriver = endpoint({
  method: 'GET',
  path: '/v1/users/drivers/{driverID}/private',
  summary: 'Reveal what is masked; who looked is written down',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  input: z.strictObject({ driverID: id }),
  output: z.object({
    driverID: id,
    dob: z.nullable(z.string()),
    nextOfKin: z.nullable(z.string()),
    licenseNumber: z.nullable(z.string()),
    taxFileNumber: z.nullable(z.string()),
    bsb: z.nullable(z.string()),
    accountNumber: z.nullable(z.string()),
  }),
  refusals: [],
})

export const getDriverRound = endpoint({
  method: 'GET',
  path: '/v1/users/drivers/{driverID}/round',
  summary: 'Where a driver’s rounds start and end; a driver reads their own only',
  roles: { ADMIN: 'any', DRIVER: 'own' },
  area: 'runs',
  depot: 'records',
  reads: ['settings'],
  input: z.strictObject({ driverID: id }),
  output: z.object({
    ...round,
    /** Where the firm's rounds begin or end; null: it is not set. */
    depot: z.nullable(point),
    tip: z.nullable(point),
    /** When drivers leave, `HH:MM`. */
    startTime: z.string(),
  }),
  refusals: [],
})

export const inviteDriver = endpoint({
  method: 'POST',
  path: '/v1/users/drivers/{driverID}/invite',
  summary: 'Invite again a driver who has not chosen a password yet; the link mailed before no longer works',
  roles: ADMIN,
  area: 'settings',
  depot: 'records',
  changes: ['drivers', 'mails'],
  input: z.strictObject({ driverID: id }),
  output: noContent,
  status: 204,
  refusals: ['wrong_state'],
})
