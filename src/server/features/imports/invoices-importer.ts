import { and, eq, isNull, sql } from 'drizzle-orm'
import { oldInvoice } from '#contract/v1/imports.ts'
import { oldDueProblem, oldIssueProblem, oldNumberOf } from '#domain/cut-over.ts'
import { type Day, dayOf, formatDay } from '#domain/dates.ts'
import { OPEN_INVOICE_COLUMNS, type OpenInvoiceColumn } from '#domain/import-rows.ts'
import { dueDateOf } from '#domain/invoicing.ts'
import { showMoney } from '#domain/money.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { recordChanges } from '../../http/changes.ts'
import { storedCents } from '../../http/stored-values.ts'
import { bookOldInvoices, lockAccounts, type OldInvoice } from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { ChangedMeanwhile, type Importer, type ImportRow, type Verdict } from './importer.ts'
import { Faults, valuesOf } from './read-cells.ts'

type Row = ImportRow<OpenInvoiceColumn>

/**
 * Open invoices of the old billing program, each as one opening invoice (domain.md 11, M15). Customer and old number
 * identify an invoice; what was imported never changes. A customer whose debt was imported as one sum has none.
 */
export const invoicesImporter: Importer<OldInvoice, OpenInvoiceColumn> = {
  kind: 'invoices',
  columns: OPEN_INVOICE_COLUMNS,
  nameOf: ({ cells: { refId, oldNumber } }) => [refId, oldNumber].filter(Boolean).join(' ') || null,

  async load(db, rows, now) {
    const facts = await factsFor(db, rows, now)
    return (row) => verdictOn(row, facts)
  },

  async write(tx, author, plans) {
    const ids = [...new Set(plans.map(({ customerID }) => customerID))]
    await lockAccounts(tx, ids)
    if ((await inOneSum(tx, ids)).size > 0) throw new ChangedMeanwhile()
    const made = await bookOldInvoices(tx, { userID: author.actor.userID, now: author.now }, plans)
    await recordChanges(
      tx,
      author,
      plans.map(({ amount, issueDate, dueDate }, at) => ({
        action: 'invoice.import',
        subjectKind: 'invoice',
        subjectID: made[at]!,
        after: { amountCents: amount, issueDate, dueDate },
      })),
    )
  },
}

interface Facts {
  readonly today: Day
  /** The setting `invoice.dueDays`. */
  readonly dueDays: number
  readonly lockedThrough: Day | ''
  readonly customerByNumber: ReadonlyMap<number, { customerID: string; hiddenAt: Date | null }>
  /** Customers whose debt was imported as one sum that stands. */
  readonly inOneSum: ReadonlySet<string>
  /** By customer and old number. */
  readonly stored: ReadonlyMap<string, OldInvoice>
  /** The line of the file that names each invoice. */
  readonly lines: Map<string, number>
}

const keyOf = ({ customerID, oldNumber }: Pick<OldInvoice, 'customerID' | 'oldNumber'>) => `${customerID} ${oldNumber}`

/** Customers read in one statement, so that other requests do not wait for all of them. */
const PAGE = 1_000

async function factsFor(db: Queryable, rows: readonly Row[], now: Date): Promise<Facts> {
  const settings = await settingsInForce(db)
  const numbers = [...new Set(rows.map(({ cells }) => cells.refId ?? ''))].filter((text) => /^\d{1,8}$/.test(text))
  const customerByNumber = new Map<number, { customerID: string; hiddenAt: Date | null }>()
  const sums = new Set<string>()
  const stored = new Map<string, OldInvoice>()
  for (let at = 0; at < numbers.length; at += PAGE) {
    const asked = numbers.slice(at, at + PAGE).map(Number)
    const people = await db
      .select({ customerID: customers.customerID, refNumber: customers.refNumber, hiddenAt: customers.hiddenAt })
      .from(customers)
      .where(sql`${customers.refNumber} = any(${sql.param(asked)}::int[])`)
    for (const { refNumber, ...person } of people) customerByNumber.set(refNumber, person)
    const ids = people.map(({ customerID }) => customerID)
    for (const customerID of await inOneSum(db, ids)) sums.add(customerID)
    for (const old of await oldInvoicesOf(db, ids)) stored.set(keyOf(old), old)
  }
  return {
    today: dayOf(now, settings['business.timeZone']),
    dueDays: settings['invoice.dueDays'],
    lockedThrough: settings['books.lockedThrough'],
    customerByNumber,
    inOneSum: sums,
    stored,
    lines: new Map(),
  }
}

