import type { Outcome } from '#domain/words.ts'
import { type Day, titleWeekOf } from '#domain/dates.ts'
import { t } from '#client/ui/core/texts.ts'
import { COLLECTION_WORDS } from './own-outcomes.ts'

export function CollectionLine({
  collection: { from, outcome },
}: {
  collection: { from: Day; outcome?: Outcome | null | undefined }
}) {
  return (
    <p>
      {titleWeekOf(from)} ·{' '}
      {t(outcome === undefined || outcome === null ? 'No record of a collection' : COLLECTION_WORDS[outcome])}
    </p>
  )
}
