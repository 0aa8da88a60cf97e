import type { MethodKind } from './autopay-words.ts'
import { byKey } from './by-key.ts'
import { isWorkingDay, workingDayFrom } from './chasing.ts'
import { addDays, type Day, daysBetween, latestDay } from './dates.ts'
import { LEAST_BY_CARD } from './checkout.ts'
import type { InvoiceKind } from './ledger.ts'
import type { Cents } from './money.ts'

/** The rules of automatic payments: what is charged, on which day, and what follows a decline (domain.md 20). */

/** What binds a method: what its customer accepted. */
export interface MethodTerms {
  readonly kind: MethodKind
  readonly noticeDays: number
  readonly tries: number
  readonly retryDays: number
  /** The last month of a card, YYYY-MM. */
  readonly expiresIn: string | null
}

/** The mail that told of a charge of an invoice and was not followed by a charge yet. */
export interface ChargeNotice {
  /** Null: it waits to be sent, failed or was kept. */
  readonly sentOn: Day | null
  /** Whether it may still be sent. */
  readonly waits: boolean
  readonly amount: Cents
  /** The day of the decline that it tells of; null: it announces the first charge. */
  readonly failedOn: Day | null
}

export interface ChargeableInvoice {
  readonly invoiceID: string
  readonly kind: InvoiceKind
  readonly dueDate: Day
  readonly owing: Cents
  readonly isReopened: boolean
  /** The customer’s bank has not decided a dispute of a payment of it. */
  readonly isDisputed: boolean
  readonly promisedUntil: Day | null
  readonly dontCharge: boolean
  /** A page or debit for it is not decided, or it is in a charge that is under way. */
  readonly isPending: boolean
  /** Its own mail went out, it was printed, or none is wanted. */
  readonly isGivenOut: boolean
  /** Charges of it by this method that failed, since the method was set up or taken up again. */
  readonly failures: number
  /** The day on which its last charge, by this method, failed, of which its next mail tells; null: none did. */
  readonly failedOn: Day | null
  /** The newest notice by this method; null: none, or it was followed by a charge. */
  readonly notice: ChargeNotice | null
  /** The day on which a charge of it is planned already; null: none is. */
  readonly plannedOn: Day | null
}

/** Why an invoice is not charged by itself. */
export type LeftUncharged =
  | 'nothing_owing'
  | 'debit_note'
  | 'reopened'
  | 'disputed'
  | 'promise'
  | 'left_out'
  | 'pending'
  | 'tries_used'
  | 'not_given_out'

export function whyNotCharged(invoice: ChargeableInvoice, method: MethodTerms, today: Day): LeftUncharged | null {
  if (invoice.owing <= 0) return 'nothing_owing'
  if (invoice.kind === 'debit') return 'debit_note'
  if (invoice.isReopened) return 'reopened'
  if (invoice.isDisputed) return 'disputed'
  if (invoice.promisedUntil !== null && today <= invoice.promisedUntil) return 'promise'
  if (invoice.dontCharge) return 'left_out'
  if (invoice.isPending) return 'pending'
  if (invoice.failures >= triesOf(method)) return 'tries_used'
  return invoice.notice === null && !invoice.isGivenOut ? 'not_given_out' : null
}

/** A bank account is tried at most twice, which is what banks accept. */
const MOST_DEBITS = 2
export const triesOf = ({ kind, tries }: Pick<MethodTerms, 'kind' | 'tries'>): number =>
  kind === 'debit' ? Math.min(tries, MOST_DEBITS) : tries

/** The day on which an invoice that was announced on `sentOn` may be charged (domain.md 20, Charge day). */
export function chargeDayOf(
  { dueDate }: Pick<ChargeableInvoice, 'dueDate'>,
  { sentOn, failedOn }: { readonly sentOn: Day; readonly failedOn: Day | null },
  { noticeDays, retryDays }: Pick<MethodTerms, 'noticeDays' | 'retryDays'>,
  holidays: ReadonlySet<Day>,
): Day {
  const day =
    failedOn === null
      ? latestDay(dueDate, addDays(sentOn, noticeDays))
      : latestDay(addDays(failedOn, retryDays), addDays(sentOn, Math.min(retryDays, noticeDays)))
  return workingDayFrom(day, holidays)
}

