import { Button, Group } from '@mantine/core'
import { t } from '#client/ui/core/texts.ts'
import { useMayChangeMoney } from './role.tsx'

interface PendingPriceAnswerProps {
  again: (more: { pendingPrice: 'keep' | 'drop' }) => void
}

/**
 * Whether an announced price still applies: sends the form again with the answer. Only a role that sets prices may drop
 * one.
 */
export function PendingPriceAnswer({ again }: PendingPriceAnswerProps) {
  const setsPrices = useMayChangeMoney()
  return (
    <Group mt="sm">
      <Button onClick={() => again({ pendingPrice: 'keep' })}>{t('It still applies')}</Button>
      {setsPrices ? (
        <Button variant="default" onClick={() => again({ pendingPrice: 'drop' })}>
          {t('It no longer applies')}
        </Button>
      ) : null}
    </Group>
  )
}
