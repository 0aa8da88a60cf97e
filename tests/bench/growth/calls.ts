import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { listBankFiles, listBankLines } from '#contract/v1/bank.ts'
import { getCase, listCases } from '#contract/v1/cases.ts'
import { previewMoveWeek } from '#contract/v1/calendar-move.ts'
import { customerSchedules } from '#contract/v1/customer-schedules.ts'
import { getTimeline } from '#contract/v1/customer-timeline.ts'
import { customersTotalSales, getCustomer, listCustomers } from '#contract/v1/customers.ts'
import { getDevice, listDevices } from '#contract/v1/devices.ts'
import { listOwnOrders } from '#contract/v1/own-orders.ts'
import { getDrivenTimes } from '#contract/v1/driven-times.ts'
import { recordDone } from '#contract/v1/done.ts'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { listIncomes } from '#contract/v1/incomes.ts'
import { getHome } from '#contract/v1/home.ts'
import { getCustomerAutopay, getOwnAutopay, listAutopay, listCharges } from '#contract/v1/autopay.ts'
import { listOnHold, previewChasing } from '#contract/v1/chasing.ts'
import { getInvoice, getPayLink, listInvoices, listUnbilledRuns } from '#contract/v1/invoices.ts'
import { getMailServer, listMails, previewKeptMails } from '#contract/v1/mails.ts'
import { getNoPickup, listNoPickups } from '#contract/v1/no-pickups.ts'
import { getOwnAccount, getOwnData } from '#contract/v1/own-account.ts'
import { ownSchedule } from '#contract/v1/own-schedule.ts'
import { getCardRefunds, getCheckout, getOwnWaysToPay } from '#contract/v1/payments.ts'
import { listPayouts } from '#contract/v1/payouts.ts'
import { listPayments, listPayTotals, previewPayment } from '#contract/v1/pays.ts'
import { getNotReached, listNotReached } from '#contract/v1/not-reached.ts'
import { getPhoto } from '#contract/v1/photos.ts'
import { runProgress } from '#contract/v1/progress.ts'
import {
  getCallList,
  getReminder,
  listReminderCustomers,
  listReminders,
  listRemindersDue,
  previewNewReminder,
} from '#contract/v1/reminders.ts'
import { listRequests } from '#contract/v1/requests.ts'
import { listPastRuns, previewActivation, previewCompletion, previewDue, previewRun } from '#contract/v1/runs-plan.ts'
import { getOwnRoundRules, getRoundRules } from '#contract/v1/round-rules.ts'
import { getRun, listRuns } from '#contract/v1/runs.ts'
import { getPlace, listPlacesNear } from '#contract/v1/places.ts'
import { searchEverywhere } from '#contract/v1/search.ts'
import { getLedger, getReceipt, getStatement, listTransactions, previewReversal } from '#contract/v1/transactions.ts'
import { listXeroExports, previewXeroExport } from '#contract/v1/xero-exports.ts'
import { addDays } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import type { Known } from './known.ts'

/** A call whose cost is measured, by name. */
export interface Call {
  readonly name: string
  readonly endpoint: Endpoint
  readonly as: 'admin' | 'driver' | 'customer'
  /** At most so many times what the same call costs in a young firm. */
  readonly aim: number
  readonly input: (known: Known, turn: number) => object
  /** Asked again: with the answer's ETag, so that it is unchanged, or with its cursor. */
  readonly again?: 'unchanged' | 'poll'
}

/** The same week must cost the same. */
const WEEK = 1.3
/** Lists and searches. */
const LIST = 2

type Asked<E extends Endpoint> = (known: Known, turn: number) => CallOf<E>

const by =
  (as: Call['as'], aim: number) =>
  <E extends Endpoint>(name: string, endpoint: E, input: Asked<E>, again?: Call['again']): Call => ({
    name,
    endpoint,
    as,
    aim,
    input: input as Call['input'],
    ...(again && { again }),
  })
const driver = by('driver', WEEK)
const admin = by('admin', WEEK)
const list = by('admin', LIST)
const customer = by('customer', WEEK)

const theRun = ({ runOrderID }: Known) => ({ runOrderID })
const theDraft = ({ draftID }: Known) => ({ runOrderID: draftID })
const theCustomer = ({ customerID }: Known) => ({ customerID })
const theReminder = ({ reminderID }: Known) => ({ reminderID })
const all = () => ({})

