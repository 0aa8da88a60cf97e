import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { UnbilledAccounts } from '#domain/unbilled.ts'
import type { Queryable } from '../../db/database.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { type Author, recordChange, recordChanges } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { lockAccounts } from '../ledger/public.ts'
import { billStops } from './billing-commands.ts'
import { billingShown } from './billing-plan.ts'
import { type BillingTerms, billingTermsOf } from './billing-reads.ts'
import { type Issued, issueInvoices } from './issue-commands.ts'
import { planUnbilled } from './unbilled-plan.ts'

export interface MassResult {
  readonly created: readonly (Issued & { customer: string })[]
  readonly skipped: readonly { customerID: string; customer: string; reason: string }[]
}

/**
 * Bills a run that was completed before invoices existed; called again it changes nothing. Its stops without an outcome
 * were shifted at completion.
 */
export async function massOfRun(tx: Queryable, author: Author, runOrderID: string): Promise<MassResult> {
  const [run] = await tx.select().from(runs).where(eq(runs.runOrderID, runOrderID)).for('update')
  if (!run) throw new Refused('not_found')
  if (run.status !== 'completed' && run.status !== 'archived') throw new Refused('wrong_state')
  if (run.billing !== null) return { created: [], skipped: [] }
  const completed = await completedStops(tx, runOrderID)
  await tx
    .update(runs)
    .set({ billing: 'invoiced', version: run.version + 1 })
    .where(eq(runs.runOrderID, runOrderID))
  const issued = await billStops(tx, { userID: author.actor.userID, now: author.now }, completed, run.attemptFee)
  await recordChange(tx, author, {
    action: 'run.bill',
    subjectKind: 'run',
    subjectID: runOrderID,
    after: { invoices: issued.length },
  })
  const terms = await billingTermsOf(tx, [...new Set(completed.map(({ customerID }) => customerID))])
  const invoiced = new Set(issued.map(({ customerID }) => customerID))
  const left = [...terms.keys()].filter((customerID) => !invoiced.has(customerID))
  return named(
    terms,
    issued,
    left.map((customerID) => ({ customerID, reason: 'Nothing to invoice yet' })),
  )
}

/** Completed runs that are not billed, oldest first, with what billing each now would make. */
export async function unbilledRuns(db: Queryable, now: Date, depotID: string | undefined) {
  const found = await db
    .select()
    .from(runs)
    .where(
      and(
        depotID === undefined ? undefined : eq(runs.depotID, depotID),
        isNull(runs.billing),
        inArray(runs.status, ['completed', 'archived']),
      ),
    )
    .orderBy(asc(runs.yearNumber), asc(runs.monthNumber), asc(runs.weekNumber), asc(runs.sequenceNumber))
  const shown = []
  for (const run of found) {
    const { invoices } = await billingShown(db, await completedStops(db, run.runOrderID), run.attemptFee, now)
    shown.push({ run, invoices })
  }
  return shown
}

async function completedStops(db: Queryable, runOrderID: string) {
  return db
    .select()
    .from(jobs)
    .where(and(eq(jobs.runOrderID, runOrderID), eq(jobs.state, 'completed'), isNotNull(jobs.outcome)))
    .orderBy(asc(jobs.stopOrder))
}

/** The office bills this run in another program: it never makes invoices here. */
export async function billElsewhere(tx: Queryable, author: Author, runOrderID: string): Promise<void> {
  const [run] = await tx.select().from(runs).where(eq(runs.runOrderID, runOrderID)).for('update')
  if (!run) throw new Refused('not_found')
  if (run.billing === 'elsewhere') return
  if (run.billing !== null || (run.status !== 'completed' && run.status !== 'archived'))
    throw new Refused('wrong_state')
  await tx
    .update(runs)
    .set({ billing: 'elsewhere', version: run.version + 1 })
    .where(eq(runs.runOrderID, runOrderID))
  await recordChange(tx, author, {
    action: 'run.bill_elsewhere',
    subjectKind: 'run',
    subjectID: runOrderID,
    after: { billing: 'elsewhere' },
  })
}

export async function massOfCustomers(
  tx: Queryable,
  author: Author,
  customerIDs: readonly string[],
  accounts: UnbilledAccounts = 'all',
): Promise<MassResult> {
  const known = await billingTermsOf(tx, customerIDs)
  if (customerIDs.some((customerID) => !known.has(customerID)))
    refuseField('customerIDs', 'One of these customers doesn’t exist')
  const locked = await lockAccounts(tx, customerIDs)
  const { terms, invoices, skipped } = await planUnbilled(tx, customerIDs, accounts)
  const booker = { userID: author.actor.userID, now: author.now }
  const issued = await issueInvoices(tx, booker, locked, { lines: [], invoices })
  await recordChanges(
    tx,
    author,
    issued.map(({ invoiceID, customerID, amount }) => ({
      action: 'invoice.create',
      subjectKind: 'invoice',
      subjectID: invoiceID,
      after: { customerID, amount },
    })),
  )
  return named(terms, issued, skipped)
}

function named(
  terms: ReadonlyMap<string, Pick<BillingTerms, 'name'>>,
  issued: readonly Issued[],
  skipped: readonly { readonly customerID: string; readonly reason: string }[],
): MassResult {
  const nameOf = (customerID: string) => terms.get(customerID)?.name ?? ''
  return {
    created: issued.map((each) => ({ ...each, customer: nameOf(each.customerID) })),
    skipped: skipped.map((each) => ({ ...each, customer: nameOf(each.customerID) })),
  }
}
