import type { AnswerOf } from '#contract/endpoint.ts'
import type { addPasskey, getSecondFactor } from '#contract/v1/second-factor.ts'
import type { Factors, PasskeyRow } from './second-factor-reads.ts'

type Passkey = AnswerOf<typeof addPasskey>
type SecondFactor = AnswerOf<typeof getSecondFactor>

export function presentPasskey({ passkeyID, name, synced, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { passkeyID, name, synced, createdAt, lastUsedAt }
}

export function presentSecondFactor(
  { totpSince, recoveryCodesLeft, passkeys }: Factors,
  required: boolean,
): SecondFactor {
  return {
    totpSince,
    recoveryCodesLeft,
    passkeys: passkeys.map(presentPasskey),
    required,
  }
}
