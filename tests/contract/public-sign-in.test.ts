import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'

const modules = import.meta.glob<Record<string, unknown>>('/src/contract/v1/*.ts', { eager: true })
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'refusals' in value
const publicOnes = Object.values(modules)
  .flatMap((module) => Object.values(module).filter(isEndpoint))
  .filter(({ roles, method, path }) => roles === 'public' && method !== 'GET' && path.startsWith('/v1/users/'))

const REGISTRATION =
  'acceptTerms accountType address bagPlace company cycle email firstName formToken gateNotes lastName mobilePhone notes postcode price privacyVersion productID propertyManagement startDate state suburbID termsVersion title website'.split(
    ' ',
  )

test('Only an email, password, code, passkey, link or the firm’s provider signs anyone in or sets a new password', () => {
  const asked = publicOnes.map(({ method, path, input }) => [
    `${method} ${path}`,
    Object.keys('shape' in input ? (input.shape as object) : {}).toSorted(),
  ])
  expect(Object.fromEntries(asked)).toEqual({
    'POST /v1/users/signin': ['code', 'email', 'password'],
    'POST /v1/users/signin/passkey': ['response'],
    'POST /v1/users/signin/passkey/options': [],
    // What the firm's own provider has signed, and the second step after it.
    'POST /v1/users/signin/oidc/begin': [],
    'POST /v1/users/signin/oidc': ['answer'],
    'POST /v1/users/signin/oidc/code': ['code'],
    'POST /v1/users/forgot-password': ['email'],
    'POST /v1/users/reset-password': ['password', 'token'],
    // Its password is chosen by the mailed link.
    'POST /v1/users/register': REGISTRATION,
    'PUT /v1/users/register/{token}/confirm': ['password', 'token'],
    // The account asked for this email with its password.
    'PUT /v1/users/email/{token}/confirm': ['token'],
    'POST /v1/users/set-up': ['businessName', 'email', 'firstName', 'lastName', 'password', 'token'],
  })
})
