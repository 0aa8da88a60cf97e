import { lazy, type ReactNode, Suspense, useState } from 'react'
import { whyStale } from '#client/api/query-client.ts'
import { showDayAndTime } from '#domain/clock-words.ts'
import { dayOf, formatDay, timeOf } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { useOffice } from '#client/shells/office.tsx'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Columns } from '#client/ui/core/columns.tsx'
import { Bone, Card, Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { ComingWeeks } from './coming-weeks.tsx'
import { NextCollection } from './next-collection.tsx'
import { PastWeeks } from './past-weeks.tsx'
import { useOwnSchedule } from './use-own-schedule.ts'

// This part is loaded only for customers who are collected on request.
const RequestPickup = lazy(() => import('./request-pickup.tsx').then((part) => ({ default: part.RequestPickup })))

interface OwnSchedulePageProps {
  fetchPhoto: FetchPhoto
  reportCollection: (assignmentID: string, week: string) => ReactNode
  account: ReactNode
}

/** A customer's home, /schedules: what comes, and what became of the past. */
export function OwnSchedulePage({ fetchPhoto, reportCollection, account }: OwnSchedulePageProps) {
  const { timeZone } = useOffice().profile.config
  const [allPast, setAllPast] = useState(false)
  const { schedule, at, error, refetch, next, now, today } = useOwnSchedule({ allPast })
  const later = schedule?.coming.filter((week) => week !== next && week.to >= today) ?? []
  const isStale = whyStale(error) !== null
  const when = showDayAndTime(dayOf(new Date(at), timeZone), timeOf(new Date(at), timeZone))
  const why = {
    noSignal: t('As of {{when}}. It will reload when you’re back online.', { when }),
    server: t('As of {{when}}. Please try again shortly.', { when }),
  }
  // The account is shown together with the schedule, so that it does not move when that arrives. It stands before the
  // weeks to come, because a customer looks for what is owed.
  const accountSection = (
    <Stack as="section" aria-labelledby="account">
      <h2 id="account">{t('Your account')}</h2>
      {schedule?.comingPrice ? (
        <Card as="div" gap="small">
          <p>
            {t('From {{day}} your price is {{price}}.', {
              day: formatDay(schedule.comingPrice.from),
              price: showDollars(schedule.comingPrice.price),
            })}
          </p>
        </Card>
      ) : null}
      {account}
    </Stack>
  )
  return (
    <>
      <PageHeader title={t('Collections')} />
      <PageContent wide>
        <Stack gap="large">
          <StaleNotice error={error} onRetry={refetch} {...(schedule === undefined ? {} : { why })} />
          {schedule === undefined ? (
            isStale ? (
              accountSection
            ) : (
              <Loading height="180px" />
            )
          ) : (
            <Columns
              first={
                <>
                  <NextCollection schedule={schedule} next={next} now={now} today={today} isStale={isStale} />
                  {accountSection}
                  {schedule.requestable === null || isStale ? null : (
                    <Suspense fallback={<Loading height="260px" />}>
                      <RequestPickup requestable={schedule.requestable} />
                    </Suspense>
                  )}
                </>
              }
              second={
                <>
                  {next === null && later.length === 0 ? null : (
                    <ComingWeeks weeks={later} now={now} today={today} isStale={isStale} />
                  )}
                  <PastWeeks
                    weeks={schedule.past}
                    total={schedule.pastTotal}
                    next={next}
                    today={today}
                    fetchPhoto={fetchPhoto}
                    reportCollection={reportCollection}
                    onShowAll={() => setAllPast(true)}
                  />
                </>
              }
            />
          )}
        </Stack>
      </PageContent>
    </>
  )
}

const Loading = ({ height }: { height: string }) => <Bone role="status" height={height} aria-label={t('Loading')} />
