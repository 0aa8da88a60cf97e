import { calendarEnding } from '#domain/alerts.ts'
import { addDays, formatDay } from '#domain/dates.ts'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useToday } from '#client/shells/today.ts'
import { useTranslation } from '#client/ui/use-translation.ts'
import { LinkedFigure } from './figure.tsx'
import { useAcceptedRequests, useActiveCustomers, useCalendarEnd, useUnansweredRequests } from './home-data.ts'

/** Requests, customers and calendar, each leading to where it is worked on. */
export function OfficeFigures() {
  const { t } = useTranslation('home')
  const { config } = useOffice().profile
  const requests = useUnansweredRequests().data?.total
  const accepted = useAcceptedRequests().data?.total ?? 0
  const customers = useActiveCustomers().data?.total
  const lastDay = useCalendarEnd()
  const today = useToday()
  const isEnding = lastDay !== undefined && calendarEnding(lastDay, today) !== null
  return (
    <>
      <LinkedFigure
        to={`${officePaths.requests()}${accepted > 0 && requests === 0 ? '?accepted=true' : '?quoted=false'}`}
        label={t('requests')}
        value={requests === undefined ? undefined : requests + accepted}
        note={accepted === 0 ? undefined : t('accepted', { count: accepted })}
        pressing={(requests ?? 0) + accepted > 0}
        action={t('openRequests')}
      />
      <LinkedFigure to={officePaths.customersAtFirst({ perPage: config.pageSize, tomorrow: addDays(today, 1) })} label={t('customers')} value={customers?.toLocaleString('en-AU')} action={t('openCustomers')} />
      <LinkedFigure to={officePaths.calendar()} label={t('calendarEnds')} value={lastDay === undefined ? undefined : lastDay === null ? t('noCalendar') : formatDay(lastDay)} pressing={isEnding} action={t('openCalendar')} />
    </>
  )
}
