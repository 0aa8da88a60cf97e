import { Button, Group, TextInput } from '@mantine/core'
import { LINE_MAX } from '#domain/limits.ts'
import type { Form } from '#client/shells/form-shell.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'

const REASON_WORDS = sentences({
  reasonOther: 'Not from a customer',
  reasonEntered: 'Already entered',
  reasonTwice: 'Imported twice',
  reasonInterest: 'Interest',
})

const REASONS = ['reasonOther', 'reasonEntered', 'reasonTwice', 'reasonInterest'] as const

/** The form's field; it begins with the most common reason. */
export const dismissReason = () => ({
  initial: { reason: t(REASON_WORDS.reasonOther) },
  required: ['reason'] as const,
  labels: { reason: t('Reason') },
})

export function DismissReason({ form }: { form: Form<{ reason: string }> }) {
  const { reason } = form.values
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
            onClick={() => form.setFieldValue('reason', t(REASON_WORDS[one]))}
          >
            {t(REASON_WORDS[one])}
          </Button>
        ))}
      </Group>
      <TextInput
        {...form.getInputProps('reason')}
        data-autofocus
        maxLength={LINE_MAX}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </>
  )
}
