import { useState } from 'react'
import type { SecondFactor } from '#contract/v1/second-factor.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import { Authenticator } from './authenticator.tsx'
import { hasFactor } from './remove-factor.tsx'
import { OwnRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx'
import { Passkeys } from './passkeys.tsx'
import { Section } from './section.tsx'

interface SecondStepProps {
  factor: SecondFactor
  again: () => Promise<void>
}

export function SecondStep({ factor, again }: SecondStepProps) {
  const { t } = useTranslation('profile')
  const { refreshProfile } = useAccess()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const changed = () => Promise.all([again(), refreshProfile()])
  const showCodes = (made: readonly string[]) => {
    setCodes(made)
    void changed()
  }
  return (
    <Section title={t('secondStep')} how={`${t('secondStepHow')}${factor.required ? ` ${t('secondStepAsked')}` : ''}`}>
      <Passkeys factor={factor} changed={changed} />
      <Authenticator factor={factor} changed={changed} onCodes={showCodes} />
      {hasFactor(factor) ? <OwnRecoveryCodes factor={factor} onCodes={showCodes} /> : null}
      {codes === null ? null : <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  )
}
