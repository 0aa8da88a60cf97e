import {
  CHASE_STEPS,
  type ChasedCustomer,
  chasedFrom,
  type ChasedInvoice,
  type ChasePlan,
  chasePlan,
  type Judging,
  keptOut,
  nextChase,
} from './chasing.ts'
import { addDays, type Day, daysBetween, formatDay, latestDay } from './dates.ts'
import { DAYS_BETWEEN_REMINDERS } from './invoicing.ts'
import type { Cents } from './money.ts'

/** Pausing the collections of customers who don't pay (domain.md 19). */

export interface HoldSettings {
  readonly auto: boolean
  readonly afterDays: number
  readonly noticeDays: number
  readonly least: Cents
}

export interface HoldInvoice extends ChasedInvoice {
  /** The day that its second or final reminder names, and the day on which the first of these was sent. */
  readonly namedFrom: Day | null
  readonly noticeOn: Day | null
}

export interface HoldCustomer extends ChasedCustomer {
  readonly isActive: boolean
  readonly prepaidLeft: number
  readonly liftedUntil: Day | null
}

export interface HoldJudging extends Judging {
  readonly hold: HoldSettings
}

const isLate = (invoice: HoldInvoice, { hold, today }: HoldJudging): boolean =>
  daysBetween(chasedFrom(invoice), today) > hold.afterDays

const isTold = ({ namedFrom, noticeOn }: HoldInvoice, { hold, today }: HoldJudging): boolean =>
  namedFrom !== null && namedFrom <= today && noticeOn !== null && addDays(noticeOn, hold.noticeDays) <= today

const sum = (invoices: readonly HoldInvoice[]): Cents => invoices.reduce((all, { owing }) => all + owing, 0)

/** What the customer has to pay so that collections go on, whatever money is on its way. */
export function heldFor(customer: HoldCustomer, overdue: readonly HoldInvoice[], judging: HoldJudging): Cents {
  return sum(
    overdue.filter(
      (invoice) =>
        isLate(invoice, judging) && isTold(invoice, judging) && !isKeptOutForGood(invoice, customer, judging),
    ),
  )
}

/** Money that may be on its way, and what only stops mails for a time, start no hold and end none. */
function isKeptOutForGood(invoice: HoldInvoice, customer: HoldCustomer, judging: HoldJudging): boolean {
  const settings = { ...judging.settings, least: 0, quietUntil: '' as const }
  const certain = { ...customer, hasBankLine: false, email: '' }
  const judged = { ...judging, settings, bankFileIsOld: false }
  return keptOut({ ...invoice, isPending: false }, certain, invoice.owing, judged) !== null
}

/** Whether a hold that began goes on. */
export function staysHeld(customer: HoldCustomer, overdue: readonly HoldInvoice[], judging: HoldJudging): boolean {
  const { hold, today } = judging
  return (
    hold.auto &&
    customer.isActive &&
    customer.prepaidLeft <= 0 &&
    !isHoldLifted(customer.liftedUntil, today) &&
    reaches(heldFor(customer, overdue, judging), hold)
  )
}

/** Whether a hold begins now: it would go on, and nothing says that money may be on its way. */
export function beginsHold(customer: HoldCustomer, overdue: readonly HoldInvoice[], judging: HoldJudging): boolean {
  const certain = overdue.filter((invoice) => keptOut(invoice, customer, Infinity, judging) === null)
  return staysHeld(customer, certain, judging)
}

const reaches = (owing: Cents, { least }: HoldSettings) => owing > 0 && owing >= least

/** Whether the office has lifted holds for this day. */
export const isHoldLifted = (until: Day | null | undefined, today: Day): until is Day => until != null && today <= until

/**
 * The reminders of a day. An invoice whose reminders were all sent and named no day, by hand or before holding was
 * switched on, gets its last one once more where only that keeps the customer from being paused: it names the day.
 */
export function remindersOf(customer: HoldCustomer, overdue: readonly HoldInvoice[], judging: HoldJudging): ChasePlan {
  const { hold, today, settings } = judging
  const told = { namedFrom: today, noticeOn: addDays(today, -hold.noticeDays) }
  const isTellable = overdue.map((invoice) => isUntold(invoice, judging))
  const asTold = overdue.map((invoice, at) => (isTellable[at] ? { ...invoice, ...told } : invoice))
  if (!isTellable.includes(true) || !beginsHold(customer, asTold, judging)) return chasePlan(customer, overdue, judging)
  const last = settings.final ? { final: null } : { second: null, final: null }
  const asUnsent = overdue.map((invoice, at) =>
    isTellable[at] ? { ...invoice, remindedOn: { ...invoice.remindedOn, ...last } } : invoice,
  )
  return chasePlan(customer, asUnsent, judging)
}

function isUntold(invoice: HoldInvoice, judging: HoldJudging): boolean {
  if (invoice.namedFrom !== null || nextChase(invoice, judging.settings) !== null) return false
  const since = CHASE_STEPS.flatMap((step) => invoice.remindedOn[step] ?? []).at(-1)
  const isApart = since === undefined || addDays(since, DAYS_BETWEEN_REMINDERS) <= judging.today
  return isApart && isLate(invoice, judging)
}

/** What a reminder says of the day that it names. */
export const pauseSentence = (from: Day): string =>
  `If this isn’t paid, we pause your collections from ${formatDay(from)}.`

/** The day that a reminder sent today names as the first on which collections may be paused. */
export function holdDayOf(
  invoices: readonly Pick<ChasedInvoice, 'dueDate' | 'failedOn' | 'collectAgainOn'>[],
  today: Day,
  { afterDays, noticeDays }: Pick<HoldSettings, 'afterDays' | 'noticeDays'>,
): Day {
  const late = invoices.map((invoice) => addDays(chasedFrom(invoice), afterDays + 1))
  return latestDay(addDays(today, noticeDays), ...late)
}
