import { Button, Group } from '@mantine/core'
import { t } from '#client/ui/core/texts.ts'

interface PendingPriceAnswerProps {
  again: (more: { pendingPrice: 'keep' | 'drop' }) => void
}

/** Whether an announced price still applies: sends the form again with the answer. */
export const PendingPriceAnswer = ({ again }: PendingPriceAnswerProps) => (
  <Group mt="sm">
    <Button onClick={() => again({ pendingPrice: 'keep' })}>{t('It still applies')}</Button>
    <Button variant="default" onClick={() => again({ pendingPrice: 'drop' })}>
      {t('It no longer applies')}
    </Button>
  </Group>
)
