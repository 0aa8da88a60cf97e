import { setImmediate as breathe } from 'node:timers/promises'
import { and, eq, gte, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { bankIndex, type BankIndex, type EarlierPayment, type Payer } from '#domain/bank-index.ts'
import { readReferences } from '#domain/bank-references.ts'
import { byKey } from '#domain/by-key.ts'
import { addDays, type Day } from '#domain/dates.ts'
import { DISHONOUR_DAYS_MAX } from '#domain/bank-dishonours.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import type { InvoiceKind } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { users } from '../../db/tables/users.ts'
import { takeTurns } from '../../files/turns.ts'
import { onItsWayOf, writtenOffDebts } from '../ledger/public.ts'
import { openPayouts } from '../payouts/public.ts'

/**
 * The data that lines are compared with: customers and what they owe, payments that a line may take back, card payouts.
 */

interface IndexQuery {
  readonly day: Day
  readonly amount: Cents
  readonly text: string
}

/** Every customer, for a new file. */
export async function wholeIndex(db: Queryable, lines: readonly IndexQuery[]): Promise<BankIndex> {
  const { invoiceNumbers } = await namedIn(lines)
  const found = await payers(db, undefined, invoiceNumbers)
  const payments = await earlierPayments(db, lines)
  const payouts = await openPayouts(db, lines)
  await breathe()
  return bankIndex(found, payments, payouts)
}

/**
 * The customers whom these lines name by reference or invoice, and those proposed at the import. Enough for one page of
 * lines, and much faster.
 */
export async function indexFor(
  db: Queryable,
  lines: readonly (IndexQuery & { readonly candidates: readonly string[] })[],
): Promise<BankIndex> {
  const { refNumbers, invoiceNumbers } = await namedIn(lines)
  const candidates = [...new Set(lines.flatMap((line) => line.candidates))]
  const payments = await earlierPayments(db, lines, candidates)
  const named = await db
    .selectDistinct({ customerID: invoices.customerID })
    .from(invoices)
    .where(and(eq(invoices.kind, 'invoice'), numberIs(invoices.number, invoiceNumbers)))
  const customerIDs = [...candidates, ...named.map(({ customerID }) => customerID)]
  const where = or(among(customers.customerID, customerIDs), numberIs(customers.refNumber, refNumbers))
  return bankIndex(await payers(db, where, invoiceNumbers), payments, await openPayouts(db, lines))
}

/** Numbers in the texts that may be a customer's or an invoice's. */
async function namedIn(lines: readonly IndexQuery[]): Promise<{ refNumbers: number[]; invoiceNumbers: number[] }> {
  const refNumbers = new Set<number>()
  const invoiceNumbers = new Set<number>()
  const pause = takeTurns()
  for (const { text } of lines) {
    await pause()
    const found = readReferences(text)
    for (const digits of found.invoices) invoiceNumbers.add(Number(digits))
    for (const digits of [...found.whole, ...found.attached, ...found.bank, ...found.joined, ...found.invoices]) {
      if (digits.length > 9) continue
      // A number is looked up with its check digit and without.
      refNumbers.add(Number(digits)).add(Number(digits.slice(0, -1)))
      invoiceNumbers.add(Number(digits))
    }
  }
  return { refNumbers: [...refNumbers], invoiceNumbers: [...invoiceNumbers] }
}

const numberIs = (column: typeof invoices.number | typeof customers.refNumber, numbers: readonly number[]): SQL =>
  sql`${column} = any(${sql.param(numbers.filter((number) => number > 0))}::integer[])`

async function payers(db: Queryable, where: SQL | undefined, named: readonly number[]): Promise<Payer[]> {
  const people = await db
    .select({
      customerID: customers.customerID,
      refNumber: customers.refNumber,
      name: users.fullName,
      company: customers.company,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .where(and(ne(customers.status, 'PENDING'), isNull(customers.hiddenAt), where))
  const ids = where && people.map(({ customerID }) => customerID)
  const those = ids && among(invoices.customerID, ids)
  const open = byKey(await openInvoices(db, those), ({ customer_id }) => customer_id)
  await breathe()
  const paid = byKey(await paidInvoices(db, named), ({ customerID }) => customerID)
  const writtenOff = byKey(await writtenOffDebts(db, those), ({ customerID }) => customerID)
  const onItsWay = await onItsWayOf(db, ids)
  return people.map(({ customerID, refNumber, name, company }) => {
    const owed = open.get(customerID) ?? []
    return {
      customerID,
      refId: String(refNumber),
      name,
      ...(company ? { company } : {}),
      invoices: owed.map(({ invoice_id, kind, number, owing }) => ({
        invoiceID: invoice_id,
        number: invoiceNumber(kind, number),
        owing: Number(owing),
      })),
      owing: owed.reduce((sum, { owing }) => sum + Number(owing), 0),
      paid: (paid.get(customerID) ?? []).map(({ number }) => invoiceNumber('invoice', number)),
      onItsWay: onItsWay.get(customerID) ?? 0,
      writtenOff: writtenOff.get(customerID) ?? [],
    }
  })
}

const isOpen = sql`${invoices.amount} > ${invoices.allocated}`

interface OpenInvoice {
  customer_id: string
  invoice_id: string
  kind: InvoiceKind
  number: number
  /** A 64-bit number arrives as text. */
  owing: string
}

/**
 * The rows are in the order in which payments are applied (domain.md 11, M11). They stay raw, because there may be
 * 100,000.
 */
async function openInvoices(db: Queryable, where: SQL | undefined): Promise<OpenInvoice[]> {
  const { rows } = await db.execute<OpenInvoice & Record<string, unknown>>(sql`
    select customer_id, invoice_id, kind, number, amount_cents - allocated_cents as owing
    from ${invoices} where ${and(isOpen, where)} order by due_day, number`)
  return rows
}

function paidInvoices(db: Queryable, numbers: readonly number[]) {
  return db
    .select({ customerID: invoices.customerID, number: invoices.number })
    .from(invoices)
    .where(and(eq(invoices.kind, 'invoice'), numberIs(invoices.number, numbers), sql`not (${isOpen})`))
}

/**
 * Payments that are not reversed: of the amounts that the bank took back, in the weeks before; and of the amounts that
 * came in, on their days, which may have been recorded before the file was imported.
 */
async function earlierPayments(
  db: Queryable,
  lines: readonly IndexQuery[],
  customerIDs?: readonly string[],
): Promise<EarlierPayment[]> {
  const conditions = [takenBack(lines, customerIDs), recordedFor(lines)].filter((one) => one !== undefined)
  if (conditions.length === 0) return []
  return db
    .select({
      transactionID: transactions.transactionID,
      customerID: sql<string>`${transactions.customerID}`,
      day: transactions.datePaid,
      amount: transactions.amount,
    })
    .from(transactions)
    .where(
      and(
        eq(transactions.purpose, 'payment'),
        or(...conditions),
        sql`not exists (select from ${transactions} as reversal where reversal.reverses = ${transactions.transactionID})`,
      ),
    )
}

function takenBack(lines: readonly IndexQuery[], customerIDs?: readonly string[]): SQL | undefined {
  const out = lines.filter(({ amount }) => amount < 0)
  if (out.length === 0) return undefined
  const days = out.map(({ day }) => day).toSorted()
  return and(
    inArray(transactions.amount, [...new Set(out.map(({ amount }) => -amount))]),
    gte(transactions.datePaid, addDays(days[0]!, -DISHONOUR_DAYS_MAX)),
    lte(transactions.datePaid, days.at(-1)!),
    customerIDs === undefined ? undefined : among(transactions.customerID, customerIDs),
  )
}

function recordedFor(lines: readonly IndexQuery[]): SQL | undefined {
  const into = lines.filter(({ amount }) => amount > 0)
  if (into.length === 0) return undefined
  return and(
    inArray(transactions.datePaid, [...new Set(into.map(({ day }) => day))]),
    inArray(transactions.amount, [...new Set(into.map(({ amount }) => amount))]),
  )
}
