import { useState } from 'react'
import type { SecondFactor } from '#contract/v1/second-factor.ts'
import { Section } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'
import { Authenticator } from './authenticator.tsx'
import { hasFactor } from './remove-factor.tsx'
import { OwnRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx'
import { Passkeys } from './passkeys.tsx'

interface SecondStepProps {
  factor: SecondFactor
  again: () => Promise<void>
}

export function SecondStep({ factor, again }: SecondStepProps) {
  const { refreshProfile } = useAccess()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const changed = () => Promise.all([again(), refreshProfile()])
  const showCodes = (made: readonly string[]) => {
    setCodes(made)
    void changed()
  }
  return (
    <Section
      title={t('Second step at sign-in')}
      how={`${t('With a passkey or an authenticator app, a stolen password isn’t enough to sign in as you.')}${factor.required ? ` ${t('Every admin needs one of them.')}` : ''}`}
    >
      <Passkeys factor={factor} changed={changed} />
      <Authenticator factor={factor} changed={changed} onCodes={showCodes} />
      {hasFactor(factor) ? <OwnRecoveryCodes factor={factor} onCodes={showCodes} /> : null}
      {codes === null ? null : <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  )
}
