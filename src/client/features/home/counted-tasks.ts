import type { HomeTask } from '#contract/v1/home.ts'
import { type HomeTaskKind, INVOICES_TO_SEND } from '#domain/home-tasks.ts'
import { shortDay } from '#domain/day-words.ts'
import { showDollars } from '#domain/money.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { plural, t } from '#client/ui/core/texts.ts'
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
      return shown === null ? [] : [{ key: task.kind, pressing, action: t('Review'), ...shown }]
    })
}

/** Something failed, or a driver's record waits for a decision. */
const NOW: ReadonlySet<HomeTaskKind> = new Set(['mails-failed', 'mails-kept', 'exceptions'])

/** Null: this kind is counted in the menu only. */
function shownAs(
  { kind, count, amount, oldest }: HomeTask,
  { today, hasMailServer }: TaskWording,
): Pick<TaskRow, 'title' | 'why' | 'to'> | null {
  const money = showDollars(amount ?? 0)
  const since = oldest !== null && oldest < today ? t('oldest {{day}}', { day: shortDay(oldest, today) }) : null
  const why = (reason: string) => (since === null ? reason : `${reason} · ${since}`)
  switch (kind) {
    case 'mails-failed':
      return {
        title: plural(count, '{{count}} invoice couldn’t be emailed', '{{count, number}} invoices couldn’t be emailed'),
        why: why(t('Send them again, or print them')),
        to: officePaths.invoices({ delivery: 'failed' }),
      }
    case 'mails-kept':
      return {
        title: plural(count, '{{count}} email wasn’t sent', '{{count, number}} emails weren’t sent'),
        why:
          hasMailServer === undefined
            ? (since ?? undefined)
            : why(t(hasMailServer ? 'A mail server is set up now: they can be sent' : 'No mail server is set up')),
        to: `${officePaths.mails()}?status=kept`,
      }
    case 'exceptions':
      return {
        title: plural(count, '{{count}} exception to decide', '{{count}} exceptions to decide'),
        why: why(t('Drivers’ records that don’t fit the plan, or each other')),
        to: officePaths.exceptions(),
      }
    case 'requests-accepted':
      return {
        title: plural(count, '{{count}} quotation accepted', '{{count}} quotations accepted'),
        why: why(t('Make them official')),
        to: `${officePaths.requests()}?accepted=true`,
      }
    case 'requests-unanswered':
      return {
        title: plural(count, '{{count}} customer request to answer', '{{count}} customer requests to answer'),
        why: why(t('No quotation written yet')),
        to: `${officePaths.requests()}?quoted=false`,
      }
    case 'suburb-requests':
      return {
        title: plural(
          count,
          '{{count}} request for a suburb you don’t serve',
          '{{count}} requests for suburbs you don’t serve',
        ),
        why: why(t('Left on the registration page')),
        to: officePaths.suburbRequests(),
      }
    case 'cases':
      return {
        title: plural(count, '{{count}} case to answer', '{{count}} cases to answer'),
        why: why(t('Customers reported something or asked')),
        to: officePaths.cases({ state: 'open' }),
      }
    case 'unbilled-runs':
      return {
        title: plural(
          count,
          '{{count}} completed run isn’t invoiced yet',
          '{{count}} completed runs aren’t invoiced yet',
        ),
        why: why(t('{{amount}} to invoice', { amount: money })),
        to: officePaths.unbilledRuns(),
      }
    case 'invoices-to-send':
      return {
        title: plural(count, '{{count}} invoice to send or print', '{{count, number}} invoices to send or print'),
        why: why(t('Neither emailed nor printed · {{amount}} owing', { amount: money })),
        to: officePaths.invoices(INVOICES_TO_SEND),
      }
    case 'bank-lines':
      return {
        title: plural(count, '{{count}} bank line to check', '{{count, number}} bank lines to check'),
        why: why(t('Payments we couldn’t match automatically')),
        to: officePaths.bank(),
      }
    case 'invoices-reopened':
      return {
        title: plural(count, '{{count}} paid invoice owes again', '{{count, number}} paid invoices owe again'),
        why: why(t('After a refund, dispute or reversal · {{amount}} owing', { amount: money })),
        to: officePaths.invoices({ reopened: 'true' }),
      }
    case 'payment-reminders':
      return {
        title: plural(
          count,
          '{{count}} overdue invoice is ready for a reminder',
          '{{count, number}} overdue invoices are ready for a reminder',
        ),
        why:
          hasMailServer === undefined
            ? undefined
            : t(hasMailServer ? 'Reminders aren’t sent automatically' : 'No mail server is set up'),
        to: officePaths.invoices({ reminderDue: 'true' }),
      }
    case 'invoices-overdue':
      return {
        title: plural(count, '{{count}} invoice overdue', '{{count, number}} invoices overdue'),
        why: why(t('{{amount}} owing', { amount: money })),
        to: officePaths.invoices({ overdue: 'true' }),
      }
    case 'mails-undeliverable':
      return {
        title: plural(
          count,
          'Emails to {{count}} customer can’t be delivered',
          'Emails to {{count}} customers can’t be delivered',
        ),
        why: why(t('The mail server doesn’t know the address')),
        to: `${officePaths.mails()}?status=undeliverable`,
      }
    case 'drivers-to-pay':
      return null
  }
}
