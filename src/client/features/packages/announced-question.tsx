import { Alert } from '@mantine/core'
import { PendingPriceAnswer } from '#client/shells/pending-price-answer.tsx'
import { t } from '#client/ui/core/texts.ts'

interface AnnouncedQuestionProps {
  /** The new price is also for current customers. */
  alsoCustomers: boolean
  again: (more: { pendingPrice: 'keep' | 'drop' }) => void
}

/** Asks what becomes of an announced price when the office gives the service another one. */
export function AnnouncedQuestion({ alsoCustomers, again }: AnnouncedQuestionProps) {
  return (
    <Alert color="yellow" role="alert" title={t('A price change is announced for later')}>
      <p>
        {alsoCustomers
          ? t('Does it still apply, to these customers and to this service’s price for new ones?')
          : t('Does it still apply to this service’s price for new customers? For current customers it does.')}
      </p>
      <PendingPriceAnswer again={again} />
    </Alert>
  )
}
