import * as z from 'zod/mini'
import { OFFICE_ROLES } from '#domain/office-roles.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { email, id, instant, line, noContent } from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const

export const admin = z.object({
  adminID: id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  /** Earlier servers omit it; there every admin is an owner. */
  officeRole: z.optional(z.enum(OFFICE_ROLES)),
  /** The one depot that they see; null: every depot. Earlier servers omit it. */
  depotID: z.optional(z.nullable(id)),
  /** Null: never signed in, or not for more than a month. */
  lastSeenAt: z.nullable(instant),
  /** Invited, and no password chosen yet. */
  invited: z.boolean(),
  createdAt: instant,
  version: z.int(),
})
export type Admin = z.input<typeof admin>

const fields = { firstName: line, lastName: line, email }
/** Left out by earlier clients, which add owners. */
const officeRole = z.optional(z.enum(OFFICE_ROLES))
const depotID = z.optional(z.nullable(id))

export const listAdmins = endpoint({
  method: 'GET',
  path: '/v1/users/admins',
  summary: 'Who may sign in to the office',
  roles: ADMIN,
  area: 'users',
  input: z.strictObject(pageQuery),
  output: pageOf(admin),
  refusals: ['keyword_too_short'],
})

export const createAdmin = endpoint({
  method: 'POST',
  path: '/v1/users/admins',
  summary: 'Add an admin, who is invited by email to choose a password',
  roles: ADMIN,
  area: 'users',
  changes: ['admins', 'mails'],
  input: z.strictObject({ ...fields, officeRole, depotID }),
  output: admin,
  status: 201,
  refusals: ['email_taken'],
})

export const getAdmin = endpoint({
  method: 'GET',
  path: '/v1/users/admins/{adminID}',
  summary: 'One admin',
  roles: ADMIN,
  area: 'users',
  input: z.strictObject({ adminID: id }),
  output: admin,
  versioned: true,
  refusals: [],
})

export const updateAdmin = endpoint({
  method: 'PUT',
  path: '/v1/users/admins/{adminID}',
  summary: 'Change an admin’s name, email or role in the office',
  roles: ADMIN,
  area: 'users',
  changes: ['admins', 'mails'],
  input: z.strictObject({ adminID: id, ...z.partial(z.object(fields)).shape, officeRole, depotID }),
  output: admin,
  versioned: true,
  refusals: ['email_taken', 'last_admin', 'version_conflict'],
})

export const deleteAdmin = endpoint({
  method: 'DELETE',
  path: '/v1/users/admins/{adminID}',
  summary: 'Delete an admin: they can no longer sign in; their name stays in the history',
  roles: ADMIN,
  area: 'users',
  changes: ['admins', 'mails'],
  input: z.strictObject({ adminID: id }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['last_admin', 'version_conflict'],
})

export const inviteAdmin = endpoint({
  method: 'POST',
  path: '/v1/users/admins/{adminID}/invite',
  summary: 'Invite again an admin who has not chosen a password yet; the link mailed before no longer works',
  roles: ADMIN,
  area: 'users',
  changes: ['admins', 'mails'],
  input: z.strictObject({ adminID: id }),
  output: noContent,
  status: 204,
  refusals: ['wrong_state'],
})
