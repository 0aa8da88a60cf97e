import { readCell } from '#domain/import-cells.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { oldInvoice } from '#contract/v1/imports.ts'
import { byKey } from '#domain/by-key.ts'
import {
  isSameOldNumber,
  oldDueProblem,
  oldIssueProblem,
  oldNumberOf,
  type OldNumberParts,
  oldNumberParts,
} from '#domain/cut-over.ts'
import { type Day, dayOf, formatDay } from '#domain/dates.ts'
import { OPEN_INVOICE_COLUMNS, type OpenInvoiceColumn, quoted, REF_MAX } from '#domain/import-rows.ts'
import { dueDateOf } from '#domain/invoicing.ts'
import { showMoney } from '#domain/money.ts'
import { isShortened, SHORTENED } from '#domain/typed-numbers.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { recordChanges } from '../../http/changes.ts'
import { storedCents } from '../../http/stored-values.ts'
import { takeTurns } from '../../files/turns.ts'
import { bookOldInvoices, lockAccounts, type OldInvoice } from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { ChangedMeanwhile, type Importer, type ImportRow, type Verdict } from './importer.ts'
import { Faults, valuesOf } from './read-cells.ts'

type Row = ImportRow<OpenInvoiceColumn>

/**
 * Open invoices of the old billing program, each as one opening invoice (domain.md 11, M15). Customer and old number
 * identify an invoice, in whatever form a spreadsheet wrote it; what was imported never changes. A customer whose debt
 * was imported as one sum has none.
 */
export const invoicesImporter: Importer<OldInvoice, OpenInvoiceColumn> = {
  kind: 'invoices',
  columns: OPEN_INVOICE_COLUMNS,
  nameOf: ({ cells: { refId, oldNumber } }) => [refId, oldNumber].filter(Boolean).join(' ') || null,

  async load(db, rows, now) {
    const facts = await factsFor(db, rows, now)
    const pause = takeTurns()
    for (const { cells } of rows) {
      await pause()
      const customer = facts.customerByNumber.get(refIdOf(cells.refId) ?? 0)
      const exact = customer && facts.stored.get(keyOf({ ...customer, oldNumber: oldNumberOf(cells.oldNumber ?? '') }))
      if (exact) facts.accountedFor.add(exact)
    }
    return (row) => verdictOn(row, facts)
  },

  moneyOf: (plans) => ({ debts: plans.map(({ amount }) => amount), credits: [], prepaid: 0, prices: 0 }),

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
  /** The key is the customer and the old number as it is stored. */
  readonly stored: ReadonlyMap<string, OldInvoice>
  readonly storedByDigits: ReadonlyMap<string, readonly OldInvoice[]>
  readonly storedBySum: ReadonlyMap<string, readonly OldInvoice[]>
  /** Stored invoices that a row of the file names as they are stored, or in another way. */
  readonly accountedFor: Set<OldInvoice>
  /** Earlier rows of the file, by customer and digits. */
  readonly earlier: Map<string, { readonly line: number; readonly oldNumber: string; readonly parts: OldNumberParts }[]>
}

const keyOf = ({ customerID, oldNumber }: Pick<OldInvoice, 'customerID' | 'oldNumber'>) => `${customerID} ${oldNumber}`

function refIdOf(cell: string | undefined): number | null {
  const number = cell === undefined ? null : readCell(OPEN_INVOICE_COLUMNS.refId, cell)
  return typeof number === 'number' && number > 0 && number <= REF_MAX ? number : null
}

const digitsKey = ({ customerID, oldNumber }: Pick<OldInvoice, 'customerID' | 'oldNumber'>) =>
  `${customerID} ${oldNumberParts(oldNumber).digits}`

const sumKey = ({ customerID, issueDate, amount }: OldInvoice) => `${customerID} ${issueDate} ${amount}`

/** Customers read in one statement, so that other requests do not wait for all of them. */
const PAGE = 1_000

