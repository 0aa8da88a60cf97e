import { inArray } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getInvoice, listInvoices } from '#contract/v1/invoices.ts'
import { dayOf } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { readableRunID } from '#domain/identifiers.ts'
import { weekOfRun } from '#domain/run-name.ts'
import { adjustmentNumber, ageOf, invoiceNumber, isReminderDue, nextReminder } from '#domain/invoicing.ts'
import type { Queryable } from '../../db/database.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { balancesOf, onItsWayOf, presentTransaction, transactionsWhere } from '../ledger/public.ts'
import type { Actor } from '../../http/serve.ts'
import type { SettingsInForce } from '../settings/public.ts'
import { chargeOfInvoice, waitingDebits } from './pay-link-reads.ts'
import { ownPromiseUntil } from './collecting-commands.ts'
import { remindedAs } from './sending-commands.ts'
import {
  adjustmentsOf,
  allocatedTo,
  type InvoiceShown,
  linesOfInvoice,
  type RunOfRef,
  runsOfInvoices,
} from './invoices-reads.ts'

type Invoice = AnswerOf<typeof getInvoice>
type ListedInvoice = AnswerOf<typeof listInvoices>['items'][number]

/** The office's own remarks, and the mails, which may go to another payer than the customer who asks. */
const OFFICE_ONLY = { remindNotes: null, email: null, mailError: null, again: null } as const

export function presentListed(
  row: InvoiceShown,
  settings: SettingsInForce,
  now: Date,
  runOf: RunOfRef,
  { role }: Pick<Actor, 'role'>,
): ListedInvoice {
  const timeZone = settings['business.timeZone']
  const today = dayOf(now, timeZone)
  const owing = row.amount - row.allocated
  const reminded = remindedAs(row, settings)
  const days = { firstDays: settings['remind.firstDays'], secondDays: settings['remind.secondDays'] }
  return {
    ...row,
    number: invoiceNumber(row.kind, row.number),
    refId: String(row.refNumber),
    status: owing > 0 ? 'waiting_payment' : 'paid',
    owing,
    age: owing > 0 ? ageOf(row.dueDate, today) : null,
    runs: row.runRefs.flatMap((ref) => runOf(ref) ?? []),
    again: row.again && { state: row.again.state, error: row.again.lastError },
    isReopened: row.reopenedAt !== null,
    reminderDue: isReminderDue(reminded, today, days) ? nextReminder(reminded) : null,
    ...(role !== 'ADMIN' && OFFICE_ONLY),
  }
}

/** Adds what is on its way from each customer, which a payment that the office records may double. */
export async function withMoneyOnItsWay(db: Queryable, items: readonly ListedInvoice[]): Promise<ListedInvoice[]> {
  const owing = items.filter((each) => each.owing > 0)
  const onItsWay =
    owing.length === 0
      ? new Map<string, Cents>()
      : await onItsWayOf(db, [...new Set(owing.map((each) => each.customerID))])
  return items.map((each) => ({ ...each, onItsWay: onItsWay.get(each.customerID) ?? 0 }))
}

export async function presentInvoice(
  db: Queryable,
  row: InvoiceShown,
  settings: SettingsInForce,
  now: Date,
  actor: Pick<Actor, 'role'>,
): Promise<Invoice> {
  const allocated = await allocatedTo(db, row.invoiceID)
  const paid =
    allocated.size === 0 ? [] : await transactionsWhere(db, inArray(transactions.transactionID, [...allocated.keys()]))
  const lines = await linesOfInvoice(db, row.invoiceID)
  const changes = await adjustmentsOf(db, row.invoiceID)
  const balance = (await balancesOf(db, [row.customerID])).get(row.customerID)?.balance ?? 0
  return {
    ...presentListed(row, settings, now, await runsOfInvoices(db, [row]), actor),
    waitingDebit: (await waitingDebits(db, [row.customerID])).get(row.invoiceID) ?? null,
    issuedAmount: row.issuedAmount,
    lines: lines.map(({ line, serviceType, outcome, photoIDs, run }) => ({
      ...line,
      day: line.serviceDay,
      runOrder: run && readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber),
      runWeek: run && weekOfRun(run),
      serviceType,
      outcome,
      photoIDs: photoIDs ?? [],
    })),
    transactions: paid.map((each) => ({
      ...presentTransaction(each, actor),
      allocated: allocated.get(each.transactionID) ?? 0,
    })),
    adjustments: changes.map((each) => ({
      ...each,
      number: adjustmentNumber(each.number),
    })),
    promisedUntil: row.promisedUntil,
    dontRemind: row.dontRemind,
    dontCharge: row.dontCharge,
    charge: await chargeOfInvoice(db, row),
    promiseUntil: ownPromiseUntil(row, settings, now),
    billToName: row.billToName,
    billToEmail: actor.role === 'ADMIN' ? row.billToEmail : null,
    accountBalance: balance,
    possibleAccountBalance: balance + row.amount - row.allocated,
  }
}
