import type { Customer } from '#contract/v1/customers.ts'
import { isOnRequest } from '#domain/cycle.ts'
import { showWeekOf } from '#domain/dates.ts'
import { collectionWords } from '#domain/scheme-words.ts'
import { dueInWords, useComingWeeks } from '#client/shells/due-pick.tsx'
import { Facts } from '#client/shells/facts.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** When the customer is collected, in which round and at which place. */
export function CustomerCycle({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const { t: terms } = useTerms()
  const weeks = useComingWeeks()
  const { collectionScheme, weekNumber, ownWeek, runNumber, stopOrder, due, nextPickUp } = customer
  const week = weekNumber === null ? terms('noWeek') : t(ownWeek ? 'ownWeek' : 'suburbsWeek', { week: weekNumber })
  const next = isOnRequest(collectionScheme)
    ? terms('dueOnRequest')
    : due === null || weeks === undefined
      ? null
      : dueInWords(due, collectionScheme, weekNumber, weeks)
  return (
    <Facts
      title={t('cycle')}
      facts={[
        { label: t('collectionScheme'), value: collectionWords(collectionScheme) },
        { label: t('weekNumber'), value: week },
        { label: t('runNumber'), value: runNumber },
        { label: t('stopOrder'), value: stopOrder },
        { label: t('nextDue'), value: next },
        { label: t('nextPickUp'), value: nextPickUp === null ? t('noPickUp') : showWeekOf(nextPickUp) },
      ]}
    />
  )
}