/** Which of these customers owe an opening balance; one adjusted to $0 no longer counts. */
async function inOneSum(db: Queryable, customerIDs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ customerID: invoices.customerID })
    .from(invoices)
    .where(
      and(
        among(invoices.customerID, customerIDs),
        eq(invoices.kind, 'opening'),
        isNull(invoices.oldNumber),
        sql`${invoices.amount} > 0`,
      ),
    )
  return new Set(rows.map(({ customerID }) => customerID))
}

function oldInvoicesOf(db: Queryable, customerIDs: readonly string[]): Promise<OldInvoice[]> {
  return db
    .select({
      customerID: invoices.customerID,
      oldNumber: sql<string>`${invoices.oldNumber}`,
      issueDate: invoices.issueDate,
      dueDate: invoices.dueDate,
      amount: invoices.issuedAmount,
    })
    .from(invoices)
    .where(and(among(invoices.customerID, customerIDs), sql`${invoices.oldNumber} is not null`))
}

function verdictOn(row: Row, facts: Facts): Verdict<OldInvoice> {
  const faults = new Faults(OPEN_INVOICE_COLUMNS, row.cells)
  const values = valuesOf(OPEN_INVOICE_COLUMNS, row, faults)
  const input = faults.check(oldInvoice, values)
  const { refId, issueDate, dueDate, owing } = values
  const amount = typeof owing === 'number' ? faults.rule(() => storedCents('owing', owing)) : null
  if (amount === 0) faults.add('owing', 'Nothing is owing')
  if (typeof issueDate === 'string')
    addProblem('issueDate', oldIssueProblem(issueDate, facts.today, facts.lockedThrough))
  if (typeof dueDate === 'string') {
    if (typeof issueDate === 'string' && dueDate < issueDate) faults.add('dueDate', 'This is before the invoice’s date')
    addProblem('dueDate', oldDueProblem(dueDate, facts.today))
  }
  const customer = facts.customerByNumber.get(Number(refId))
  if (typeof refId === 'number' && !customer) faults.add('refId', 'No customer has this number')
  if (customer?.hiddenAt) faults.add('refId', 'The customer with this number was deleted')
  if (!input || !customer || amount === null) return { error: faults.toString() }
  const { customerID } = customer
  const plan = {
    customerID,
    oldNumber: oldNumberOf(input.oldNumber),
    issueDate: input.issueDate,
    dueDate: input.dueDate ?? dueDateOf(input.issueDate, facts.dueDays),
    amount,
  }
  const earlier = facts.lines.get(keyOf(plan))
  if (earlier === undefined) facts.lines.set(keyOf(plan), row.line)
  else faults.add('oldNumber', `Duplicate of line ${earlier}`)
  const stored = facts.stored.get(keyOf(plan))
  if (!stored && facts.inOneSum.has(customerID))
    faults.add('refId', 'This customer’s debt was imported as an opening balance: it would count twice')
  if (stored && isOther(stored, plan, input.dueDate !== undefined))
    faults.add('oldNumber', `Imported before, and can’t change: ${inWords(stored)}`)
  if (faults.any) return { error: faults.toString() }
  return stored ? { unchanged: true } : { plan, creates: true }

  function addProblem(column: OpenInvoiceColumn, problem: string | null): void {
    if (problem !== null) faults.add(column, problem)
  }
}

/** @param hasDue a due date that was not given is the usual one, whose setting may have changed since */
const isOther = (stored: OldInvoice, given: OldInvoice, hasDue: boolean) =>
  stored.issueDate !== given.issueDate || stored.amount !== given.amount || (hasDue && stored.dueDate !== given.dueDate)

const inWords = ({ amount, issueDate, dueDate }: OldInvoice) =>
  `${showMoney(amount)} of ${formatDay(issueDate)}, due ${formatDay(dueDate)}`
