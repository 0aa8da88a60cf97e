import { type Endpoint, nounOf } from './endpoint.ts'

/**
 * What programs may be given by an API token: for each noun whether they may read it, and whether they may change it.
 * An operation that also gives or does what another noun is about asks for that scope too (`requireScope`), or leaves
 * it out. What is not named here no token reaches: sign-in, users, settings, devices, emails, drivers' pay, the audit log.
 */
export const TOKEN_NOUNS = {
  customers: ['read', 'write'],
  suburbs: ['read', 'write'],
  products: ['read', 'write'],
  runs: ['read', 'write'],
  cases: ['read', 'write'],
  invoices: ['read', 'write'],
  transactions: ['read', 'write'],
  payments: ['read', 'write'],
  reports: ['read', 'write'],
  // Changing a driver would change who may sign in, and where pay goes.
  drivers: ['read'],
} as const satisfies Readonly<Record<string, readonly ('read' | 'write')[]>>

export type TokenNoun = keyof typeof TOKEN_NOUNS
type ScopesOf<Noun extends TokenNoun> = Noun extends TokenNoun ? `${Noun}:${(typeof TOKEN_NOUNS)[Noun][number]}` : never
/** Such as `customers:read`. */
export type TokenScope = ScopesOf<TokenNoun>

export const TOKEN_SCOPES = Object.entries(TOKEN_NOUNS).flatMap(([noun, acts]) =>
  acts.map((act) => `${noun}:${act}`),
) as readonly TokenScope[] as readonly [TokenScope, ...TokenScope[]]

/** Fields that no token sends, whatever its scopes: with a customer's password it could sign in as them. */
export const NEVER_BY_TOKEN: readonly string[] = ['password']

/** A driver's private numbers, and where a driver lives. */
const NO_TOKEN = /\/(private|round|round-rules)$/

/** The scope that a token needs for an operation: of a GET `noun:read`, else `noun:write`. Null: no token may call it. */
export function tokenScopeOf({ method, path, roles }: Pick<Endpoint, 'method' | 'path' | 'roles'>): TokenScope | null {
  if (roles === 'public' || roles.ADMIN === undefined || NO_TOKEN.test(path)) return null
  const scope = `${nounOf(path)}:${method === 'GET' ? 'read' : 'write'}`
  return TOKEN_SCOPES.find((known) => known === scope) ?? null
}
