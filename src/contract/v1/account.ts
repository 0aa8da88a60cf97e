import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../paging.ts'
import { email, id, instant, line, noContent, nothing, password, secretToken } from '../shapes.ts'
import { profile } from './session.ts'

/** What every signed-in person may do with their own account. */

const OWN = { ADMIN: 'own', DRIVER: 'own', CUSTOMER: 'own' } as const
/**
 * Required again for a change by which another person with an open session could take over the account
 * (OWASP ASVS 5, 7.5.1).
 */
export const currentPassword = z.string().check(z.minLength(1), z.maxLength(200))

/** `oidc`: with the firm's own provider, which has verified a second factor too where it is `oidc+mfa`. */
export const SIGN_IN_METHODS = [
  'password',
  'password+totp',
  'password+recovery-code',
  'passkey',
  'oidc',
  'oidc+mfa',
  'oidc+totp',
  'oidc+recovery-code',
  'set-up',
] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

export const ownSession = z.object({
  sessionID: id,
  current: z.boolean(),
  /** Null: the session is older than this field. */
  method: z.nullable(z.enum(SIGN_IN_METHODS)),
  /** Browser and system in words, such as "Chrome on Android"; null: unknown. */
  device: z.nullable(z.string()),
  createdAt: instant,
  /** Accurate to five minutes. */
  lastSeenAt: instant,
  /** It is at most 90 days after `createdAt`. */
  expiresAt: instant,
})
export type OwnSession = z.input<typeof ownSession>

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/v1/users/profile',
  summary:
    'Change the own name, or ask for another email. That needs the current password and counts once the link mailed to it is opened; the answer is the same for a free and a taken one',
  roles: OWN,
  setsUpFactor: true,
  changes: ['profile', 'customers', 'drivers', 'admins', 'mails'],
  input: z.strictObject({
    /** Admins only: a driver’s and a customer’s name is printed on pay and invoices, so the office changes it. */
    firstName: z.optional(line),
    lastName: z.optional(line),
    email: z.optional(email),
    currentPassword: z.optional(currentPassword),
  }),
  output: profile,
  refusals: ['password_wrong', 'rate_limited'],
})

export const confirmEmail = endpoint({
  method: 'PUT',
  path: '/v1/users/email/{token}/confirm',
  summary:
    'Sign in with the new email from now on, by the link mailed to it; ends the other sessions, tells the old one',
  roles: 'public',
  changes: ['profile', 'customers', 'drivers', 'admins', 'mails', 'sessions'],
  input: z.strictObject({ token: secretToken }),
  output: z.object({ email: z.string() }),
  idempotencyKey: false,
  ownProof: true,
  refusals: ['token_invalid', 'email_taken', 'rate_limited'],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/v1/users/password',
  summary: 'Change the own password: ends the other sessions and emails the account’s address',
  roles: OWN,
  setsUpFactor: true,
  changes: ['sessions', 'mails'],
  input: z.strictObject({ currentPassword, password }),
  output: noContent,
  status: 204,
  refusals: ['password_wrong', 'rate_limited'],
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/v1/users/sessions',
  summary: 'The own sessions that are open, with device and when last seen',
  roles: OWN,
  setsUpFactor: true,
  input: nothing,
  output: pageOf(ownSession),
  refusals: [],
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/v1/users/sessions/{sessionID}',
  summary: 'End one of the own sessions',
  roles: OWN,
  setsUpFactor: true,
  changes: ['sessions', 'devices'],
  input: z.strictObject({ sessionID: id }),
  output: noContent,
  status: 204,
  refusals: [],
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/v1/users/sessions/end-others',
  summary: 'End every own session but this one',
  roles: OWN,
  setsUpFactor: true,
  changes: ['sessions', 'devices'],
  input: nothing,
  output: z.object({ ended: z.int() }),
  refusals: [],
})
