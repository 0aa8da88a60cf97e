import { commBankFile, type SampleLine } from '#domain/bank-sample.ts'
import { byKey } from '#domain/by-key.ts'
import { addDays, daysBetween, type Day } from '#domain/dates.ts'
import { paymentReference } from '#domain/identifiers.ts'
import { type Cents, fromDollars, percentOf, toDollars } from '#domain/money.ts'
import type { TypedPaymentType } from '#domain/money-words.ts'
import {
  changeInvoiceAmount,
  type ListedInvoice,
  listInvoices,
  payInvoice,
  remindOfInvoice,
  sendInvoice,
  writeOffInvoice,
} from '#contract/v1/invoices.ts'
import { openCheckout } from '#contract/v1/payments.ts'
import { addPayLine, payRange } from '#contract/v1/pays.ts'
import { createTransaction } from '#contract/v1/transactions.ts'
import type { Demo } from './rounds.ts'

/** The firm's money: what customers pay and when, what the office corrects, and what drivers are paid. */

/** How a customer pays all their invoices. */
interface Habit {
  /** Days after issue. */
  readonly days: number
  readonly paymentType: TypedPaymentType
  /** Basis points of the amount; above 10,000 the rest is credit. */
  readonly share: number
}

const NEVER = 1_000

/** One of twenty pays a part, one rounds up, one never pays; the others pay in full, most within two weeks. */
export function habitOf({ chance }: Demo): Habit {
  const paymentType = chance.pick(['EFT', 'EFT', 'EFT', 'EFT', 'EFT', 'CASH', 'CHEQUE', 'DUMP_VOUCHER'] as const)
  const roll = chance.next()
  if (roll < 0.05) return { days: 10, paymentType, share: 4_000 }
  if (roll < 0.1) return { days: 4, paymentType, share: 12_000 }
  if (roll < 0.15) return { days: NEVER, paymentType, share: 0 }
  return { days: chance.pick([4, 4, 5, 6, 11, 12, 13, 25, 40]), paymentType, share: 10_000 }
}

export type Habits = Map<string, Habit>

async function openInvoices(demo: Demo): Promise<ListedInvoice[]> {
  const token = await demo.admin()
  const found: ListedInvoice[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await demo.ask(
      listInvoices,
      { status: 'waiting_payment', sort: 'dueDate', perPage: 100, page },
      token,
    )
    found.push(...items)
    if (found.length >= total || items.length === 0) return found
  }
}

/** The office enters what has come in since its last day, each invoice once. */
export async function enterPayments(demo: Demo, habits: Habits, today: Day): Promise<void> {
  const token = await demo.admin()
  for (const invoice of await openInvoices(demo)) {
    const habit = habits.get(invoice.customerID) ?? habitOf(demo)
    habits.set(invoice.customerID, habit)
    const since = daysBetween(invoice.issueDate, today)
    // A part was paid already.
    if (since < habit.days || invoice.owing !== invoice.amount) continue
    const amount = percentOf(fromDollars(invoice.amount), habit.share)
    await demo.ask(
      payInvoice,
      {
        invoiceID: invoice.invoiceID,
        type: 'CUSTOMER_INBOUND',
        amount: toDollars(amount),
        paymentType: habit.paymentType,
        datePaid: addDays(today, -Math.min(since, demo.chance.between(0, 3))),
      },
      token,
    )
  }
}

/**
 * Some customers pay their newest invoices on the sandbox's card page.
 * @param notOf pay in another way
 */
export async function payByCard(demo: Demo, notOf: readonly string[], count: number): Promise<void> {
  const token = await demo.admin()
  const unpaid = (await openInvoices(demo)).filter(
    ({ customerID, owing, amount, email }) => !notOf.includes(customerID) && owing === amount && email !== null,
  )
  for (const { invoiceID } of unpaid.slice(-count)) {
    const { url } = await demo.ask(openCheckout, { invoiceIDs: [invoiceID] }, token)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const pressed = await demo.inject({ method: 'POST', url: new URL(url).pathname, headers, body: 'act=card' })
    if (pressed.status !== 303) throw new Error(`The card page answered ${pressed.status}`)
  }
}

/** Each once: a lowered invoice, a returned cheque, goodwill, a refund. */
export async function correctSome(demo: Demo): Promise<void> {
  const token = await demo.admin()
  const [first, second, third] = await openInvoices(demo)
  if (!first || !second || !third) return
  await demo.ask(
    changeInvoiceAmount,
    { invoiceID: first.invoiceID, amount: toDollars(percentOf(fromDollars(first.amount), 5_000)), reason: REASON },
    token,
  )
  const { transactions } = await demo.ask(
    createTransaction,
    { type: 'CUSTOMER_INBOUND', customerID: second.customerID, amount: second.owing, paymentType: 'CHEQUE' },
    token,
  )
  const cheque = transactions.find(({ type }) => type === 'CUSTOMER_INBOUND')!
  const reversal = { reverses: cheque.transactionID, notes: 'The bank returned the cheque' }
  await demo.ask(createTransaction, reversal, token)
  const goodwill = { customerID: third.customerID, amount: 10, notes: 'Sorry for the muddy driveway' }
  await demo.ask(createTransaction, { type: 'CUSTOMER_CREDIT_DEPOSIT', ...goodwill }, token)
}

