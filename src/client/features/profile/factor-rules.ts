import type { SecondFactor } from '#contract/v1/second-factor.ts'

/** Whether the user has a factor for which recovery codes are a substitute. */
export function hasFactor({ totpSince, passkeys }: Pick<SecondFactor, 'totpSince' | 'passkeys'>): boolean {
  return totpSince !== null || passkeys.length > 0
}

/**
 * How the user signs in after one of these is removed. `refused`: the office requires a second step, and this is the
 * only one. `code`: with password and code of the app.
 */
export type Left = 'refused' | 'password' | 'code' | 'passkey'

export function whatIsLeft({ required, totpSince, passkeys }: SecondFactor, removed: 'app' | 'passkey'): Left {
  const left = {
    totpSince: removed === 'app' ? null : totpSince,
    passkeys: removed === 'app' ? passkeys : passkeys.slice(1),
  }
  if (!hasFactor(left)) return required ? 'refused' : 'password'
  return left.totpSince === null ? 'passkey' : 'code'
}
