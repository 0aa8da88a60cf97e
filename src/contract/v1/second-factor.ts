import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, instant, line, noContent, nothing } from '../shapes.ts'
import { currentPassword } from './account.ts'
import { session } from './session.ts'

/** Passkeys, codes of an authenticator app (TOTP, RFC 6238) and recovery codes of staff. */

/** An operation of staff on their own second factor, also allowed for an admin who still has to set one up. */
const OWN = { roles: { ADMIN: 'own', DRIVER: 'own' }, setsUpFactor: true } as const
/**
 * An operation by which another person with an open session could take over the account: it requires the password, and
 * its answer is not stored.
 */
const BY_PASSWORD = {
  ...OWN,
  method: 'POST',
  idempotencyKey: false,
  refusals: ['password_wrong', 'wrong_state', 'rate_limited'],
} as const
/** Six digits from an authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const factorCode = z.string().check(z.trim(), z.minLength(6), z.maxLength(40))
const credentialID = z.string().check(z.regex(/^[\w-]{16,1400}$/))
/** Options of the browser's WebAuthn API as JSON (WebAuthn 3, 5.1.8 and 5.1.9). */
const webAuthnOptions = z.record(z.string(), z.unknown())
const clientData = z.string().check(z.regex(/^[\w-]{1,4000}$/))
const bytes = z.string().check(z.regex(/^[\w-]{1,8000}$/))
/** The proof of a sign-in is much shorter than a registration's attestation, and this operation is public. */
const proofBytes = z.string().check(z.regex(/^[\w-]{1,2000}$/))

/** The browser's answer to a registration (RegistrationResponseJSON). */
export const registrationResponse = z.object({
  id: credentialID,
  rawId: credentialID,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
})

/** The browser's answer to a sign-in (AuthenticationResponseJSON). */
export const authenticationResponse = z.object({
  id: credentialID,
  rawId: credentialID,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: proofBytes,
    signature: proofBytes,
    userHandle: z.optional(z.nullable(z.string().check(z.regex(/^[\w-]{0,100}$/)))),
  }),
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
})

export const passkey = z.object({
  passkeyID: id,
  name: z.string(),
  /** Its provider synchronises it to the person's other devices. */
  synced: z.boolean(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type Passkey = z.input<typeof passkey>

export const secondFactor = z.object({
  /** When the authenticator app was confirmed; null: there is none. */
  totpSince: z.nullable(instant),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(passkey),
  /** The setting `security.adminSecondFactor` requires it of this person. */
  required: z.boolean(),
})
export type SecondFactor = z.input<typeof secondFactor>

const recoveryCodes = z.object({
  /** Shown once; each code works once. */
  recoveryCodes: z.array(z.string()),
})

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/v1/users/second-factor',
  summary: 'What the caller signs in with beside the password',
  ...OWN,
  input: nothing,
  output: secondFactor,
  refusals: [],
})

export const beginTotp = endpoint({
  ...BY_PASSWORD,
  path: '/v1/users/second-factor/totp',
  summary: 'A new secret for an authenticator app; it counts once a code of it is confirmed',
  changes: ['second-factor', 'admins', 'drivers', 'mails'],
  input: z.strictObject({ currentPassword }),
  output: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotp = endpoint({
  method: 'PUT',
  path: '/v1/users/second-factor/totp',
  summary: 'Confirm the authenticator app by a code of it; answers ten recovery codes',
  ...OWN,
  changes: ['second-factor', 'admins', 'drivers', 'mails'],
  input: z.strictObject({ code: factorCode }),
  output: recoveryCodes,
  refusals: ['code_wrong', 'wrong_state', 'rate_limited'],
})

export const removeTotp = endpoint({
  ...BY_PASSWORD,
  path: '/v1/users/second-factor/totp/remove',
  summary: 'Sign in without the authenticator app from now on; the recovery codes end with the last second factor',
  changes: ['second-factor', 'admins', 'drivers', 'mails'],
  input: z.strictObject({ currentPassword }),
  output: secondFactor,
})

export const renewRecoveryCodes = endpoint({
  ...BY_PASSWORD,
  path: '/v1/users/second-factor/recovery-codes',
  summary: 'Ten new recovery codes; the earlier ones end',
  changes: ['second-factor', 'admins', 'drivers', 'mails'],
  input: z.strictObject({ currentPassword }),
  output: recoveryCodes,
})

export const passkeyOptions = endpoint({
  ...BY_PASSWORD,
  path: '/v1/users/second-factor/passkeys/options',
  summary: 'What the browser needs to make a passkey; good for five minutes',
  changes: ['second-factor', 'admins', 'drivers', 'mails'],
  input: z.strictObject({ currentPassword }),
  output: z.object({ options: webAuthnOptions }),
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/v1/users/second-factor/passkeys',
  summary: 'Keep the passkey the browser made',
  ...OWN,
  changes: ['second-factor', 'admins', 'drivers', 'mails'],
  input: z.strictObject({ name: line, response: registrationResponse }),
  output: passkey,
  status: 201,
  idempotencyKey: false,
  refusals: ['passkey_refused', 'wrong_state'],
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/v1/users/second-factor/passkeys/{passkeyID}',
  summary: 'Name a passkey',
  ...OWN,
  changes: ['second-factor', 'admins', 'drivers', 'mails'],
  input: z.strictObject({ passkeyID: id, name: line }),
  output: passkey,
  refusals: [],
})

export const removePasskey = endpoint({
  ...BY_PASSWORD,
  path: '/v1/users/second-factor/passkeys/{passkeyID}/remove',
  summary: 'A passkey signs in no more',
  changes: ['second-factor', 'admins', 'drivers', 'mails'],
  input: z.strictObject({ passkeyID: id, currentPassword }),
  output: secondFactor,
})

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/v1/users/{userID}/reset-second-factor',
  summary:
    'After a lost device: another person’s passkeys, authenticator app, recovery codes and sessions end; an email tells them',
  roles: { ADMIN: 'any' },
  area: 'settings',
  depot: 'records',
  changes: ['second-factor', 'admins', 'drivers', 'sessions', 'mails'],
  input: z.strictObject({ userID: id }),
  output: noContent,
  status: 204,
  refusals: ['wrong_state'],
})

export const signInOptions = endpoint({
  method: 'POST',
  path: '/v1/users/signin/passkey/options',
  summary: 'What the browser needs to sign in with a passkey; good for five minutes',
  roles: 'public',
  changes: [],
  input: nothing,
  output: z.object({ options: webAuthnOptions }),
  idempotencyKey: false,
  refusals: ['wrong_state', 'rate_limited'],
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/v1/users/signin/passkey',
  summary: 'Sign in with a passkey alone: it holds possession and PIN or fingerprint in one',
  roles: 'public',
  changes: ['sessions'],
  input: z.strictObject({ response: authenticationResponse }),
  output: session,
  idempotencyKey: false,
  refusals: ['passkey_refused', 'account_closed', 'oidc_required', 'wrong_state', 'rate_limited'],
})
