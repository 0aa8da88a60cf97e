import { changes } from '../../http/changes.ts'
import { PRIVATE_FIELDS } from './driver-private.ts'
import type { DriverRow } from './drivers-reads.ts'

const AUDITED = [
  'fullName',
  'employmentType',
  'employmentStartDate',
  'employmentEndDate',
  'payRate',
  'payPercentage',
  'weekNumbers',
  'depotID',
] as const

/** The audited fields of a driver: employment and pay, but no address and no encrypted details. */
export function auditedDriver(row: DriverRow): Record<string, unknown> {
  return Object.fromEntries(AUDITED.map((field) => [field, row[field]]))
}

/** The names of the given private fields, without their values. */
export function privateIn(input: object): string[] {
  return PRIVATE_FIELDS.filter((field) => field in input && Reflect.get(input, field) !== undefined)
}

const BESIDE = [
  'email',
  'mobilePhone',
  'address',
  'licenseExpiresAt',
  'licenseClass',
  'otherLicense',
  'businessName',
  'abn',
  'gstRegistered',
  'rctiAgreedOn',
  'notes',
  'startsAt',
  'endsAt',
  'homeLatitude',
  'homeLongitude',
  'truckBags',
  'longestDay',
] as const

/** The names of the other changed fields. A given password always counts as changed, because it can't be compared. */
export function changedBeside(
  before: DriverRow,
  after: DriverRow,
  { password }: { password?: string | undefined },
): string[] {
  const columns = BESIDE.filter((field) => changes(before, { [field]: after[field] }))
  const changed = [...new Set(columns.map((field) => (field.startsWith('home') ? 'home' : field)))]
  return password === undefined ? changed : [...changed, 'password']
}