async function factsFor(db: Queryable, rows: readonly Row[], now: Date): Promise<Facts> {
  const settings = await settingsInForce(db)
  const pause = takeTurns()
  const found = new Set<number>()
  for (const { cells } of rows) {
    await pause()
    const number = refIdOf(cells.refId)
    if (number !== null) found.add(number)
  }
  const numbers = [...found]
  const customerByNumber = new Map<number, { customerID: string; hiddenAt: Date | null }>()
  const sums = new Set<string>()
  const stored = new Map<string, OldInvoice>()
  for (let at = 0; at < numbers.length; at += PAGE) {
    const lot = numbers.slice(at, at + PAGE)
    const people = await db
      .select({ customerID: customers.customerID, refNumber: customers.refNumber, hiddenAt: customers.hiddenAt })
      .from(customers)
      .where(sql`${customers.refNumber} = any(${sql.param(lot)}::int[])`)
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
    storedByDigits: byKey([...stored.values()], digitsKey),
    storedBySum: byKey([...stored.values()], sumKey),
    accountedFor: new Set(),
    earlier: new Map(),
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
  const { refId, issueDate, dueDate, owing, oldNumber } = values
  if (typeof oldNumber === 'string' && isShortened(oldNumber)) faults.add('oldNumber', SHORTENED)
  const amount = typeof owing === 'number' ? faults.rule(() => storedCents('owing', owing)) : null
  if (amount === 0) faults.add('owing', 'Nothing is owing')
  if (typeof issueDate === 'string')
    addProblem('issueDate', oldIssueProblem(issueDate, facts.today, facts.lockedThrough))
  if (typeof dueDate === 'string') {
    if (typeof issueDate === 'string' && dueDate < issueDate) faults.add('dueDate', 'This is before the invoice’s date')
    addProblem('dueDate', oldDueProblem(dueDate, facts.today))
  }
  const customer = facts.customerByNumber.get(Number(refId ?? 0))
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
  const hasDue = input.dueDate !== undefined
  const stored = facts.stored.get(keyOf(plan)) ?? writtenOtherwise(plan, facts)
  const twice = sameInFile(plan, row.line, stored?.oldNumber === plan.oldNumber, facts)
  if (twice?.same === 'surely') faults.add('oldNumber', `Duplicate of line ${twice.line}`)
  if (!stored && facts.inOneSum.has(customerID))
    faults.add('refId', 'This customer’s debt was imported as an opening balance: it would count twice')
  if (stored && isOther(stored, plan, hasDue))
    faults.add('oldNumber', `Imported before, and can’t change: ${inWords(stored, plan)}`)
  if (faults.any) return { error: faults.toString() }
  if (stored) {
    facts.accountedFor.add(stored)
    return { unchanged: true }
  }
  const question = twice === null ? bookedAlike(plan, facts) : `Looks like line ${twice.line}. Is it the same invoice?`
  if (question !== null && values.confirmed !== true) return { question: faults.question('oldNumber', question) }
  return { plan, creates: true }

  function addProblem(column: OpenInvoiceColumn, problem: string | null): void {
    if (problem !== null) faults.add(column, problem)
  }
}

/** The stored invoice whose number a spreadsheet wrote otherwise, such as 777 for 000777. */
function writtenOtherwise(plan: OldInvoice, { storedByDigits }: Facts): OldInvoice | undefined {
  const parts = oldNumberParts(plan.oldNumber)
  const alike = storedByDigits.get(digitsKey(plan)) ?? []
  const same = (how: 'surely' | 'perhaps') =>
    alike.filter(({ oldNumber }) => isSameOldNumber(oldNumberParts(oldNumber), parts) === how)
  const isEqual = (stored: OldInvoice) => !isOther(stored, plan, false)
  // Where letters are missing, date and amount have to agree too.
  return same('surely').find(isEqual) ?? same('surely')[0] ?? same('perhaps').find(isEqual)
}

/** The earlier row of the file that names the same invoice; null: none does. */
function sameInFile(
  { customerID, oldNumber }: OldInvoice,
  line: number,
  isStoredSo: boolean,
  { earlier, stored }: Facts,
): { line: number; same: 'surely' | 'perhaps' } | null {
  const parts = oldNumberParts(oldNumber)
  const key = digitsKey({ customerID, oldNumber })
  const rows = earlier.get(key) ?? []
  earlier.set(key, [...rows, { line, oldNumber, parts }])
  for (const row of rows) {
    if (row.oldNumber === oldNumber) return { line: row.line, same: 'surely' }
    // Two invoices that are stored under both spellings stay two.
    if (isStoredSo && stored.has(keyOf({ customerID, oldNumber: row.oldNumber }))) continue
    const same = isSameOldNumber(row.parts, parts)
    if (same !== 'no') return { line: row.line, same }
  }
  return null
}

/** Asks about an invoice of the same customer, date and amount that no other row of the file accounts for. */
function bookedAlike(plan: OldInvoice, { storedByDigits, storedBySum, accountedFor }: Facts): string | null {
  const parts = oldNumberParts(plan.oldNumber)
  const sameNumber = (storedByDigits.get(digitsKey(plan)) ?? []).filter(
    ({ oldNumber }) => isSameOldNumber(oldNumberParts(oldNumber), parts) === 'perhaps',
  )
  const alike = [...sameNumber, ...(storedBySum.get(sumKey(plan)) ?? [])].find((stored) => !accountedFor.has(stored))
  return alike ? `Looks like one imported before: ${inWords(alike, plan)}. Is it the same invoice?` : null
}

/** @param hasDue a due date that was not given is the usual one, whose setting may have changed since */
const isOther = (stored: OldInvoice, given: OldInvoice, hasDue: boolean) =>
  stored.issueDate !== given.issueDate || stored.amount !== given.amount || (hasDue && stored.dueDate !== given.dueDate)

/** @param given the row, whose number is repeated only where it is stored in another form */
const inWords = ({ oldNumber, amount, issueDate, dueDate }: OldInvoice, given: OldInvoice) =>
  `${oldNumber === given.oldNumber ? '' : `${quoted(oldNumber)}, `}${showMoney(amount)} of ${formatDay(issueDate)}, due ${formatDay(dueDate)}`
