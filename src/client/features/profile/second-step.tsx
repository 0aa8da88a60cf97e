import type { SecondFactor } from '#contract/v1/second-factor.ts'
import { useTranslation } from '#client/ui/use-translation.ts'
import { Authenticator } from './authenticator.tsx'
import { Passkeys } from './passkeys.tsx'
import { Section } from './section.tsx'

interface SecondStepProps {
  factor: SecondFactor
  again: () => Promise<void>
}

/** Passkeys and the authenticator app of staff. */
export function SecondStep({ factor, again }: SecondStepProps) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('secondStep')} how={`${t('secondStepHow')}${factor.required ? ` ${t('secondStepAsked')}` : ''}`}>
      <Passkeys factor={factor} again={again} />
      <Authenticator factor={factor} again={again} />
    </Section>
  )
}
