import type { CustomerServiceType, Outcome } from '#domain/words.ts'
import { type Day, titleWeekOf } from '#domain/dates.ts'
import { t } from '#client/ui/core/texts.ts'
import { ownOutcomeWords } from '#client/shells/own-outcomes.ts'

export function CollectionLine({
  collection: { from, serviceType, outcome },
}: {
  collection: { from: Day; serviceType: CustomerServiceType; outcome?: Outcome | null | undefined }
}) {
  return (
    <p>
      {titleWeekOf(from)} ·{' '}
      {outcome === undefined || outcome === null
        ? t('No record of a collection')
        : ownOutcomeWords(outcome, serviceType)}
    </p>
  )
}