/** What was not charged within these days after the day that its mail named is announced again, before it is charged. */
const NAMED_DAYS = 7

/** The day that the notice stands for; null: none, so that the customer has to be told, or is about to be. */
function announcedDay(
  invoice: ChargeableInvoice,
  method: MethodTerms,
  { today, holidays }: Pick<ChargeCalendar, 'today' | 'holidays'>,
): Day | null {
  const { notice } = invoice
  if (notice === null || notice.sentOn === null) return null
  const day = chargeDayOf(invoice, { ...notice, sentOn: notice.sentOn }, method, holidays)
  return daysBetween(day, today) > NAMED_DAYS ? null : day
}

/** The charge that a mail of today announces; null: none, because the card ends before, or takes no sum so small. */
export function chargeToName(
  {
    invoiceID,
    owing: amount,
    dueDate,
    failedOn,
  }: Pick<ChargeableInvoice, 'invoiceID' | 'owing' | 'dueDate' | 'failedOn'>,
  method: MethodTerms,
  { today, holidays }: Pick<ChargeCalendar, 'today' | 'holidays'>,
): NamedCharge | null {
  const day = chargeDayOf({ dueDate }, { sentOn: today, failedOn }, method, holidays)
  return amount < LEAST_BY_CARD || cardEndsBefore(method.expiresIn, day) ? null : { invoiceID, amount, day }
}

export interface NamedCharge {
  readonly invoiceID: string
  readonly amount: Cents
  readonly day: Day
}

export interface PlannedCharge {
  readonly day: Day
  readonly parts: readonly { readonly invoiceID: string; readonly amount: Cents }[]
}

export interface ChargePlan {
  /** There is at most one charge a day; the earliest comes first. */
  readonly charges: readonly PlannedCharge[]
  /** Of these the customer has to be told by a mail of its own. */
  readonly toAnnounce: readonly NamedCharge[]
}

export interface ChargeCalendar {
  readonly today: Day
  /** The first day for which a charge can be planned: today, until its time has come. */
  readonly from: Day
  /** The first day on which a charge that is planned already can be made: today, until the evening. */
  readonly fromPlanned: Day
  readonly holidays: ReadonlySet<Day>
  /** Days on which the customer was charged already; there is one charge a customer and day. */
  readonly used: ReadonlySet<Day>
}

/** What a customer with an active method is charged, and when, by what is known now. */
export function chargePlan(
  method: MethodTerms,
  invoices: readonly ChargeableInvoice[],
  calendar: ChargeCalendar,
): ChargePlan {
  const { today } = calendar
  const open = invoices.filter((invoice) => whyNotCharged(invoice, method, today) === null)
  const announced = open.flatMap((invoice) => {
    const { invoiceID, owing, notice, plannedOn } = invoice
    const due = announcedDay(invoice, method, calendar)
    if (notice === null || due === null) return []
    // What was planned for today stays today, although no more is planned for it.
    const day = firstFree(due, plannedOn === today ? { ...calendar, from: calendar.fromPlanned } : calendar)
    if (cardEndsBefore(method.expiresIn, day)) return []
    return [{ invoiceID, day, amount: Math.min(owing, notice.amount) }]
  })
  const charges = [...byKey(announced, ({ day }) => day)]
    .map(([day, parts]) => ({ day, parts: parts.map(({ invoiceID, amount }) => ({ invoiceID, amount })) }))
    .filter(({ parts }) => sumOf(parts) >= LEAST_BY_CARD)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const untold = open.filter(
    (invoice) =>
      announcedDay(invoice, method, calendar) === null &&
      (invoice.notice === null || invoice.notice.sentOn !== null || !invoice.notice.waits),
  )
  return { charges, toAnnounce: untold.flatMap((invoice) => chargeToName(invoice, method, calendar) ?? []) }
}

const sumOf = (parts: readonly { readonly amount: Cents }[]): Cents =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