const REASON = 'One bag was the neighbour’s'

/** The oldest debt is written off; another customer pays ahead and gets a part back. */
export async function closeSome(demo: Demo, customerID: string): Promise<void> {
  const token = await demo.admin()
  const oldest = (await openInvoices(demo)).find(({ owing, amount }) => owing === amount)
  if (oldest) await demo.ask(writeOffInvoice, { invoiceID: oldest.invoiceID, reason: 'Moved away' }, token)
  const paid = { customerID, paymentType: 'EFT' } as const
  await demo.ask(createTransaction, { ...paid, type: 'CUSTOMER_INBOUND', amount: 150, notes: 'Pays ahead' }, token)
  const back = { ...paid, type: 'CUSTOMER_CREDIT_DEDUCT', amount: 20, notes: 'Asked for a part back' } as const
  await demo.ask(createTransaction, back, token)
}

/** Reminds by email of some of the invoices that are due for it, of those due for a second one first. */
export async function remindSome(demo: Demo): Promise<void> {
  const token = await demo.admin()
  const due = (await openInvoices(demo)).filter(({ email, reminderDue }) => email !== null && reminderDue !== null)
  const secondFirst = due.toSorted((a, b) => Number(a.reminderDue === 'first') - Number(b.reminderDue === 'first'))
  for (const { invoiceID } of secondFirst.slice(0, 4)) await demo.ask(remindOfInvoice, { invoiceID }, token)
}

export async function sendSome(demo: Demo): Promise<void> {
  const token = await demo.admin()
  const unsent = (await openInvoices(demo)).filter(({ email, sentAt }) => email !== null && sentAt === null)
  for (const { invoiceID } of unsent.slice(-12)) await demo.ask(sendInvoice, { invoiceID }, token)
}

/** Pays the drivers what they earned in these days, the first one with a tip. */
export async function payDrivers(demo: Demo, driverIDs: readonly string[], from: Day, to: Day): Promise<void> {
  const token = await demo.admin()
  const [first] = driverIDs
  const tip = { kind: 'tip', amount: 20, reason: 'From 14 Old Castle Rd', day: to } as const
  if (first !== undefined) await demo.ask(addPayLine, { driverID: first, ...tip }, token)
  for (const driverID of driverIDs) await demo.ask(payRange, { driverID, from, to }, token)
}

/**
 * The firm's bank file of the last days: payments with reference or invoice number, one too small, one with a mistyped
 * reference, one for two customers, and lines that are no payments.
 */
export async function bankFile(demo: Demo, notOf: readonly string[], today: Day): Promise<string> {
  const open = (await openInvoices(demo)).filter(({ customerID }) => !notOf.includes(customerID))
  const one = [...byKey(open, ({ customerID }) => customerID).values()].filter((own) => own.length === 1)
  const lines: SampleLine[] = [
    { day: addDays(today, -3), amount: -8_240, text: 'BP PENNANT HILLS NS AUS Card xx1234' },
    { day: addDays(today, -1), amount: 4_310, text: 'Credit Interest' },
  ]
  const named = (daysAgo: number, amount: Cents, text: string) =>
    lines.push({ day: addDays(today, -daysAgo), amount, text: text.toUpperCase() })
  for (const [at, [invoice]] of one.entries()) {
    const { customer, refId, number, owing } = invoice!
    const reference = paymentReference(refId)
    const cents = fromDollars(owing)
    const other = one[at + 1]?.[0]
    if (at < 6) named(4, cents, `Fast Transfer From ${customer} ${reference}`)
    else if (at < 8) named(3, cents, `Direct Credit ${customer} ${number}`)
    else if (at === 8) named(2, cents - 500, `Fast Transfer From ${customer} ${reference}`)
    else if (at === 9) named(2, cents, `Fast Transfer From ${customer} ${mistyped(reference)}`)
    else if (at === 10) named(2, cents, `Transfer From ${customer} garden bag`)
    else if (at === 11 && other)
      named(
        1,
        cents + fromDollars(other.owing),
        `Direct Credit HILLS STRATA ${reference} ${paymentReference(other.refId)}`,
      )
  }
  return commBankFile(lines, 1_284_350)
}

/** Swaps two digits, or changes the last one where they are equal, so that the check digit is wrong. */
function mistyped(reference: string): string {
  const [last, before] = [reference.at(-1)!, reference.at(-2)!]
  const end = last === before ? `${before}${(Number(last) + 1) % 10}` : `${last}${before}`
  return `${reference.slice(0, -2)}${end}`
}
