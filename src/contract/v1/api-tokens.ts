import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { day, id, instant, line, noContent, optionalLine } from '../shapes.ts'
import { TOKEN_SCOPES } from '../token-scopes.ts'
import { currentPassword } from './account.ts'

/** Tokens by which other programs call this interface (api.md, "Tokens"). No token calls these operations. */

const ADMIN = { ADMIN: 'any' } as const

const ADDRESS = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
/** IP addresses, and ranges of them (CIDR). One sentence for the whole list, as it is one box on the screen. */
const addresses = z.array(optionalLine).check(
  z.maxLength(20),
  z.refine(
    (all) => all.every((text) => ADDRESS.safeParse(text).success),
    'Enter addresses such as 203.0.113.7, or ranges such as 203.0.113.0/24',
  ),
)
const scopes = z.array(z.enum(TOKEN_SCOPES))

export const apiToken = z.object({
  tokenID: id,
  name: z.string(),
  scopes,
  /** The addresses it is accepted from; empty: any. */
  addresses: z.array(z.string()),
  /** The admin who made it. It ends with that admin's account. */
  createdBy: z.string(),
  createdAt: instant,
  /** Null: it does not expire. */
  expiresAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  /** Accurate to a minute; null: never used. */
  lastUsedAt: z.nullable(instant),
})
export type ApiToken = z.input<typeof apiToken>

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/v1/api-tokens',
  summary: 'API tokens, without their text; those that ended stay in the list',
  roles: ADMIN,
  area: 'users',
  reads: ['admins'],
  input: z.strictObject(pageQuery),
  output: pageOf(apiToken),
  refusals: ['keyword_too_short'],
})

export const createApiToken = endpoint({
  method: 'POST',
  path: '/v1/api-tokens',
  summary: 'Make an API token. Its text is in this answer only, which is not stored',
  roles: ADMIN,
  area: 'users',
  changes: ['api-tokens'],
  input: z.strictObject({
    name: line,
    scopes: scopes.check(z.minLength(1, 'Tick at least one'), z.maxLength(TOKEN_SCOPES.length)),
    addresses: z.optional(addresses),
    /** The last day it works, in business time; left out or null: it does not expire. */
    expiresOn: z.optional(z.nullable(day)),
    currentPassword,
  }),
  output: z.extend(apiToken, { token: z.string() }),
  status: 201,
  idempotencyKey: false,
  refusals: ['password_wrong', 'rate_limited'],
})

export const endApiToken = endpoint({
  method: 'DELETE',
  path: '/v1/api-tokens/{tokenID}',
  summary: 'End an API token: it works no more',
  roles: ADMIN,
  area: 'users',
  changes: ['api-tokens'],
  input: z.strictObject({ tokenID: id }),
  output: noContent,
  status: 204,
  refusals: [],
})
