import * as z from 'zod/mini'
import { OFFICE_ROLES } from '#domain/office-roles.ts'
import { ROLES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { email, id, instant, line, noContent, nothing, password, secretToken, signedMoney } from '../shapes.ts'

export const session = z.object({ token: z.string(), expiresAt: instant })

/** What the firm currently tells all its customers, and the last day it is shown, in the business time zone. */
const notice = z.optional(z.nullable(z.object({ text: z.string(), until: z.string() })))

export const profile = z.object({
  userID: id,
  fullName: z.string(),
  /** Servers before November 2026 omit it. */
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  role: z.enum(ROLES),
  /** The role of a user of the office. Earlier servers omit it; there every admin is an owner. */
  officeRole: z.optional(z.enum(OFFICE_ROLES)),
  /** The one depot that a user of the office sees; null: every depot. Earlier servers omit it. */
  depotID: z.optional(z.nullable(id)),
  email: z.nullable(z.string()),
  /** The email that the person asked for and whose link is still to be opened. */
  newEmail: z.optional(z.nullable(z.string())),
  /**
   * The firm requires a second factor of this person and none is set up: only the calls that set one up are answered.
   */
  secondFactorMissing: z.optional(z.boolean()),
  accountBalance: signedMoney,
  /** The firm's own name and logo, as drivers and customers see them. */
  business: z.object({
    name: z.string(),
    logoUrl: z.nullable(z.string()),
    /** For customers. */
    notice,
    /** For customers: the number they call; empty: none. Earlier servers omit it. */
    phone: z.optional(z.string()),
  }),
  config: z.object({
    pageSize: z.int(),
    timeZone: z.string(),
    allowRegister: z.boolean(),
    allowReAssignDriver: z.boolean(),
    maxFiles: z.int(),
    maxUploadBytes: z.int(),
    cardPayments: z.optional(z.boolean()),
    /** For the office: what a round's time is reckoned with. Earlier servers omit it. */
    travel: z.optional(z.object({ speed: z.int(), atStop: z.int() })),
    /** For the office: whether its maps have a ground (`GET /v1/map-tiles`). Earlier servers omit it. */
    mapTiles: z.optional(z.boolean()),
    /** For drivers: whether the firm learns from their phones where bags stand. Earlier servers omit it. */
    learnsPlaces: z.optional(z.boolean()),
    /** Whether emails are sent, or only kept. Earlier servers omit it. */
    mailServer: z.optional(z.boolean()),
  }),
})
export type Profile = z.input<typeof profile>

export const signIn = endpoint({
  method: 'POST',
  path: '/v1/users/signin',
  summary: 'Sign in',
  roles: 'public',
  changes: ['sessions'],
  input: z.strictObject({
    email,
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    /** From an authenticator app, or a recovery code; requested by `second_factor_required`. */
    code: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
  }),
  output: session,
  idempotencyKey: false,
  refusals: [
    'credentials_wrong',
    'account_closed',
    'oidc_required',
    'second_factor_required',
    'passkey_required',
    'code_wrong',
    'rate_limited',
  ],
})

export const signOut = endpoint({
  method: 'POST',
  path: '/v1/users/signout',
  summary: 'Sign out: this session ends',
  allowedWhenRevoked: true,
  setsUpFactor: true,
  roles: { ADMIN: 'own', DRIVER: 'own', CUSTOMER: 'own' },
  changes: ['sessions'],
  input: nothing,
  output: noContent,
  status: 204,
  refusals: [],
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/v1/users/profile',
  summary: 'Who is signed in',
  allowedWhenRevoked: true,
  setsUpFactor: true,
  roles: { ADMIN: 'own', DRIVER: 'own', CUSTOMER: 'own' },
  reads: ['invoices', 'transactions'],
  input: nothing,
  output: profile,
  refusals: [],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/v1/users/forgot-password',
  summary: 'Send a link to set a new password; the same answer whether the email is known or not',
  roles: 'public',
  changes: ['mails'],
  input: z.strictObject({ email }),
  output: noContent,
  status: 204,
  idempotencyKey: false,
  refusals: ['rate_limited'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/v1/users/reset-password',
  summary: 'Set a new password with the token of the email; ends all sessions',
  roles: 'public',
  changes: ['sessions', 'mails'],
  input: z.strictObject({ token: secretToken, password }),
  output: noContent,
  status: 204,
  idempotencyKey: false,
  ownProof: true,
  refusals: ['token_invalid', 'rate_limited'],
})

export const setUp = endpoint({
  method: 'POST',
  path: '/v1/users/set-up',
  summary: 'Make the first admin with the one-time set-up link the server printed',
  roles: 'public',
  changes: ['admins', 'sessions'],
  input: z.strictObject({ token: secretToken, firstName: line, lastName: line, email, password, businessName: line }),
  output: session,
  status: 201,
  idempotencyKey: false,
  ownProof: true,
  refusals: ['token_invalid', 'set_up_done', 'rate_limited'],
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/v1/users/{userID}/end-sessions',
  summary: 'End every session of a user at once, as when their phone is lost',
  roles: { ADMIN: 'any' },
  area: 'settings',
  depot: 'records',
  changes: ['sessions', 'admins', 'drivers', 'customers', 'devices'],
  input: z.strictObject({ userID: id }),
  output: z.object({ ended: z.int() }),
  status: 200,
  refusals: [],
})

export const getConfig = endpoint({
  method: 'GET',
  path: '/v1/config',
  summary: 'Flags, limits and the firm’s name, before anybody has signed in',
  roles: 'public',
  input: nothing,
  output: z.object({
    businessName: z.string(),
    logoUrl: z.nullable(z.string()),
    timeZone: z.string(),
    allowRegister: z.boolean(),
    allowReAssignDriver: z.boolean(),
    pageSize: z.int(),
    maxFiles: z.int(),
    maxUploadBytes: z.int(),
    cardPayments: z.optional(z.boolean()),
    notice,
    /** The number that customers call, as the firm typed it; "": none. Earlier servers omit it. */
    phone: z.optional(z.string()),
    /** Whether emails are sent, or only kept. Earlier servers omit it. */
    sendsMail: z.optional(z.boolean()),
    /** The name of the provider that admins may sign in with; null: none. Earlier servers omit it. */
    signInProvider: z.optional(z.nullable(z.string())),
    setUpNeeded: z.boolean(),
  }),
  refusals: [],
})

export const getAppManifest = endpoint({
  method: 'GET',
  path: '/v1/app-manifest',
  summary: 'The web app manifest of a customer’s app: under the firm’s name, without a driver’s shortcuts',
  roles: 'public',
  input: nothing,
  output: z.unknown(),
  refusals: [],
})
