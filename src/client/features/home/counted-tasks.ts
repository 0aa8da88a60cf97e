import type { HomeTask } from '#contract/v1/home.ts'
import { type HomeTaskKind, INVOICES_TO_SEND } from '#domain/home-tasks.ts'
import { shortDay } from '#domain/day-words.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { TaskRow, TaskWording } from './task-row.ts'

/** The tasks that the server counts. Each opens the list whose total its count is. */
export function countedTasks(
  tasks: readonly HomeTask[],
  wording: TaskWording,
  pressing: 'now' | 'soon',
): readonly TaskRow[] {
  return tasks
    .filter(({ kind }) => (NOW.has(kind) ? 'now' : 'soon') === pressing)
    .flatMap((task): TaskRow[] => {
      const shown = shownAs(task, wording)
      return shown === null ? [] : [{ key: task.kind, pressing, action: wording.t('review'), ...shown }]
    })
}

/** Something failed, or a driver's record waits for a decision. */
const NOW: ReadonlySet<HomeTaskKind> = new Set(['mails-failed', 'mails-kept', 'exceptions'])

/** Null: this kind is counted in the menu only. */
function shownAs(
  { kind, count, amount, oldest }: HomeTask,
  { t, today, hasMailServer }: TaskWording,
): Pick<TaskRow, 'title' | 'why' | 'to'> | null {
  const money = showMoney(nearestCents(amount ?? 0))
  const since = oldest !== null && oldest < today ? t('oldest', { day: shortDay(oldest, today) }) : null
  const why = (reason: string) => (since === null ? reason : `${reason} · ${since}`)
  switch (kind) {
    case 'mails-failed':
      return {
        title: t('mailsFailed', { count }),
        why: why(t('mailsFailedWhy')),
        to: officePaths.invoices({ delivery: 'failed' }),
      }
    case 'mails-kept':
      return {
        title: t('mailsKept', { count }),
        why: why(t(hasMailServer ? 'mailsKeptSince' : 'mailsKeptWhy')),
        to: `${officePaths.mails()}?status=kept`,
      }
    case 'exceptions':
      return { title: t('exceptions', { count }), why: why(t('exceptionsWhy')), to: officePaths.exceptions() }
    case 'requests-accepted':
      return {
        title: t('accepted', { count }),
        why: why(t('acceptedWhy')),
        to: `${officePaths.requests()}?accepted=true`,
      }
    case 'requests-unanswered':
      return {
        title: t('requests', { count }),
        why: why(t('requestsWhy')),
        to: `${officePaths.requests()}?quoted=false`,
      }
    case 'suburb-requests':
      return {
        title: t('suburbRequests', { count }),
        why: why(t('suburbRequestsWhy')),
        to: officePaths.suburbRequests(),
      }
    case 'cases':
      return { title: t('cases', { count }), why: why(t('casesWhy')), to: officePaths.cases({ state: 'open' }) }
    case 'unbilled-runs':
      return {
        title: t('unbilled', { count }),
        why: why(t('unbilledWhy', { amount: money })),
        to: officePaths.unbilledRuns(),
      }
    case 'invoices-to-send':
      return {
        title: t('toSend', { count }),
        why: why(t('toSendWhy', { amount: money })),
        to: officePaths.invoices(INVOICES_TO_SEND),
      }
    case 'bank-lines':
      return { title: t('bankLines', { count }), why: why(t('bankLinesWhy')), to: officePaths.bank() }
    case 'payment-reminders':
      return {
        title: t('paymentReminders', { count }),
        why: t('paymentRemindersWhy'),
        to: officePaths.invoices({ reminderDue: 'true' }),
      }
    case 'invoices-overdue':
      return {
        title: t('overdue', { count }),
        why: why(t('overdueOwing', { amount: money })),
        to: officePaths.invoices({ overdue: 'true' }),
      }
    case 'mails-undeliverable':
      return {
        title: t('undeliverable', { count }),
        why: why(t('undeliverableWhy')),
        to: `${officePaths.mails()}?status=undeliverable`,
      }
    case 'drivers-to-pay':
      return null
  }
}
