import type { Passkey, SecondFactor } from '#contract/v1/second-factor.ts'
import type { Factors, PasskeyRow } from './second-factor-reads.ts'

export function presentPasskey({ passkeyID, name, synced, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { passkeyID, name, synced, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

export function presentSecondFactor(
  { totpSince, recoveryCodesLeft, passkeys }: Factors,
  required: boolean,
): SecondFactor {
  return {
    totpSince: totpSince?.toISOString() ?? null,
    recoveryCodesLeft,
    passkeys: passkeys.map(presentPasskey),
    required,
  }
}
