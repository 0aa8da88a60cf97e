import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { listAlerts } from '#contract/v1/alerts.ts'
import { listBankLines } from '#contract/v1/bank.ts'
import { listCases } from '#contract/v1/cases.ts'
import { listCustomers } from '#contract/v1/customers.ts'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { listInvoices, listUnbilledRuns } from '#contract/v1/invoices.ts'
import { listMails } from '#contract/v1/mails.ts'
import { listNotReached } from '#contract/v1/not-reached.ts'
import { listNoPickups } from '#contract/v1/no-pickups.ts'
import { listRemindersDue } from '#contract/v1/reminders.ts'
import { listSuburbRequests } from '#contract/v1/registration.ts'
import { listRequests } from '#contract/v1/requests.ts'
import { listRuns } from '#contract/v1/runs.ts'
import { type CalendarSetting, listCalendar } from '#contract/v1/settings.ts'
import type { WeekRef } from '#domain/calendar.ts'
import { addDays, dayOf, mondayOf, type Day } from '#domain/dates.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { useCalendarYears, useComingWeeks } from '#client/shells/due-pick.tsx'
import { useToday } from '#client/shells/today.ts'

/** Refetch interval of the progress while the page is visible, ms. */
const LIVE_MS = 15_000

export type RunRow = OutputOf<typeof listRuns>['items'][number]

/** The runs that begin in the business's current and next week. @param timeZone the business's */
export function useRunsAround(timeZone: string) {
  const monday = useMonday(timeZone)
  const nextMonday = addDays(monday, 7)
  const span = { from: monday, to: addDays(monday, 13), perPage: PAGE_MAX }
  const query = useQuery(ask(listRuns, span, { persist: true, everyMs: LIVE_MS }))
  // This week's runs may be archived, and "all" leaves archived ones out.
  const archived = useQuery(ask(listRuns, { ...span, status: 'archived' }, { persist: true, everyMs: LIVE_MS }))
  const items = query.data && archived.data && [...query.data.items, ...archived.data.items]
  return {
    query,
    isPending: query.isPending || archived.isPending,
    thisWeek: items?.filter(({ fromDate }) => fromDate < nextMonday),
    all: items,
  }
}

/**
 * Open exceptions of one run. Queries here are not persisted on this device where the answer contains a customer's
 * data.
 */
export function useExceptionsOf(runOrderID: string) {
  return useQuery(ask(listExceptions, { status: 'open', runOrderID, perPage: 1 }, { everyMs: LIVE_MS }))
}

export function useNoPickupsOf(week: WeekRef | null | undefined) {
  const { yearNumber = 0, monthNumber = 0, weekNumber = 0 } = week ?? {}
  return useQuery({
    ...ask(listNoPickups, { yearNumber, monthNumber, weekNumber, perPage: 1 }, { everyMs: LIVE_MS }),
    enabled: Boolean(week),
  })
}

/**
 * The calendar's next week, which begins within seven days. Undefined while loading, null where the calendar has none.
 */
export function useNextWeek(): CalendarSetting | null | undefined {
  const today = useToday()
  const weeks = useComingWeeks()
  return weeks === undefined ? undefined : (weeks.find(({ from }) => from > today && from <= addDays(today, 7)) ?? null)
}

/** Monday of the current week; it changes when the page stays open over Sunday night. */
function useMonday(timeZone: string): Day {
  const [monday, setMonday] = useState(() => mondayOf(dayOf(new Date(), timeZone)))
  useEffect(() => {
    const clock = setInterval(() => setMonday(mondayOf(dayOf(new Date(), timeZone))), 60_000)
    return () => clearInterval(clock)
  }, [timeZone])
  return monday
}

export function useOpenExceptions() {
  return useQuery(ask(listExceptions, { status: 'open', perPage: 1 }, { persist: true, everyMs: LIVE_MS }))
}

export function useAlerts() {
  return useQuery(ask(listAlerts, { status: 'open', perPage: 100 }, { persist: true, everyMs: LIVE_MS }))
}

/** How many mails are stored unsent because no mail server is set. */
export function useKeptMails() {
  return useQuery(ask(listMails, { status: 'kept', perPage: 1 }))
}

export function useUndeliverableMails() {
  return useQuery(ask(listMails, { undeliverable: 'true', perPage: 1 }))
}

/** Unpaid invoices that were neither emailed nor printed, and wait for nothing; debts from the old program are not. */
export const TO_SEND = { delivery: 'undelivered', status: 'waiting_payment', kind: 'invoice' } as const

/** How many invoices are overdue, unpaid or not sent, and what they owe. */
export function useInvoicesOf(
  filter:
    | typeof TO_SEND
    | { overdue: 'true' }
    | { status: 'waiting_payment' }
    | { delivery: 'failed' }
    | { reminderDue: 'true' },
) {
  return useQuery(ask(listInvoices, { ...filter, perPage: 1 }))
}

export function useBankLines() {
  return useQuery(ask(listBankLines, { state: 'waiting', perPage: 1 }))
}

/** Completed runs whose customers who were not reached still have to be told. */
export function useNotReached() {
  return useQuery(ask(listNotReached, {}))
}

export function useUnbilledRuns() {
  return useQuery(ask(listUnbilledRuns, {}))
}

/** Collection reminders to make or activate, and what Settings lacks to send them. */
export function useRemindersDue() {
  return useQuery(ask(listRemindersDue, {}, { persist: true }))
}

export function useUnansweredRequests() {
  return useQuery(ask(listRequests, { quoted: 'false', perPage: 1 }, { everyMs: LIVE_MS }))
}

/** How many requests have an accepted quotation and wait to become customers. */
export function useAcceptedRequests() {
  return useQuery(ask(listRequests, { accepted: 'true', perPage: 1 }, { everyMs: LIVE_MS }))
}

export function useSuburbRequests() {
  return useQuery(ask(listSuburbRequests, { perPage: 1 }, { everyMs: LIVE_MS }))
}

export function useOpenCases() {
  return useQuery(ask(listCases, { state: 'open', perPage: 1 }, { everyMs: LIVE_MS }))
}

export function useActiveCustomers() {
  return useQuery(ask(listCustomers, { status: 'ACTIVE', perPage: 1 }))
}

/** Null: the calendar is empty. */
export function useCalendarEnd(): Day | null | undefined {
  const { data } = useQuery(ask(listCalendar, { sort: '-from', perPage: 1 }, { persist: true }))
  return data === undefined ? undefined : (data.items[0]?.to ?? null)
}

/**
 * Whether an answer that affects the page's height, the runs excepted, is still loading. A failed one counts as
 * answered.
 */
export function useTasksPending(): boolean {
  const asked = [
    useOpenExceptions(),
    useAlerts(),
    useKeptMails(),
    useUndeliverableMails(),
    useUnansweredRequests(),
    useAcceptedRequests(),
    useOpenCases(),
    useInvoicesOf({ overdue: 'true' }),
    useInvoicesOf({ delivery: 'failed' }),
    useInvoicesOf(TO_SEND),
    useInvoicesOf({ reminderDue: 'true' }),
    useUnbilledRuns(),
    useNotReached(),
    useBankLines(),
    useRemindersDue(),
    ...useCalendarYears(),
  ]
  return asked.some(({ isPending }) => isPending)
}