function firstFree(day: Day, { from, holidays, used }: ChargeCalendar): Day {
  let at = latestDay(day, from)
  while (!isWorkingDay(at, holidays) || used.has(at)) at = addDays(at, 1)
  return at
}

/** A card pays up to the last day of its last month. */
export const cardEndsBefore = (expiresIn: string | null, day: Day): boolean =>
  expiresIn !== null && day.slice(0, 7) > expiresIn

/** Days before the end of a card on which its customer is told. */
const CARD_WARNING_DAYS = 30

export function cardEndsSoon(expiresIn: string | null, today: Day): boolean {
  if (expiresIn === null || cardEndsBefore(expiresIn, today)) return false
  const [year, month] = expiresIn.split('-').map(Number) as [number, number]
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
  return daysBetween(today, next) <= CARD_WARNING_DAYS
}

/** The last months of the cards of which that is so. */
export const monthsEndingSoon = (today: Day): string[] =>
  [today, addDays(`${today.slice(0, 7)}-01`, 31)]
    .map((day) => day.slice(0, 7))
    .filter((month) => cardEndsSoon(month, today))

/** The provider's codes after which the same card or account is not asked again (domain.md 20, Decline). */
const HARD = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'stop_payment_order',
  'expired_card',
  'invalid_account',
  'invalid_number',
  'incorrect_number',
  'account_closed',
  'bank_account_restricted',
  'no_account',
  'debit_not_authorized',
  'payment_method_unactivated',
  'authentication_required',
  'payment_intent_authentication_failure',
])

export const isHardDecline = (code: string | null): boolean => code !== null && HARD.has(code)

/** Why a method is paused after a decline; null: it is tried again. @param failures of the invoice with the most, this one with it */
export function pausedBy(
  { code, failures }: { readonly code: string | null; readonly failures: number },
  method: Pick<MethodTerms, 'kind' | 'tries'>,
): 'authentication' | 'expired' | 'declined' | null {
  if (code === 'authentication_required' || code === 'payment_intent_authentication_failure') return 'authentication'
  if (code === 'expired_card') return 'expired'
  return isHardDecline(code) || failures >= triesOf(method) ? 'declined' : null
}

/** A decline as a sentence for the office and the customer, who may do something about it. */
export function declineWords(code: string | null, kind: MethodKind): string {
  const what = kind === 'card' ? 'card' : 'account'
  switch (code) {
    case 'insufficient_funds':
      return `There wasn’t enough money on the ${what}.`
    case 'expired_card':
      return 'The card has expired.'
    case 'lost_card':
    case 'stolen_card':
    case 'pickup_card':
    case 'restricted_card':
      return 'The bank has blocked the card.'
    case 'account_closed':
    case 'no_account':
    case 'invalid_account':
      return 'The bank doesn’t know the account any more.'
    case 'debit_not_authorized':
      return 'The bank didn’t allow the debit.'
    case 'authentication_required':
    case 'payment_intent_authentication_failure':
      return 'The bank wants each payment to be approved.'
    default:
      return `The bank declined the ${what}.`
  }
}

/** Days after which the office is told that a bank has not answered about a debit. */
export const SILENT_DEBIT_DAYS = 10
/** Hours after which the office is told that the provider has not answered about a charge. */
export const UNANSWERED_HOURS = 1

/** The key of a charge, which is the same wherever and however often it is asked for (domain.md 20, Once). */
export const chargeKey = (installation: string, customerID: string, day: Day, n: number): string =>
  `autopay ${installation} ${customerID} ${day} ${n}`

/** The parts of a key that this installation made; null: another's. */
export function chargeOfKey(
  key: string,
  installation: string,
): { readonly customerID: string; readonly day: Day; readonly n: number } | null {
  const [word, from, customerID, day, n, rest] = key.split(' ')
  if (word !== 'autopay' || from !== installation || rest !== undefined) return null
  if (!customerID || !day || !/^\d{4}-\d\d-\d\d$/.test(day) || !n || !/^[1-9]\d{0,3}$/.test(n)) return null
  return { customerID, day, n: Number(n) }
}
