import { eq } from 'drizzle-orm'
import type { AccountStatement, Receipt } from '#domain/documents/documents.ts'
import { balanceSentence, pastBalanceSentence } from '#domain/documents/print-parts.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import { showMoney } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import { customers } from '../../db/tables/customers.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { users } from '../../db/tables/users.ts'
import { writeAudit } from '../../http/audit.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { letterOf, settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { receiptOf, statementOfAccount } from './account-documents.ts'
import { transactionsWhere } from './transactions-reads.ts'

/** Receipts and statements by mail. They go to the address of the customer's invoices. */

type Needs = Pick<Dependencies, 'mail'>

export async function mailReceipt(tx: Queryable, deps: Needs, author: Author, transactionID: string): Promise<void> {
  const { customerID, receipt, write } = await receiptLetter(tx, transactionID, author.now)
  const to = await recipientOf(tx, customerID)
  if (to.problem !== null) throw new Refused(to.problem)
  const dedupeKey = `receipt ${customerID} ${filenameOf(receipt)} ${author.now.getTime()}`
  await queue(tx, deps, to, { dedupeKey, document: receipt, write }, author.now)
  await recordChange(tx, author, { ...RECEIPT_SENT, subjectID: transactionID })
}

/**
 * Mails the receipt of a card payment once, in the transaction that books it. Nothing is sent where there is no email,
 * or the customer wants none.
 */
export async function mailCardReceipt(tx: Queryable, deps: Needs, transactionID: string, now: Date): Promise<void> {
  const { customerID, receipt, write } = await receiptLetter(tx, transactionID, now)
  const to = await recipientOf(tx, customerID)
  if (to.problem !== null) return
  await queue(tx, deps, to, { dedupeKey: `receipt ${customerID} ${transactionID}`, document: receipt, write }, now)
  await writeAudit(tx, { ...RECEIPT_SENT, subjectID: transactionID, actorID: null, requestID: null, at: now })
}

const RECEIPT_SENT = { action: 'transaction.receipt', subjectKind: 'transaction', after: {} } as const

async function receiptLetter(tx: Queryable, transactionID: string, now: Date) {
  const [row] = await transactionsWhere(tx, eq(transactions.transactionID, transactionID))
  if (!row) throw new Refused('not_found')
  const receipt = await receiptOf(tx, row, now)
  const write: Letter['write'] = (settings, reader) =>
    letterOf(settings, 'receipt', {
      ...reader,
      number: receipt.number,
      amount: showMoney(receipt.amount),
      datePaid: formatDay(receipt.issueDate),
      balance: balanceSentence(receipt.balance),
    })
  return { customerID: row.customerID!, receipt, write }
}

export async function mailStatement(
  tx: Queryable,
  deps: Needs,
  author: Author,
  { customerID, ...days }: { customerID: string; from?: Day | undefined; to?: Day | undefined },
): Promise<void> {
  const statement = await statementOfAccount(tx, customerID, days, author.now)
  const to = await recipientOf(tx, customerID)
  if (to.problem !== null) throw new Refused(to.problem)
  const dedupeKey = `statement ${customerID} ${filenameOf(statement)} ${author.now.getTime()}`
  const write: Letter['write'] = (settings, reader) =>
    letterOf(settings, 'statement', {
      ...reader,
      from: formatDay(statement.from),
      to: formatDay(statement.to),
      // The balance may have changed since a day that is over.
      balance:
        statement.to < statement.issueDate
          ? pastBalanceSentence(statement.closing, statement.to)
          : balanceSentence(statement.closing),
      reference: statement.buyer.paymentReference,
    })
  await queue(tx, deps, to, { dedupeKey, document: statement, write }, author.now)
  await recordChange(tx, author, {
    action: 'customer.statement',
    subjectKind: 'customer',
    subjectID: customerID,
    after: { from: statement.from, to: statement.to },
  })
}

type Recipient =
  | { readonly problem: null; readonly name: string; readonly email: string }
  | { readonly problem: 'email_missing' | 'email_unwanted' }

async function recipientOf(tx: Queryable, customerID: string): Promise<Recipient> {
  const [to] = await tx
    .select({
      firstName: users.firstName,
      email: users.email,
      billToName: customers.billToName,
      billToEmail: customers.billToEmail,
      unwanted: customers.doNotSendInvoiceEmail,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .where(eq(customers.customerID, customerID))
  if (!to) throw new Refused('not_found')
  if (to.unwanted) return { problem: 'email_unwanted' }
  const email = to.billToEmail ?? to.email
  return email === null ? { problem: 'email_missing' } : { problem: null, name: to.billToName ?? to.firstName, email }
}

interface Letter {
  readonly dedupeKey: string
  readonly document: Receipt | AccountStatement
  readonly write: (
    settings: SettingsInForce,
    reader: { firstName: string; refId: string },
  ) => { subject: string; text: string }
}

async function queue(
  tx: Queryable,
  deps: Needs,
  to: Extract<Recipient, { problem: null }>,
  { dedupeKey, document, write }: Letter,
  now: Date,
): Promise<void> {
  const { refId } = document.buyer
  const letter = write(await settingsInForce(tx), { firstName: to.name, refId })
  const attachments = [{ filename: filenameOf(document), document }]
  await queueMail(tx, deps.mail, { dedupeKey, to: to.email, ...letter, attachments }, now)
}

export function filenameOf(document: Receipt | AccountStatement): string {
  return document.kind === 'receipt'
    ? `Receipt ${document.number}.pdf`
    : `Statement ${document.buyer.refId} ${document.from} ${document.to}.pdf`
}
