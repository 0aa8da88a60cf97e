import { addDays, type Day, daysBetween, latestDay, weekdayOf } from './dates.ts'
import { DAYS_BETWEEN_REMINDERS } from './invoicing.ts'
import type { InvoiceKind } from './ledger.ts'
import type { Cents } from './money.ts'
import type { SettingKey } from './settings.ts'

/** Payment reminders that the server sends by itself (domain.md 19). */

export const CHASE_STEPS = ['first', 'second', 'final'] as const
export type ChaseStep = (typeof CHASE_STEPS)[number]

/** Why an overdue invoice gets no reminder today: first what keeps it out, in the order in which it is shown. */
export const LEFT_UNCHASED = [
  'nothing_owing',
  'under_least',
  'reopened',
  'debit_note',
  'never_sent',
  'payment_pending',
  'dispute',
  'case',
  'promise',
  'bank_line',
  'dont_remind',
  'quiet',
  'no_email',
  'bank_file_old',
  'all_sent',
  'not_yet',
  'one_a_day',
  'three_a_week',
] as const
export type LeftUnchased = (typeof LEFT_UNCHASED)[number]

export const leftUnchasedWords: Readonly<Record<LeftUnchased, string>> = {
  nothing_owing: 'Nothing is owing.',
  under_least: 'Too little is overdue.',
  reopened: 'It was paid, and owes again: choose Collect again.',
  debit_note: 'It’s a debit note.',
  never_sent: 'The invoice was never sent.',
  payment_pending: 'A payment is on its way.',
  dispute: 'A card payment is disputed.',
  case: 'A case isn’t closed.',
  promise: 'The customer promised to pay.',
  bank_line: 'A bank line may be its payment.',
  dont_remind: 'You chose not to remind.',
  quiet: 'No reminders are sent at the moment.',
  no_email: 'No email: call.',
  bank_file_old: 'The newest bank file is too old.',
  all_sent: 'Every reminder was sent.',
  not_yet: 'The next reminder isn’t due yet.',
  one_a_day: 'Already reminded today.',
  three_a_week: 'Reminded three times in 7 days.',
}

/** Saturdays, Sundays and public holidays are none. */
export const isWorkingDay = (day: Day, holidays: ReadonlySet<Day>): boolean => weekdayOf(day) <= 5 && !holidays.has(day)

/** The day itself, or the next working day. */
export function workingDayFrom(day: Day, holidays: ReadonlySet<Day>): Day {
  let at = day
  while (!isWorkingDay(at, holidays)) at = addDays(at, 1)
  return at
}

/** Settings that decide who is reminded of and paused; the page of settings shows what it would do before they are saved. */
export const CHASE_SETTING_KEYS = [
  'remind.firstDays',
  'remind.secondDays',
  'remind.final',
  'remind.finalDays',
  'remind.least',
  'remind.bankDays',
  'remind.quietUntil',
  'hold.afterDays',
  'hold.noticeDays',
  'hold.least',
] as const satisfies readonly SettingKey[]
export type ChaseSettingKey = (typeof CHASE_SETTING_KEYS)[number]

export interface ChaseSettings {
  /** Days overdue before each reminder. */
  readonly days: Readonly<Record<ChaseStep, number>>
  /** Whether a final reminder is sent. */
  readonly final: boolean
  readonly least: Cents
  /** No reminders up to this day; empty: none. */
  readonly quietUntil: Day | ''
}

/** What decides which reminder an invoice is at. */
export interface OnLadder {
  readonly dueDate: Day
  /** The day on which a charge of it last failed; null: none did. */
  readonly failedOn: Day | null
  readonly collectAgainOn: Day | null
  /** The day of each reminder that was sent or waits to be, since the office last chose "Collect again". */
  readonly remindedOn: Readonly<Record<ChaseStep, Day | null>>
}

export interface ChasedInvoice extends OnLadder {
  readonly invoiceID: string
  readonly kind: InvoiceKind
  readonly owing: Cents
  readonly isReopened: boolean
  readonly isSent: boolean
  /** A charge that is planned, or a page or bank debit that the provider has not confirmed. */
  readonly isPending: boolean
  readonly promisedUntil: Day | null
  readonly dontRemind: boolean
}

export interface ChasedCustomer {
  readonly email: string | null
  readonly hasDispute: boolean
  readonly hasCase: boolean
  /** A waiting bank line proposes the customer, or has the amount of an open invoice or of all of them. */
  readonly hasBankLine: boolean
  /** The days of the payment reminders of the last week, sent or about to be. */
  readonly remindedOn: readonly Day[]
}

/** The day from which an invoice's days are counted. */
export function chasedFrom({ dueDate, failedOn, collectAgainOn }: Omit<OnLadder, 'remindedOn'>): Day {
  return latestDay(dueDate, failedOn ?? dueDate, collectAgainOn ?? dueDate)
}

