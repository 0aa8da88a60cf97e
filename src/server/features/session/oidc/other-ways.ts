import type { OidcPort } from '../../../ports.ts'
import type { RefusalDetails } from '../../../http/refused.ts'
import type { Account } from '../session-reads.ts'

/**
 * Whether this admin may sign in with the firm's provider only (OIDC_PASSWORD_ADMIN). One admin keeps the password for
 * the day on which the provider is down.
 */
export function needsProvider(oidc: OidcPort | null, { role, email }: Pick<Account, 'role' | 'email'>): boolean {
  const other = oidc?.passwordAdmin ?? null
  return other !== null && role === 'ADMIN' && email?.toLowerCase() !== other.toLowerCase()
}

export const toProvider = (oidc: OidcPort | null): RefusalDetails =>
  oidc === null ? {} : { message: `Please log in with ${oidc.name}.` }