function batch({ runOrderID, deviceID, openStops, highestSeq }: Known, turn: number) {
  const at = new Date().toISOString()
  const event = {
    eventID: newID(),
    v: 1,
    assignmentID: openStops[turn % openStops.length]!,
    seq: highestSeq + turn + 1,
    occurredAt: at,
    baseVersion: 2,
    appBuild: 'growth',
    type: 'done',
    pu: 1,
  }
  return { runOrderID, sentAt: at, deviceID, events: [event] }
}

/** What the issue of the fifth year lists, and what money and the customers' side have. */
export const CALLS: readonly Call[] = [
  driver('driver’s week', listRuns, all),
  driver('driver’s week, unchanged', listRuns, all, 'unchanged'),
  driver('driver’s run', getRun, theRun),
  driver('round rules of a driver’s run', getOwnRoundRules, theRun),
  driver('driver’s record', recordDone, batch),
  driver('driver’s record, counted', recordDone, (known, turn) => ({
    ...batch(known, turn),
    reconcile: { highestSeq: known.highestSeq + turn + 1, unsent: [], accounted: [] },
  })),
  driver('driver’s own incomes', listIncomes, all),

  list('runs', listRuns, all),
  list('runs as the page asks', listRuns, () => ({ status: 'all' as const, sort: '-fromDate', perPage: 100 })),
  list('completed runs', listRuns, () => ({ status: 'completed' as const })),
  admin('run', getRun, theRun),
  admin('driving times of a run', getDrivenTimes, theRun),
  admin('drivers’ own orders of a run', listOwnOrders, theRun),
  admin('completed run', getRun, ({ lastRunID }) => ({ runOrderID: lastRunID })),
  admin('round rules', getRoundRules, theRun),
  admin('progress', runProgress, theRun),
  admin('progress, poll', runProgress, theRun, 'poll'),
  admin('preview of a run', previewRun, ({ next }) => next),
  admin('who else is due for a draft', previewDue, theDraft),
  admin('who a draft leaves out', previewDue, ({ draftID }) => ({ runOrderID: draftID, leftOut: 'true' as const })),
  admin('preview of moving a week', previewMoveWeek, ({ idleWeek: { from, to, ...week } }) => ({
    ...week,
    from: addDays(from, 1),
    to: addDays(to, 1),
  })),
  admin('past runs', listPastRuns, theDraft),
  admin('preview of marking active', previewActivation, theDraft),
  admin('preview of completing', previewCompletion, theRun),
  list('open exceptions', listExceptions, all),
  list('all exceptions', listExceptions, () => ({ status: 'all' as const })),
  list('exceptions of a run', listExceptions, ({ runOrderID }) => ({ status: 'all' as const, runOrderID })),
  list('phones', listDevices, all),
  list('phones of a run', listDevices, theRun),
  admin('phone', getDevice, ({ deviceID }) => ({ deviceID })),
  list('no pickups', listNoPickups, all),
  admin('no pickups of a week', listNoPickups, ({ next }) => next),
  admin('no pickups of a customer', listNoPickups, theCustomer),
  admin('no pickup', getNoPickup, ({ noPickupID }) => ({ noPickupID })),
  admin('customer’s schedule', customerSchedules, theCustomer),
  admin('photo', getPhoto, ({ photoID }) => ({ photoID })),

  list('customers', listCustomers, all),
  list('customers by name', listCustomers, ({ word }) => ({ keyword: word })),
  admin('customer', getCustomer, theCustomer),
  list('timeline of a customer', getTimeline, theCustomer),
  admin('place of a customer', getPlace, theCustomer),
  admin('places near a customer', listPlacesNear, theCustomer),
  admin('customers’ total sales', customersTotalSales, all),
  admin('customers’ total sales as the page asks', customersTotalSales, ({ today }) => ({
    status: 'ACTIVE' as const,
    from: '1990-01-01',
    to: addDays(today, 1),
  })),
  list('requests', listRequests, all),
  list('search for a name', searchEverywhere, ({ word }) => ({ keyword: word })),
  list('search for a number', searchEverywhere, ({ refNumber }) => ({ keyword: String(refNumber) })),
  list('search for an invoice', searchEverywhere, () => ({ keyword: 'INV-000123' })),
  list('search for a run', searchEverywhere, () => ({ keyword: 'R00012' })),
  list('audit log', listAudit, all),
  list('audit log of a customer', listAudit, ({ customerID }) => ({ subjectKind: 'customer', subjectID: customerID })),
  list('mails', listMails, all),
  list('mails that failed', listMails, () => ({ status: 'failed' as const })),
  admin('mails of a customer', listMails, theCustomer),
  admin('the mail server', getMailServer, () => ({})),
  admin('mails that were kept', previewKeptMails, () => ({})),
  list('cases', listCases, all),
  admin('cases of a customer', listCases, theCustomer),
  admin('case', getCase, ({ caseID }) => ({ caseID })),

  list('incomes', listIncomes, all),
  list('incomes of a driver', listIncomes, ({ driverID }) => ({ driverID })),
  list('incomes of a run', listIncomes, theRun),
  list('pay totals', listPayTotals, all),
  list('pays', listPayments, all),
  list('pays of a driver', listPayments, ({ driverID }) => ({ driverID })),
  admin('preview of a pay', previewPayment, ({ driverID, today }) => ({
    driverID,
    from: addDays(today, -35),
    to: today,
  })),
  admin('home', getHome, all),
  list('invoices', listInvoices, all),
  list('who is chased', previewChasing, all),
  list('customers on hold', listOnHold, all),
  list('customers with automatic payment', listAutopay, all),
  list('charges', listCharges, all),
  admin('customer’s automatic payment', getCustomerAutopay, theCustomer),
  list('invoices overdue', listInvoices, () => ({ age: '31-60' as const })),
  list('invoices by name', listInvoices, ({ word }) => ({ keyword: word })),
  admin('invoices of a customer', listInvoices, theCustomer),
  admin('invoice', getInvoice, ({ invoiceID }) => ({ invoiceID })),
  admin('pay link', getPayLink, ({ invoiceID }) => ({ invoiceID })),
  admin('runs to be billed', listUnbilledRuns, all),
  admin('runs with customers not reached', listNotReached, all),
  admin('customers not reached', getNotReached, ({ lastRunID }) => ({ runOrderID: lastRunID })),
  list('transactions', listTransactions, all),
  admin('transactions of a customer', listTransactions, theCustomer),
  admin('ledger of a customer', getLedger, theCustomer),
  admin('statement of a customer', getStatement, theCustomer),
  admin('receipt', getReceipt, ({ transactionID }) => ({ transactionID })),
  admin('a reversal', previewReversal, ({ transactionID }) => ({ transactionID })),
  list('bank lines that wait', listBankLines, all),
  list('bank files', listBankFiles, all),
  admin('card refunds of a payment', getCardRefunds, ({ checkoutID }) => ({ checkoutID })),
  list('payouts', listPayouts, all),
  list('Xero exports', listXeroExports, all),
  list('the next Xero export', previewXeroExport, () => ({})),
  list('reminders', listReminders, all),
  admin('reminders due', listRemindersDue, all),
  admin('reminder', getReminder, theReminder),
  admin('recipients of a reminder', listReminderCustomers, theReminder),
  admin('call list of a reminder', getCallList, theReminder),
  admin('preview of a reminder', previewNewReminder, ({ next }) => next),

  customer('portal: account', getOwnAccount, all),
  customer('portal: schedule', ownSchedule, all),
  customer('portal: collections', customerSchedules, all),
  customer('portal: invoices', listInvoices, all),
  customer('portal: transactions', listTransactions, all),
  customer('portal: ledger', getLedger, all),
  customer('portal: ways to pay', getOwnWaysToPay, all),
  customer('portal: automatic payment', getOwnAutopay, all),
  customer('portal: card payment', getCheckout, ({ checkoutID }) => ({ checkoutID })),
  customer('portal: cases', listCases, all),
  customer('portal: no pickups', listNoPickups, all),
  customer('portal: all their data', getOwnData, all),
]

/** The request of a call. @param turn how often it was made before @param more what an answer before it gave */
export function requestOf(call: Call, known: Known, turn: number, more: object = {}) {
  const rest = { ...(call.input(known, turn) as Record<string, unknown>), ...more } as Record<string, unknown>
  const named = call.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (call.endpoint.method !== 'GET') return { method: call.endpoint.method, path: named, body: rest }
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
  return { method: 'GET' as const, path: query === '' ? named : `${named}?${query}`, body: undefined }
}
