import { Card, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { calendarEnding } from '#domain/alerts.ts'
import { compareWeeks } from '#domain/calendar.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { dayRange, shortDay, weekTitle } from '#domain/day-words.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import type { CalendarSetting } from '#contract/v1/settings.ts'
import { useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { runInWords } from '#domain/run-name.ts'
import { useToday } from '#client/shells/today.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import {
  type RunRow,
  TO_SEND,
  useAcceptedRequests,
  useAlerts,
  useBankLines,
  useCalendarEnd,
  useInvoicesOf,
  useKeptMails,
  useNotReached,
  useOpenCases,
  useOpenExceptions,
  useRemindersDue,
  useSuburbRequests,
  useUnansweredRequests,
  useUnbilledRuns,
  useUndeliverableMails,
} from './home-data.ts'
import styles from './home-tasks.module.css'

type Pressing = 'now' | 'soon' | 'later'

interface Task {
  readonly key: string
  readonly pressing: Pressing
  readonly title: string
  readonly why?: string | undefined
  readonly to: string
  readonly action: string
}

interface HomeTasksProps {
  /** This week's and next week's runs; undefined while they load. */
  runs: readonly RunRow[] | undefined
  nextWeek: CalendarSetting | null | undefined
  mailsPath: string
}

/** The office's tasks, the most urgent first. */
export function HomeTasks(props: HomeTasksProps) {
  const { t } = useTranslation('home')
  const { tasks, isLoading } = useTasks(props)
  if (tasks.length === 0 && isLoading) return null
  return (
    <section aria-labelledby="tasks" className={styles.section}>
      <Title order={2} id="tasks" className={styles.heading}>
        {t('tasks')}
      </Title>
      <Card withBorder padding={0}>
        {tasks.length === 0 ? (
          <p className={styles.nothing}>{t('noTasks')}</p>
        ) : (
          <ul>
            {tasks.map(({ key, pressing, title, why, to, action }) => (
              <li key={key} className={styles.row}>
                <span className={`${styles.mark} ${styles[pressing]}`} aria-hidden="true" />
                <div className={styles.words}>
                  <strong className={styles.title}>{title}</strong>
                  {why === undefined ? null : <span className={styles.why}>{why}</span>}
                </div>
                <Link to={to} className={styles.action} aria-label={`${action}: ${title}`}>
                  {action}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

const ORDER: readonly Pressing[] = ['now', 'soon', 'later']

function useTasks({ runs, nextWeek, mailsPath }: HomeTasksProps): { tasks: readonly Task[]; isLoading: boolean } {
  const { t } = useTranslation('home')
  const today = useToday()
  const { timeZone } = useOffice().profile.config
  const exceptions = useOpenExceptions().data?.total
  const requests = useUnansweredRequests().data?.total
  const accepted = useAcceptedRequests().data?.total
  const suburbRequests = useSuburbRequests().data?.total
  const cases = useOpenCases().data?.total
  const mails = useKeptMails().data?.total
  const undeliverable = useUndeliverableMails().data?.total
  const failed = useInvoicesOf({ delivery: 'failed' }).data?.total
  const toSend = useInvoicesOf(TO_SEND).data
  const hasMailServer = useHasMailServer()
  const unbilled = useUnbilledRuns().data?.total
  const notReached = useNotReached().data?.items
  const overdue = useInvoicesOf({ overdue: 'true' }).data
  const bankLines = useBankLines().data?.total
  const reminders = useRemindersDue().data?.items
  const toRemind = useInvoicesOf({ reminderDue: 'true' }).data?.total
  const remindersDue = useAlerts().data?.items.some(({ kind }) => kind === 'reminders-due')
  const lastDay = useCalendarEnd()
  const counted = (count: number | undefined, task: (count: number) => Task): Task[] => (count ? [task(count)] : [])
  const unplanned = nextWeek && runs?.every((run) => compareWeeks(run, nextWeek) !== 0) ? nextWeek : null
  const started = (run: RunRow) => run.fromDate <= today
  const tasks = [
    ...counted(failed, (count): Task => ({
      key: 'mailsFailed',
      pressing: 'now',
      title: t('mailsFailed', { count }),
      why: t('mailsFailedWhy'),
      to: officePaths.invoices({ delivery: 'failed' }),
      action: t('review'),
    })),
    ...counted(mails, (count): Task => ({
      key: 'mails',
      pressing: 'now',
      title: t('mailsKept', { count }),
      why: t(hasMailServer ? 'mailsKeptSince' : 'mailsKeptWhy'),
      to: `${mailsPath}?status=kept`,
      action: t('viewAll'),
    })),
    ...counted(exceptions, (count): Task => ({
      key: 'exceptions',
      pressing: 'now',
      title: t('exceptions', { count }),
      why: t('exceptionsWhy'),
      to: officePaths.exceptions(),
      action: t('review'),
    })),
    ...(notReached ?? []).map((run): Task => ({
      key: `not-reached ${run.runOrderID}`,
      pressing: 'now',
      title: t('notReached', { count: run.toMail + run.toCall }),
      why: [
        ...(run.toMail > 0 ? [t('notReachedMail', { count: run.toMail })] : []),
        ...(run.toCall > 0 ? [t('notReachedCall', { count: run.toCall })] : []),
        runInWords(run, today),
      ].join(' · '),
      to: officePaths.notReached(run.runOrderID),
      action: t('review'),
    })),
    ...(runs ?? [])
      .filter(({ status }) => status === 'draft')
      .map((run): Task => ({
        key: run.runOrderID,
        pressing: started(run) ? 'now' : 'later',
        title: t('draft', { run: runInWords(run, today) }),
        why: started(run)
          ? t('draftStarted')
          : t('draftStarts', { day: shortDay(run.fromDate, today), count: run.stops }),
        to: officePaths.run(run.runOrderID),
        action: t('open'),
      })),
    ...(unplanned === null || unplanned === undefined
      ? []
      : [
          {
            key: 'unplanned',
            pressing: 'soon',
            title: t('nextWeek'),
            why: `${weekTitle(unplanned, unplanned.from, unplanned.to)} · ${dayRange(unplanned.from, unplanned.to, today)}`,
            to: officePaths.newRun(unplanned),
            action: t('generate'),
          } satisfies Task,
        ]),
    ...(reminders ?? []).map((reminder): Task => {
      const { reminderID, readableID, runAt, fromDate, toDate } = reminder
      return {
        key: `reminder ${reminderID ?? fromDate}`,
        pressing: dayOf(new Date(runAt), timeZone) <= today ? 'now' : 'soon',
        title: readableID === null ? t('reminderMissing') : t('reminderIdle'),
        why: `${weekTitle(reminder, fromDate, toDate)} · ${dayRange(fromDate, toDate, today)}`,
        to: reminderID === null ? officePaths.newReminder(reminder) : officePaths.reminder(reminderID),
        action: reminderID === null ? t('makeReminder') : t('open'),
      }
    }),
    ...counted(accepted, (count): Task => ({
      key: 'accepted',
      pressing: 'soon',
      title: t('accepted', { count }),
      why: t('acceptedWhy'),
      to: `${officePaths.requests()}?accepted=true`,
      action: t('review'),
    })),
    ...counted(requests, (count): Task => ({
      key: 'requests',
      pressing: 'soon',
      title: t('requests', { count }),
      why: t('requestsWhy'),
      to: `${officePaths.requests()}?quoted=false`,
      action: t('review'),
    })),
    ...counted(suburbRequests, (count): Task => ({
      key: 'suburbRequests',
      pressing: 'soon',
      title: t('suburbRequests', { count }),
      why: t('suburbRequestsWhy'),
      to: officePaths.suburbRequests(),
      action: t('review'),
    })),
    ...counted(cases, (count): Task => ({
      key: 'cases',
      pressing: 'soon',
      title: t('cases', { count }),
      why: t('casesWhy'),
      to: officePaths.cases({ state: 'open' }),
      action: t('review'),
    })),
    ...counted(unbilled, (count): Task => ({
      key: 'unbilled',
      pressing: 'soon',
      title: t('unbilled', { count }),
      to: officePaths.unbilledRuns(),
      action: t('review'),
    })),
    ...counted(toSend?.total, (count): Task => ({
      key: 'toSend',
      pressing: 'soon',
      title: t('toSend', { count }),
      why: t('toSendWhy', { amount: showMoney(nearestCents(toSend!.totalOwing)) }),
      to: officePaths.invoices(TO_SEND),
      action: t('review'),
    })),
    ...counted(bankLines, (count): Task => ({
      key: 'bank',
      pressing: 'soon',
      title: t('bankLines', { count }),
      why: t('bankLinesWhy'),
      to: officePaths.bank(),
      action: t('review'),
    })),
    ...counted(remindersDue ? toRemind : undefined, (count): Task => ({
      key: 'payment-reminders',
      pressing: 'soon',
      title: t('paymentReminders', { count }),
      why: t('paymentRemindersWhy'),
      to: officePaths.invoices({ reminderDue: 'true' }),
      action: t('review'),
    })),
    ...counted(overdue?.total, (count): Task => ({
      key: 'overdue',
      pressing: 'soon',
      title: t('overdue', { count }),
      why: t('overdueOwing', { amount: showMoney(nearestCents(overdue!.totalOwing)) }),
      to: officePaths.invoices({ overdue: 'true' }),
      action: t('review'),
    })),
    ...counted(undeliverable, (count): Task => ({
      key: 'undeliverable',
      pressing: 'soon',
      title: t('undeliverable', { count }),
      why: t('undeliverableWhy'),
      to: `${mailsPath}?status=undeliverable`,
      action: t('review'),
    })),
    ...(lastDay === undefined || calendarEnding(lastDay, today) === null
      ? []
      : [
          {
            key: 'calendar',
            pressing: 'soon',
            title: lastDay === null ? t('noCalendar') : t('calendarEnds', { day: formatDay(lastDay) }),
            to: officePaths.calendar(),
            action: t('openCalendar'),
          } satisfies Task,
        ]),
  ]
  const isLoading = [
    runs,
    nextWeek,
    exceptions,
    requests,
    accepted,
    suburbRequests,
    cases,
    mails,
    undeliverable,
    failed,
    toSend,
    unbilled,
    notReached,
    bankLines,
    overdue,
    reminders,
    lastDay,
  ].includes(undefined)
  return { tasks: tasks.toSorted((a, b) => ORDER.indexOf(a.pressing) - ORDER.indexOf(b.pressing)), isLoading }
}
