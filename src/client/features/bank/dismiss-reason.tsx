import { Button, TextInput } from '@mantine/core'
import { LINE_MAX } from '#domain/limits.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './bank.module.css'

const REASONS = ['reasonOther', 'reasonEntered', 'reasonTwice', 'reasonInterest'] as const

export function DismissReason({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation('bank')
  return (
    <>
      <p>{t('dismissWhy')}</p>
      <div className={styles.reasons} role="group" aria-label={t('reasons')}>
        {REASONS.map((one) => (
          <Button
            key={one}
            size="compact-md"
            variant={reason === t(one) ? 'filled' : 'default'}
            aria-pressed={reason === t(one)}
            onClick={() => onChange(t(one))}
          >
            {t(one)}
          </Button>
        ))}
      </div>
      <TextInput
        label={t('reason')}
        withAsterisk
        data-autofocus
        maxLength={LINE_MAX}
        value={reason}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </>
  )
}
