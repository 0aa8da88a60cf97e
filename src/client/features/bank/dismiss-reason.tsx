import { Button, Group, TextInput } from '@mantine/core'
import { LINE_MAX } from '#domain/limits.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

const REASON_WORDS = sentences({
  reasonOther: 'Not from a customer',
  reasonEntered: 'Already entered',
  reasonTwice: 'Imported twice',
  reasonInterest: 'Interest',
})

const REASONS = ['reasonOther', 'reasonEntered', 'reasonTwice', 'reasonInterest'] as const

export function DismissReason({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  return (
    <>
      <p>{t('Nothing is booked. It can be put back later.')}</p>
      <Group role="group" aria-label={t('Common reasons')}>
        {REASONS.map((one) => (
          <Button
            key={one}
            size="compact-md"
            variant={reason === t(REASON_WORDS[one]) ? 'filled' : 'default'}
            aria-pressed={reason === t(REASON_WORDS[one])}
            onClick={() => onChange(t(REASON_WORDS[one]))}
          >
            {t(REASON_WORDS[one])}
          </Button>
        ))}
      </Group>
      <TextInput
        label={t('Reason')}
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
