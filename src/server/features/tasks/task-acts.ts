import type { Day } from '#domain/dates.ts'
import { isUndelivered } from '#domain/delivery.ts'
import type { Cents } from '#domain/money.ts'
import { refusals } from '#domain/refusals.ts'
import type { PaymentType } from '#domain/money-words.ts'
import type { UnbilledAccounts } from '#domain/unbilled.ts'
import type { Queryable } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Author } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { lockInvoices, mailInvoices, markPrinted, massOfCustomers } from '../invoices/public.ts'
import { enterPayment, lockAccounts } from '../ledger/public.ts'
import type { Subject } from './task-subjects.ts'
import type { TaskRow } from './tasks-reads.ts'

/** The payment of `pay` as the task stores it. */
export interface TaskPayment {
  readonly paymentType: PaymentType
  readonly datePaid?: Day | undefined
  readonly notes?: string | null | undefined
}

type Needs = Pick<Dependencies, 'mail' | 'config' | 'secrets' | 'payments'>
/** subjectID -> why it was left out. */
type Skipped = Map<string, string>

/** Does the act with these subjects in the caller's transaction. @returns those it left out */
export async function carryOut(
  tx: Queryable,
  deps: Needs,
  author: Author,
  task: Pick<TaskRow, 'taskID' | 'action' | 'payment' | 'accounts'>,
  subjects: readonly Subject[],
): Promise<Skipped> {
  const ids = subjects.map(({ subjectID }) => subjectID)
  switch (task.action) {
    case 'send':
      return send(tx, deps, author, task.taskID, ids)
    case 'remind':
      return remind(tx, deps, author, task.taskID, ids)
    case 'mark-printed':
      return reasons(await markPrinted(tx, author, await lockInvoices(tx, ids)))
    case 'mass':
      return mass(tx, author, ids, task.accounts ?? 'all')
    case 'pay':
      return pay(tx, author, { ...task, payment: task.payment as TaskPayment }, subjects)
  }
}

const reasons = (skipped: ReadonlyMap<string, { message: string }>): Skipped =>
  new Map([...skipped].map(([subjectID, { message }]) => [subjectID, message]))

/** In bulk an invoice is sent once, by this task or before it. One whose mail failed or was kept is sent anew. */
async function send(
  tx: Queryable,
  deps: Needs,
  author: Author,
  taskID: string,
  ids: readonly string[],
): Promise<Skipped> {
  const rows = await lockInvoices(tx, ids)
  const fresh = rows.filter(({ delivery }) => isUndelivered(delivery))
  const skipped = reasons(await mailInvoices(tx, deps, author, 'send', fresh, { name: taskID, priority: 'bulk' }))
  for (const { invoiceID, delivery } of rows)
    if (!isUndelivered(delivery)) skipped.set(invoiceID, refusals.sent_already.message)
  return skipped
}

async function remind(
  tx: Queryable,
  deps: Needs,
  author: Author,
  taskID: string,
  ids: readonly string[],
): Promise<Skipped> {
  const rows = await lockInvoices(tx, ids)
  return reasons(await mailInvoices(tx, deps, author, 'remind', rows, { name: taskID, priority: 'bulk' }))
}

async function mass(
  tx: Queryable,
  author: Author,
  customerIDs: readonly string[],
  accounts: UnbilledAccounts,
): Promise<Skipped> {
  try {
    const { skipped } = await inTransaction(tx, (inner) => massOfCustomers(inner, author, customerIDs, accounts))
    return new Map(skipped.map(({ customerID, reason }) => [customerID, reason]))
  } catch (error) {
    const why = messageOf(error)
    return new Map(customerIDs.map((customerID) => [customerID, why]))
  }
}

async function pay(
  tx: Queryable,
  author: Author,
  { taskID, payment }: { taskID: string; payment: TaskPayment },
  subjects: readonly Subject[],
): Promise<Skipped> {
  await lockAccounts(
    tx,
    subjects.map(({ customerID }) => customerID),
  )
  const rows = await lockInvoices(
    tx,
    subjects.map(({ subjectID }) => subjectID),
  )
  const skipped: Skipped = new Map()
  for (const { invoiceID, customerID, amount, allocated } of rows) {
    const owing: Cents = amount - allocated
    try {
      if (owing <= 0) throw new Refused('nothing_owing')
      const entered = { ...payment, customerID, amount: owing, clientKey: `task ${taskID} ${invoiceID}` }
      await inTransaction(tx, (inner) => enterPayment(inner, author, entered, invoiceID))
    } catch (error) {
      skipped.set(invoiceID, messageOf(error))
    }
  }
  return skipped
}

/** A refusal skips its subject; anything else fails the step. */
function messageOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  throw error
}
