import { and, eq, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { payRange } from '#contract/v1/pays.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import type { RecipientTaxInvoice } from '#domain/documents/documents.ts'
import { newID } from '#domain/identifiers.ts'
import { transactionRefId } from '#domain/invoicing.ts'
import { rctiAdjustment } from '#domain/pay-documents.ts'
import { among } from '../../db/among.ts'
import { nextNumber } from '../../db/counters.ts'
import type { Queryable } from '../../db/database.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { incomes } from '../../db/tables/events.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { driverPayments, rctiAdjustments } from '../../db/tables/pay.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import { driverByID } from '../drivers/public.ts'
import { firstDayOf, requireOpenBooks } from '../ledger/public.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { documentOf, type PaymentRequest, planPayment, problemOf } from './payment-plan.ts'

/**
 * Pays everything payable in a range by one DRIVER_OUTBOUND transaction (domain.md 8). The driver's row is locked, and
 * what is paid is not payable any more, so two admins at once pay a range once.
 * @returns the transaction's ID
 */
export async function pay(tx: Queryable, author: Author, input: InputOf<typeof payRange>): Promise<string> {
  await lockDriver(tx, input.driverID)
  const settings = await settingsInForce(tx)
  const request = await paymentRequest(tx, settings, author.now, input)
  requireOpenBooks(settings, request.datePaid)
  const plan = await planPayment(tx, settings, request)
  if (plan.refusal !== null) throw new Refused(plan.refusal)
  const problem = problemOf(settings, request, plan)
  if (problem !== null) throw new Refused('wrong_state', { message: problem })
  const total = plan.amount + plan.gst
  if (input.expected !== undefined && input.expected !== total)
    throw new Refused('version_conflict', { message: 'The amount has changed. Please check it again.' })
  const transactionID = newID()
  const paymentType = input.paymentType ?? 'EFT'
  const refNumber = await nextNumber(tx, 'transaction', 1)
  const rctiNumber = plan.rcti && (await nextNumber(tx, 'rcti', 1))
  const { driverID, from, to } = input
  await tx.insert(transactions).values({
    transactionID,
    refNumber,
    driverID,
    type: 'DRIVER_OUTBOUND',
    purpose: 'pay',
    amount: total,
    paymentType,
    datePaid: request.datePaid,
    notes: input.notes || null,
    sequence: 0,
    createdAt: author.now,
    createdBy: author.actor.userID,
  })
  await tx.insert(driverPayments).values({
    transactionID,
    driverID,
    from,
    to,
    subtotal: plan.amount,
    gst: plan.gst,
    rctiNumber,
    document: documentOf(settings, request, plan, {
      reference: transactionRefId(refNumber),
      method: paymentType,
      rctiNumber,
    }),
  })
  await tx
    .update(incomes)
    .set({ status: 'paid', transactionID, version: sql`${incomes.version} + 1` })
    .where(
      among(
        incomes.incomeID,
        plan.lines.map(({ income }) => income.incomeID),
      ),
    )
  await recordChange(tx, author, {
    action: 'pay.create',
    subjectKind: 'driver',
    subjectID: driverID,
    after: { transactionID, from, to, amount: total, incomes: plan.lines.length },
  })
  return transactionID
}

/**
 * Adds a counter-row dated today and makes its incomes payable again (M21). A recipient-created tax invoice keeps its
 * number, and an adjustment note cancels it (M22).
 * @returns the ID of the counter-row
 */
export async function reversePay(
  tx: Queryable,
  author: Author,
  { transactionID, reason }: { transactionID: string; reason: string },
): Promise<string> {
  const [paid] = await tx
    .select({ row: transactions, payment: driverPayments })
    .from(driverPayments)
    .innerJoin(transactions, eq(transactions.transactionID, driverPayments.transactionID))
    .where(eq(driverPayments.transactionID, transactionID))
  if (!paid || paid.row.driverID === null) throw new Refused('not_found')
  const { driverID, amount, paymentType } = paid.row
  await lockDriver(tx, driverID)
  const settings = await settingsInForce(tx)
  const today = dayOf(author.now, settings['business.timeZone'])
  requireOpenBooks(settings, today)
  const counterID = newID()
  const counter = {
    transactionID: counterID,
    refNumber: await nextNumber(tx, 'transaction', 1),
    driverID,
    type: 'DRIVER_OUTBOUND',
    purpose: 'pay',
    amount: -amount,
    paymentType,
    datePaid: today,
    notes: reason,
    reverses: transactionID,
    sequence: 0,
    createdAt: author.now,
    createdBy: author.actor.userID,
  } as const
  await refusing(() => tx.insert(transactions).values(counter), {
    unique: { transactions_reversed_once: 'reversed_already' },
  })
  if (paid.payment.rctiNumber !== null) {
    const number = await nextNumber(tx, 'rcti.adjustment', 1)
    const invoice = paid.payment.document as RecipientTaxInvoice
    const document = rctiAdjustment(invoice, { number, day: today, reason })
    await tx.insert(rctiAdjustments).values({ transactionID: counterID, adjusts: transactionID, number, document })
  }
  await tx
    .update(incomes)
    .set({ status: 'payable', transactionID: null, version: sql`${incomes.version} + 1` })
    .where(and(eq(incomes.transactionID, transactionID), eq(incomes.status, 'paid')))
  await recordChange(tx, author, {
    action: 'pay.reverse',
    subjectKind: 'driver',
    subjectID: driverID,
    after: { transactionID, amount, texts: ['reason'] },
  })
  return counterID
}

/**
 * The range to be paid, with its driver. Refuses an unknown driver, a range that ends before it begins, and a payment
 * date in the future, before the range or long before the driver.
 */
export async function paymentRequest(
  db: Queryable,
  settings: SettingsInForce,
  now: Date,
  { driverID, from, to, datePaid }: { driverID: string; from: Day; to: Day; datePaid?: Day | undefined },
): Promise<PaymentRequest> {
  if (to < from) refuseField('to', 'The end is before the start')
  const timeZone = settings['business.timeZone']
  const today = dayOf(now, timeZone)
  if (datePaid !== undefined && datePaid > today) refuseField('datePaid', 'This date is in the future')
  if (datePaid !== undefined && datePaid < from) refuseField('datePaid', 'This is before the work')
  const driver = await driverByID(db, driverID)
  if (!driver) refuseField('driverID', 'This driver doesn’t exist')
  const { createdAt, employmentStartDate: startDate } = driver
  if (datePaid !== undefined && datePaid < firstDayOf({ createdAt, startDate }, timeZone))
    refuseField('datePaid', 'This is long before the driver’s start')
  return { driver, from, to, datePaid: datePaid ?? today }
}

/** Every payment of a driver starts here, so two run one after the other. */
async function lockDriver(tx: Queryable, driverID: string): Promise<void> {
  await tx.select({ driverID: drivers.driverID }).from(drivers).where(eq(drivers.driverID, driverID)).for('update')
}
