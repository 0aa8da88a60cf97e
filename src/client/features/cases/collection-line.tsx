import type { Outcome } from '#domain/words.ts'
import { type Day, titleWeekOf } from '#domain/dates.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

export function CollectionLine({
  collection: { from, outcome },
}: {
  collection: { from: Day; outcome?: Outcome | null | undefined }
}) {
  const { t } = useTranslation('ownCases')
  return (
    <p>
      {titleWeekOf(from)} · {t(outcome === undefined || outcome === null ? 'notRecorded' : `outcome-${outcome}`)}
    </p>
  )
}
