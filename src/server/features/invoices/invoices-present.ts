import { inArray } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getInvoice, listInvoices } from '#contract/v1/invoices.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import { readableRunID } from '#domain/identifiers.ts'
import { weekOfRun } from '#domain/run-name.ts'
import { adjustmentNumber, ageOf, invoiceNumber, isReminderDue, nextReminder } from '#domain/invoicing.ts'
import type { Queryable } from '../../db/database.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { balancesOf, presentTransaction, transactionsWhere } from '../ledger/public.ts'
import type { SettingsInForce } from '../settings/public.ts'
import { waitingDebits } from './pay-link-reads.ts'
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

export function presentListed(row: InvoiceShown, settings: SettingsInForce, now: Date, runOf: RunOfRef): ListedInvoice {
  const timeZone = settings['business.timeZone']
  const today = dayOf(now, timeZone)
  const owing = row.amount - row.allocated
  const dayAt = (at: Date | null): Day | null => at && dayOf(at, timeZone)
  const reminded = {
    dueDate: row.dueDate,
    owing,
    firstRemindOn: dayAt(row.firstRemindAt),
    secondRemindOn: dayAt(row.secondRemindAt),
  }
  const days = { firstDays: settings['remind.firstDays'], secondDays: settings['remind.secondDays'] }
  return {
    invoiceID: row.invoiceID,
    number: invoiceNumber(row.kind, row.number),
    kind: row.kind,
    oldNumber: row.oldNumber,
    customerID: row.customerID,
    customer: row.customer,
    refId: String(row.refNumber),
    status: owing > 0 ? 'waiting_payment' : 'paid',
    amount: row.amount,
    gst: row.gst,
    owing,
    issueDate: row.issueDate,
    dueDate: row.dueDate,
    datePaid: row.datePaid,
    writtenOff: row.writtenOff,
    age: owing > 0 ? ageOf(row.dueDate, today) : null,
    runRefs: row.runRefs,
    runs: row.runRefs.flatMap((ref) => runOf(ref) ?? []),
    delivery: row.delivery,
    sentAt: row.sentAt,
    mailError: row.mailError,
    again: row.again && { state: row.again.state, error: row.again.lastError },
    firstRemindAt: row.firstRemindAt,
    secondRemindAt: row.secondRemindAt,
    firstReminder: row.firstReminder,
    secondReminder: row.secondReminder,
    remindNotes: row.remindNotes,
    reminderDue: isReminderDue(reminded, today, days) ? nextReminder(reminded) : null,
    email: row.email,
    createdAt: row.createdAt,
    version: row.version,
  }
}

export async function presentInvoice(
  db: Queryable,
  row: InvoiceShown,
  settings: SettingsInForce,
  now: Date,
): Promise<Invoice> {
  const allocated = await allocatedTo(db, row.invoiceID)
  const paid =
    allocated.size === 0 ? [] : await transactionsWhere(db, inArray(transactions.transactionID, [...allocated.keys()]))
  const lines = await linesOfInvoice(db, row.invoiceID)
  const changes = await adjustmentsOf(db, row.invoiceID)
  const balance = (await balancesOf(db, [row.customerID])).get(row.customerID)?.balance ?? 0
  return {
    ...presentListed(row, settings, now, await runsOfInvoices(db, [row])),
    waitingDebit: (await waitingDebits(db, [row.customerID])).get(row.invoiceID) ?? null,
    issuedAmount: row.issuedAmount,
    lines: lines.map(({ line, serviceType, outcome, photoIDs, run }) => ({
      lineID: line.lineID,
      kind: line.kind,
      description: line.description,
      quantity: line.quantity,
      price: line.price,
      amount: line.amount,
      day: line.serviceDay,
      assignmentID: line.assignmentID,
      runOrderID: line.runOrderID,
      runOrder: run && readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber),
      runWeek: run && weekOfRun(run),
      serviceType,
      outcome,
      photoIDs: photoIDs ?? [],
    })),
    transactions: paid.map((each) => ({
      ...presentTransaction(each),
      allocated: allocated.get(each.transactionID) ?? 0,
    })),
    adjustments: changes.map((each) => ({
      adjustmentID: each.adjustmentID,
      number: adjustmentNumber(each.number),
      day: each.day,
      reason: each.reason,
      difference: each.difference,
      gstDifference: each.gstDifference,
    })),
    billToName: row.billToName,
    billToEmail: row.billToEmail,
    accountBalance: balance,
    possibleAccountBalance: balance + row.amount - row.allocated,
  }
}
