import { and, eq, sql } from 'drizzle-orm'
import { type Day, dayOf } from '#domain/dates.ts'
import { documentProblem } from '#domain/documents/document-problem.ts'
import { type PayPlan, payPlan, type PayWeek, payWeeks, wholeRange } from '#domain/pay.ts'
import { type Paid, PAY_LINE_WORDS, payDocument } from '#domain/pay-documents.ts'
import type { Cents } from '#domain/money.ts'
import { gstOnTop, isLate, type Supplier, writesTaxInvoice } from '#domain/rcti.ts'
import { runInFile } from '#domain/run-name.ts'
import type { PaymentType } from '#domain/money-words.ts'
import type { Queryable } from '../../db/database.ts'
import { incomes } from '../../db/tables/events.ts'
import type { DriverRow } from '../drivers/public.ts'
import { businessNameOf, type SettingsInForce } from '../settings/public.ts'
import { presentIncome } from './incomes-present.ts'
import { type IncomeShown, incomesWhere } from './incomes-reads.ts'

/** What paying a range does. Preview and command use the same plan. */

interface EarnedRow extends IncomeShown {
  readonly amount: number
  readonly earnedOn: Day
}

export interface PaymentPlan extends PayPlan<EarnedRow> {
  /** Null: a pay statement without GST. */
  readonly rcti: { readonly agreed: Day; readonly late: boolean } | null
  readonly gst: number
  /** Everything payable, by week. */
  readonly weeks: readonly PayWeek[]
}

export interface PaymentRequest {
  readonly driver: DriverRow
  readonly from: Day
  readonly to: Day
  readonly datePaid: Day
}

/** Everything payable to a driver, with the business day on which it was earned. */
async function payableTo(db: Queryable, timeZone: string, driverID: string): Promise<EarnedRow[]> {
  const rows = await incomesWhere(
    db,
    // A literal, so that the index of payable incomes is used.
    and(eq(incomes.driverID, driverID), eq(incomes.status, sql`'payable'`)),
  )
  return rows.map((row) => ({ ...row, amount: row.income.amount, earnedOn: dayOf(row.income.earnedAt, timeZone) }))
}

/** The range of everything payable to a driver; today's where nothing is. */
export async function everythingPayable(db: Queryable, timeZone: string, driverID: string, today: Day) {
  return wholeRange(await payableTo(db, timeZone, driverID)) ?? { from: today, to: today }
}

export async function planPayment(
  db: Queryable,
  settings: SettingsInForce,
  { driver, from, to, datePaid }: PaymentRequest,
): Promise<PaymentPlan> {
  const payable = await payableTo(db, settings['business.timeZone'], driver.driverID)
  const plan = payPlan(payable, { from, to })
  const weeks = payWeeks(payable, plan)
  const firm = recipientIn(settings)
  const agreed = driver.rctiAgreedOn
  if (plan.refusal !== null || agreed === null || !writesTaxInvoice(firm, driver, datePaid))
    return { ...plan, weeks, rcti: null, gst: 0 }
  const first = plan.lines.map(({ earnedOn }) => earnedOn).toSorted()[0]!
  return { ...plan, weeks, rcti: { agreed, late: isLate(first, datePaid) }, gst: gstOnTop(plan.amount) }
}

const recipientIn = (settings: SettingsInForce) => ({
  gstRegistered: settings['business.gstRegistered'],
  abn: settings['business.abn'],
})

/** Cents of GST on top of this unpaid amount, if it were paid today; 0 where the driver writes the tax invoice or there is none. */
export const gstPayable = (settings: SettingsInForce, driver: Supplier, unpaid: Cents, today: Day): Cents =>
  unpaid > 0 && writesTaxInvoice(recipientIn(settings), driver, today) ? gstOnTop(unpaid) : 0

const METHODS: Partial<Record<PaymentType, string>> = { EFT: 'Bank transfer', CASH: 'Cash', CHEQUE: 'Cheque' }

/** The snapshot that the PDF is made from. @param rctiNumber null: a pay statement */
export function documentOf(
  settings: SettingsInForce,
  { driver, from, to, datePaid }: PaymentRequest,
  plan: PaymentPlan,
  { reference, method, rctiNumber }: { reference: string; method: PaymentType; rctiNumber: number | null },
): ReturnType<typeof payDocument> {
  const paid: Paid = {
    firm: {
      name: plan.rcti ? settings['business.name'] : businessNameOf(settings),
      address: settings['business.address'],
      phone: settings['business.phone'],
      email: settings['business.email'],
      abn: settings['business.abn'],
    },
    payee: { name: driver.businessName ?? driver.fullName, address: driver.address ?? '', abn: driver.abn ?? '' },
    from,
    to,
    lines: plan.lines.map(lineOf),
    paid: { day: datePaid, method: METHODS[method] ?? method, reference },
    rcti: plan.rcti && rctiNumber !== null ? { ...plan.rcti, number: rctiNumber, gst: plan.gst } : null,
  }
  return payDocument(paid)
}

function lineOf({ earnedOn, amount, ...row }: EarnedRow) {
  const { kind, customer, formula, ...run } = presentIncome(row)
  if (customer !== null) {
    const stop = [customer, runInFile(run)].filter(Boolean).join(', ')
    return { day: earnedOn, description: kind === 'correction' ? `Correction: ${stop}` : stop, formula, amount }
  }
  const word = kind === 'stop' ? '' : `${PAY_LINE_WORDS[kind]}: `
  return { day: earnedOn, description: `${word}${formula}`, formula: '', amount }
}

/** What tax law requires on the document and the settings lack; null: nothing. */
export const problemOf = (settings: SettingsInForce, request: PaymentRequest, plan: PaymentPlan): string | null =>
  plan.rcti && documentProblem(documentOf(settings, request, plan, { reference: '', method: 'EFT', rctiNumber: 0 }))
