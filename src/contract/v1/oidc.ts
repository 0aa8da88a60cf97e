import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../shapes.ts'
import { session, signIn } from './session.ts'

/** An admin signs in with the firm's own provider (OpenID Connect), where the operator has set one (OIDC_ISSUER). */

/** A provider’s answer has a code of up to 2 kB. In any characters it fits into the body of a request without a sign-in. */
const ANSWER_MAX = 2_700

export const beginOidc = endpoint({
  method: 'POST',
  path: '/v1/users/signin/oidc/begin',
  summary: 'Where the browser goes to sign in with the firm’s provider; binds the answer to this browser',
  roles: 'public',
  changes: [],
  input: nothing,
  output: z.object({ url: z.string() }),
  idempotencyKey: false,
  refusals: ['not_found', 'oidc_unavailable', 'rate_limited'],
})

export const signInWithOidc = endpoint({
  method: 'POST',
  path: '/v1/users/signin/oidc',
  summary: 'Sign in an admin with what the provider added to the address it led back to',
  roles: 'public',
  changes: ['sessions'],
  input: z.strictObject({
    /** The query of that address, from its question mark. */
    answer: z.string().check(z.minLength(1), z.maxLength(ANSWER_MAX)),
  }),
  output: session,
  idempotencyKey: false,
  refusals: [
    'not_found',
    'oidc_unavailable',
    'oidc_failed',
    'oidc_refused',
    'second_factor_required',
    'passkey_required',
    'rate_limited',
  ],
})

export const confirmOidc = endpoint({
  method: 'POST',
  path: '/v1/users/signin/oidc/code',
  summary: 'The second step after the provider, as `second_factor_required` or `passkey_required` asked for',
  roles: 'public',
  changes: ['sessions'],
  input: z.strictObject({ code: z.nonoptional(signIn.input.shape.code) }),
  output: session,
  idempotencyKey: false,
  refusals: ['oidc_failed', 'oidc_refused', 'code_wrong', 'rate_limited'],
})