/** The next reminder, and the first day on which it may be sent; null: all were sent. None is skipped. */
export function nextChase(invoice: OnLadder, { days, final }: ChaseSettings): { step: ChaseStep; from: Day } | null {
  const { remindedOn } = invoice
  const last = CHASE_STEPS.findLastIndex((step) => remindedOn[step] !== null)
  const step = CHASE_STEPS[last + 1]
  if (step === undefined || (step === 'final' && !final)) return null
  const overdue = addDays(chasedFrom(invoice), days[step] + 1)
  const before = last < 0 ? null : remindedOn[CHASE_STEPS[last]!]
  const apart = before === null ? overdue : addDays(before, DAYS_BETWEEN_REMINDERS)
  return { step, from: overdue > apart ? overdue : apart }
}

/** Days in which a customer gets at most three payment reminders. */
const WEEK_DAYS = 7
const MOST_A_WEEK = 3

export interface Judging {
  readonly settings: ChaseSettings
  readonly today: Day
  readonly bankFileIsOld: boolean
}

/** Why no reminder of this invoice is sent by itself, whatever its step; null: one may be sent. */
export function keptOut(
  invoice: ChasedInvoice,
  customer: ChasedCustomer,
  overdue: Cents,
  { settings, today, bankFileIsOld }: Judging,
): LeftUnchased | null {
  if (invoice.owing <= 0) return 'nothing_owing'
  if (overdue < settings.least) return 'under_least'
  if (invoice.isReopened) return 'reopened'
  if (invoice.kind === 'debit') return 'debit_note'
  if (!invoice.isSent) return 'never_sent'
  if (invoice.isPending) return 'payment_pending'
  if (customer.hasDispute) return 'dispute'
  if (customer.hasCase) return 'case'
  if (invoice.promisedUntil !== null && today <= invoice.promisedUntil) return 'promise'
  if (customer.hasBankLine) return 'bank_line'
  if (invoice.dontRemind) return 'dont_remind'
  if (settings.quietUntil !== '' && today <= settings.quietUntil) return 'quiet'
  if (customer.email === null) return 'no_email'
  return bankFileIsOld ? 'bank_file_old' : null
}

export const overdueOf = (overdue: readonly ChasedInvoice[]): Cents =>
  overdue.reduce((sum, { owing }) => sum + Math.max(0, owing), 0)

export interface ChasePlan {
  /** The customer's one mail of the day; null: none. */
  readonly mail: { readonly step: ChaseStep; readonly invoiceIDs: readonly string[] } | null
  readonly left: readonly { readonly invoiceID: string; readonly reason: LeftUnchased }[]
}

/**
 * Which reminder a customer gets today, with all invoices that are at its step, and why the others get none. The latest
 * step goes first.
 * @param overdue the customer's open invoices that are overdue
 */
export function chasePlan(customer: ChasedCustomer, overdue: readonly ChasedInvoice[], judging: Judging): ChasePlan {
  const { settings, today } = judging
  const total = overdueOf(overdue)
  const recent = customer.remindedOn.filter((day) => daysBetween(day, today) < WEEK_DAYS)
  const judged = overdue.map((invoice) => {
    const reason = keptOut(invoice, customer, total, judging)
    const next = nextChase(invoice, settings)
    if (reason !== null) return { invoice, step: null, reason }
    if (next === null) return { invoice, step: null, reason: 'all_sent' as const }
    if (today < next.from) return { invoice, step: null, reason: 'not_yet' as const }
    if (recent.includes(today)) return { invoice, step: null, reason: 'one_a_day' as const }
    if (recent.length >= MOST_A_WEEK) return { invoice, step: null, reason: 'three_a_week' as const }
    return { invoice, step: next.step, reason: null }
  })
  const step = CHASE_STEPS.findLast((each) => judged.some((one) => one.step === each)) ?? null
  const mailed = judged.flatMap((one) => (step !== null && one.step === step ? [one.invoice.invoiceID] : []))
  return {
    mail: step && { step, invoiceIDs: mailed },
    left: judged.flatMap(({ invoice: { invoiceID }, step: at, reason }) =>
      reason !== null ? [{ invoiceID, reason }] : at === step ? [] : [{ invoiceID, reason: 'one_a_day' as const }],
    ),
  }
}

/**
 * The customer's other overdue invoices that may be asked for too. A reminder names them: without them it would say that
 * less is overdue than is. @param carried the invoices that the reminder is about
 */
export function alsoOverdue<Invoice extends ChasedInvoice>(
  customer: ChasedCustomer,
  overdue: readonly Invoice[],
  carried: ReadonlySet<string>,
  judging: Judging,
): Invoice[] {
  const total = overdueOf(overdue)
  return overdue.filter(
    (invoice) => !carried.has(invoice.invoiceID) && keptOut(invoice, customer, total, judging) === null,
  )
}

/** Whether a bank file was ever imported and the newest is older than the setting allows; 0 days: never. */
export function bankFileIsOld(newestOn: Day | null, today: Day, days: number): boolean {
  return days > 0 && newestOn !== null && daysBetween(newestOn, today) > days
}

/** The furthest day that the office may enter as a promise. */
export const PROMISE_DAYS = 60

/** Why a promise can't name that day, as a sentence; null: it can. @param days ahead at most */
export function promiseProblem(day: Day, today: Day, days: number): string | null {
  if (day < today) return 'This date is in the past'
  return day > addDays(today, days) ? `At most ${days} days from today` : null
}
