import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ownSchedule } from '#contract/v1/own-schedule.ts'
import { isThisWeek, nextCollection } from '#domain/customer-week.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { rememberedSchedule, rememberSchedule } from './schedule-memory.ts'

const MINUTE_MS = 60_000
/** Covers all past weeks that a schedule contains. */
const ALL_PAST = 100

/**
 * The customer's own schedule, at once as of the last visit and then as it is now. In the collection week it is asked
 * again every minute.
 */
export function useOwnSchedule({ allPast }: { allPast: boolean }) {
  const { userID, config } = useOffice().profile
  const { now, today } = useMinute(config.timeZone)
  const [known] = useState(() => rememberedSchedule(userID))
  const [inWeek, setInWeek] = useState(false)
  const { data, dataUpdatedAt, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(ownSchedule, allPast ? { past: ALL_PAST } : {}, inWeek ? { everyMs: MINUTE_MS } : {}),
    ...(known === null || allPast ? {} : { initialData: known.schedule, initialDataUpdatedAt: known.at }),
    placeholderData: keepPreviousData,
  })
  const next = data === undefined ? null : nextCollection(data.coming, today)
  const isNow = next !== null && isThisWeek(next, today)
  if (isNow !== inWeek) setInWeek(isNow)
  useEffect(() => {
    if (data !== undefined && error === null && isFetchedAfterMount && !allPast)
      rememberSchedule(userID, dataUpdatedAt, data)
  }, [userID, data, dataUpdatedAt, error, isFetchedAfterMount, allPast])
  return { schedule: data, at: dataUpdatedAt, error, refetch, next, now, today }
}

/** Now, by the minute, because a cut-off may pass while the page is open. */
function useMinute(timeZone: string): { now: Date; today: Day } {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(clock)
  }, [])
  return { now, today: dayOf(now, timeZone) }
}
