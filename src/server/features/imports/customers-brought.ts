import { and, eq, ne, sql } from 'drizzle-orm'
import type { AccountTerms, PaymentScheme } from '#domain/billing.ts'
import { oldDueProblem, prepaidProblem } from '#domain/cut-over.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { billingLines, invoices } from '../../db/tables/invoices.ts'
import { openingBalances } from '../../db/tables/opening-balances.ts'
import { storedCents } from '../../http/stored-values.ts'
import { bringCollections } from '../invoices/public.ts'
import { bookOpeningBalances, lockAccounts } from '../ledger/public.ts'
import type { Values } from './customers-values.ts'
import { ChangedMeanwhile, type ImportMoney } from './importer.ts'
import type { Faults } from './read-cells.ts'

/** What customers bring from the old billing program: a balance, and collections paid in advance (M15, M24). */

interface Balance {
  /** Negative: the customer owes. */
  readonly amount: Cents
  /** Only for a debt; null: the day of the import. */
  readonly dueDate: Day | null
}

export interface Brought {
  /** Null: the row has none, or it is stored already. */
  readonly balance: Balance | null
  /** Prepaid collections left; 0: the row has none, or they are stored already. */
  readonly prepaid: number
}

export interface BroughtBefore {
  /** Null: none. */
  readonly balance: Cents | null
  /** Due date of the debt; null: there is none. */
  readonly dueDate: Day | null
  /** Whether open invoices of the old program were imported one by one and stand. */
  readonly hasOldInvoices: boolean
  /** Whether this program has invoiced the customer. */
  readonly isBilledHere: boolean
  readonly prepaid: number
  /** Whether blocks were invoiced, brought or used already. */
  readonly countsPrepaid: boolean
}

export const NOTHING_BROUGHT: BroughtBefore = {
  balance: null,
  dueDate: null,
  hasOldInvoices: false,
  isBilledHere: false,
  prepaid: 0,
  countsPrepaid: false,
}

/** The opening balance if it is new; a stored one never changes. A debt comes as one sum or as open invoices. */
export function balanceBrought(
  { openingBalance, openingDueDate: due }: Values,
  before: BroughtBefore,
  today: Day,
  faults: Faults,
): Balance | null {
  const amount = signedCents(openingBalance, faults)
  const dueDate = typeof due === 'string' ? due : null
  const problem = dueDate && oldDueProblem(dueDate, today)
  if (problem) faults.add('openingDueDate', problem)
  if (before.balance !== null) {
    if (amount !== null && amount !== before.balance)
      faults.add('openingBalance', 'This customer already has another opening balance, which can’t change')
    if (dueDate !== null && before.dueDate !== null && dueDate !== before.dueDate)
      faults.add('openingDueDate', `The opening debt is due on ${formatDay(before.dueDate)}, which can’t change`)
    return null
  }
  if (amount === null) {
    if (dueDate !== null) faults.add('openingDueDate', 'Add the opening balance that is due')
    return null
  }
  if (amount < 0 && before.hasOldInvoices)
    faults.add('openingBalance', 'This customer’s open invoices were imported: the debt would count twice')
  if (before.isBilledHere && amount !== 0)
    faults.ask('openingBalance', 'This customer was invoiced here already. Is it a balance of the old program?')
  return { amount, dueDate: amount < 0 ? dueDate : null }
}

function signedCents(given: Values['openingBalance'], faults: Faults): Cents | null {
  if (typeof given !== 'number') return null
  const cents = faults.rule(() => storedCents('openingBalance', Math.abs(given)))
  return cents === null || given >= 0 ? cents : 0 - cents
}

/** The prepaid collections left if they are new; they are counted from here on, so they never change. */
export function prepaidBrought(
  { prepaidLeft }: Values,
  before: BroughtBefore,
  terms: AccountTerms & { paymentScheme: PaymentScheme },
  faults: Faults,
): number {
  if (typeof prepaidLeft !== 'number' || prepaidLeft === before.prepaid) return 0
  const problem = before.countsPrepaid
    ? 'This customer’s prepaid collections are counted here already, which can’t change'
    : prepaidProblem(prepaidLeft, terms)
  if (problem) faults.add('prepaidLeft', problem)
  return prepaidLeft
}

