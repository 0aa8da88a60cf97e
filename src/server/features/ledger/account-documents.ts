import { and, eq, sql } from 'drizzle-orm'
import type { AccountStatement, Ageing, Receipt } from '#domain/documents/documents.ts'
import { isRead, statementDays } from '#domain/statement.ts'
import { SANDBOX_NOTE } from '#domain/checkout.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import { type Age, ageOf, invoiceNumber, transactionRefId } from '#domain/invoicing.ts'
import type { Queryable } from '../../db/database.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { allocations, transactions } from '../../db/tables/ledger.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { bankOf, firmOf, settingsInForce } from '../settings/public.ts'
import { balancesOf } from './accounts-reads.ts'
import { buyerOf, buyersOf } from './buyers-reads.ts'
import { ledgerLines } from './statement-reads.ts'
import { PAYMENT_WORDS } from './transaction-words.ts'
import type { TransactionShown } from './transactions-reads.ts'

/** Documents about a customer's account. They are not stored, because they can be made again from the ledger's rows. */

/** Refuses what is not a received payment, and one that was reversed. */
export async function receiptOf(db: Queryable, row: TransactionShown, now: Date): Promise<Receipt> {
  const { transactionID, customerID, paymentType } = row
  // A driver's pay is not a customer's payment.
  if (customerID === null) throw new Refused('not_found')
  if (row.type !== 'CUSTOMER_INBOUND' || paymentType === null || row.amount < 0 || row.reversedBy)
    throw new Refused('no_receipt')
  const buyer = (await buyersOf(db, [customerID])).get(customerID)
  if (!buyer) throw new Refused('not_found')
  const paid = await db
    .select({
      kind: invoices.kind,
      number: invoices.number,
      amount: sql<string>`sum(${allocations.amount})`,
    })
    .from(allocations)
    .innerJoin(invoices, eq(invoices.invoiceID, allocations.invoiceID))
    .where(eq(allocations.transactionID, transactionID))
    .groupBy(invoices.kind, invoices.number)
    .having(sql`sum(${allocations.amount}) <> 0`)
    .orderBy(invoices.kind, invoices.number)
  const [credit] = await db
    .select({ cents: sql<string>`coalesce(sum(${transactions.amount}), 0)` })
    .from(transactions)
    .where(and(eq(transactions.linkedTo, transactionID), eq(transactions.type, 'CUSTOMER_CREDIT_DEPOSIT')))
  const settings = await settingsInForce(db)
  return {
    kind: 'receipt',
    number: transactionRefId(row.refNumber),
    issueDate: row.datePaid,
    firm: firmOf(settings),
    buyer: buyerOf(buyer),
    method: PAYMENT_WORDS[paymentType],
    reference: row.notes?.endsWith(SANDBOX_NOTE) ? SANDBOX_NOTE : '',
    amount: row.amount,
    rounding: row.rounding,
    paid: paid.map(({ kind, number, amount }) => ({ number: invoiceNumber(kind, number), amount: Number(amount) })),
    toCredit: Number(credit?.cents ?? 0),
    balance: (await balancesOf(db, [customerID])).get(customerID)?.balance ?? 0,
    balanceOn: dayOf(now, settings['business.timeZone']),
  }
}

/** @param days by default from the first line to today */
export async function statementOfAccount(
  db: Queryable,
  customerID: string,
  days: { from?: Day | undefined; to?: Day | undefined },
  now: Date,
): Promise<AccountStatement> {
  const buyer = (await buyersOf(db, [customerID])).get(customerID)
  if (!buyer) throw new Refused('not_found')
  const settings = await settingsInForce(db)
  const today = dayOf(now, settings['business.timeZone'])
  const all = await ledgerLines(db, customerID)
  if (days.from !== undefined && days.from > today) refuseField('from', 'This date is in the future')
  const { from, to } = statementDays({ from: days.from ?? null, to: days.to ?? null }, all[0]?.day ?? null, today)
  if (from > to) refuseField('to', 'This must not be before the first day')
  const upTo = all.filter(({ day }) => day <= to)
  const before = upTo.filter(({ day }) => day < from)
  return {
    kind: 'statement',
    issueDate: today,
    from,
    to,
    firm: firmOf(settings),
    bank: bankOf(settings),
    payUrl: null,
    buyer: buyerOf(buyer),
    opening: before.at(-1)?.balance ?? 0,
    lines: upTo
      .slice(before.length)
      .filter(isRead)
      .map(({ day, description, number, effect, balance }) => ({
        day,
        what: description,
        reference: number,
        effect,
        balance,
      })),
    closing: upTo.at(-1)?.balance ?? 0,
    ageing: await ageingOf(db, customerID, today),
  }
}

const AGEING: Record<Age, keyof Ageing> = {
  current: 'current',
  '1-30': 'days1to30',
  '31-60': 'days31to60',
  '61-90': 'days61to90',
  'over-90': 'over90',
}

async function ageingOf(db: Queryable, customerID: string, today: Day): Promise<Ageing> {
  const open = await db
    .select({ dueDate: invoices.dueDate, owing: sql<string>`${invoices.amount} - ${invoices.allocated}` })
    .from(invoices)
    .where(and(eq(invoices.customerID, customerID), sql`${invoices.amount} > ${invoices.allocated}`))
  const ageing: Ageing = { current: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0 }
  for (const { dueDate, owing } of open) ageing[AGEING[ageOf(dueDate, today)]] += Number(owing)
  return ageing
}
