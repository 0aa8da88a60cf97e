import { and, asc, isNull, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { previewUnbilled } from '#contract/v1/invoices.ts'
import { byKey } from '#domain/by-key.ts'
import { TASK_ITEMS_MAX } from '#domain/money-words.ts'
import { type UnbilledAccounts, unbilledDue } from '#domain/unbilled.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { billingLines } from '../../db/tables/invoices.ts'
import { settingsInForce } from '../settings/public.ts'
import { invoiceOf, type PlannedInvoice, plannedShown } from './billing-plan.ts'
import { type BillingTerms, billingTermsOf, unbilledLinesOf } from './billing-reads.ts'

/** What invoicing unbilled lines would do. Preview and commands use the same plan. */

export interface UnbilledPlan {
  readonly terms: ReadonlyMap<string, BillingTerms>
  readonly invoices: readonly PlannedInvoice[]
  readonly skipped: readonly { readonly customerID: string; readonly reason: string }[]
}

export async function planUnbilled(
  db: Queryable,
  customerIDs: readonly string[],
  accounts: UnbilledAccounts,
): Promise<UnbilledPlan> {
  const terms = await billingTermsOf(db, customerIDs)
  const unbilled = byKey(await unbilledLinesOf(db, customerIDs), ({ customerID }) => customerID)
  const due = [...new Set(customerIDs)].flatMap((customerID) => {
    const of = terms.get(customerID)
    return of ? [{ customerID, ...unbilledDue(unbilled.get(customerID) ?? [], of, of.ended ? 'all' : accounts) }] : []
  })
  return {
    terms,
    invoices: due.flatMap(({ customerID, accounts: full }) => full.map((lines) => invoiceOf(customerID, lines))),
    skipped: due.flatMap(({ customerID, why }) => (why === null ? [] : [{ customerID, reason: why }])),
  }
}

export function customersWithUnbilled(db: Queryable, limit: number): Promise<{ customerID: string }[]> {
  const unbilled = sql`exists (select from ${billingLines} where ${billingLines.customerID} = ${customers.customerID}
    and ${billingLines.invoiceID} is null and (${billingLines.amount} <> 0 or ${billingLines.counts} <> 0))`
  return db
    .select({ customerID: customers.customerID })
    .from(customers)
    .where(and(isNull(customers.hiddenAt), unbilled))
    .orderBy(asc(customers.refNumber))
    .limit(limit)
}

/** Rows that a preview lists; its sums include all. */
const SHOWN = 500

export async function unbilledShown(
  db: Queryable,
  accounts: UnbilledAccounts,
): Promise<AnswerOf<typeof previewUnbilled>> {
  const found = await customersWithUnbilled(db, TASK_ITEMS_MAX)
  const ids = found.map(({ customerID }) => customerID)
  const { terms, invoices, skipped } = await planUnbilled(db, ids, accounts)
  const planned = plannedShown(invoices, terms, await settingsInForce(db))
  const total = (of: 'amount' | 'fromCredit') => planned.reduce((sum, { [of]: cents }) => sum + cents, 0)
  return {
    invoices: planned.length,
    customers: new Set(planned.map(({ customerID }) => customerID)).size,
    amount: total('amount'),
    fromCredit: total('fromCredit'),
    planned: planned.slice(0, SHOWN),
    skipped: skipped.length,
    skippedItems: skipped
      .slice(0, SHOWN)
      .map((each) => ({ ...each, customer: terms.get(each.customerID)?.name ?? '' })),
  }
}