export async function broughtBefore(
  db: Queryable,
  customerIDs: readonly string[],
): Promise<(customerID: string) => BroughtBefore> {
  const balances = await db
    .select({ customerID: openingBalances.customerID, amount: openingBalances.amount })
    .from(openingBalances)
    .where(among(openingBalances.customerID, customerIDs))
  const debts = await db
    .select({
      customerID: invoices.customerID,
      dueDate: sql<Day | null>`min(${invoices.dueDate}) filter (where ${invoices.oldNumber} is null)`,
      hasOldInvoices: sql<boolean>`bool_or(${invoices.oldNumber} is not null and ${invoices.amount} > 0)`,
    })
    .from(invoices)
    .where(and(among(invoices.customerID, customerIDs), eq(invoices.kind, 'opening')))
    .groupBy(invoices.customerID)
  const prepaid = await db
    .select({
      customerID: billingLines.customerID,
      brought: sql<number>`coalesce(sum(${billingLines.prepaid}) filter (where ${billingLines.kind} = 'brought' and ${billingLines.prepaid} > 0), 0)::int`,
    })
    .from(billingLines)
    .where(and(among(billingLines.customerID, customerIDs), ne(billingLines.prepaid, 0)))
    .groupBy(billingLines.customerID)
  const billed = await db
    .select({ customerID: customers.customerID })
    .from(customers)
    .where(
      and(
        among(customers.customerID, customerIDs),
        sql`exists (select 1 from ${invoices} where ${invoices.customerID} = ${customers.customerID} and ${invoices.kind} <> 'opening')`,
      ),
    )
  const billedHere = new Set(billed.map(({ customerID }) => customerID))
  const balanceOf = new Map(balances.map(({ customerID, amount }) => [customerID, amount]))
  const debtOf = new Map(debts.map((row) => [row.customerID, row]))
  const prepaidOf = new Map(prepaid.map(({ customerID, brought }) => [customerID, brought]))
  return (customerID) => ({
    balance: balanceOf.get(customerID) ?? null,
    dueDate: debtOf.get(customerID)?.dueDate ?? null,
    hasOldInvoices: debtOf.get(customerID)?.hasOldInvoices ?? false,
    isBilledHere: billedHere.has(customerID),
    prepaid: prepaidOf.get(customerID) ?? 0,
    countsPrepaid: prepaidOf.has(customerID),
  })
}

/** What booking these would change. */
export function broughtMoney(all: readonly Brought[]): Pick<ImportMoney, 'debts' | 'credits' | 'prepaid'> {
  const amounts = all.flatMap(({ balance }) => balance?.amount ?? [])
  return {
    debts: amounts.filter((amount) => amount < 0).map((amount) => 0 - amount),
    credits: amounts.filter((amount) => amount > 0),
    prepaid: all.reduce((sum, { prepaid }) => sum + prepaid, 0),
  }
}

interface ToBook extends Brought {
  readonly customerID: string
  /** Price of one collection. */
  readonly price: Cents
}

/** Books it under the locks of the accounts, so that what others booked since the check is not counted twice. */
export async function bookBrought(
  tx: Queryable,
  author: { readonly actor: { readonly userID: string }; readonly now: Date },
  all: readonly ToBook[],
): Promise<void> {
  const rows = all.filter(({ balance, prepaid }) => balance !== null || prepaid > 0)
  if (rows.length === 0) return
  const ids = rows.map(({ customerID }) => customerID)
  await lockAccounts(tx, ids)
  const storedOf = await broughtBefore(tx, ids)
  for (const { customerID, balance, prepaid } of rows) {
    const stored = storedOf(customerID)
    const twice = balance !== null && (stored.balance !== null || (balance.amount < 0 && stored.hasOldInvoices))
    if (twice || (prepaid > 0 && stored.countsPrepaid)) throw new ChangedMeanwhile()
  }
  const booker = { userID: author.actor.userID, now: author.now }
  await bookOpeningBalances(
    tx,
    booker,
    rows.flatMap(({ customerID, balance }) => (balance ? [{ customerID, ...balance }] : [])),
  )
  await bringCollections(
    tx,
    booker,
    rows.flatMap(({ customerID, prepaid, price }) => (prepaid > 0 ? [{ customerID, left: prepaid, price }] : [])),
  )
}
