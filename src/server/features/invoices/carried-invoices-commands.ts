import { documentProblem } from '#domain/documents/document-problem.ts'
import type { InvoiceDocument } from '#domain/documents/documents.ts'
import { formatDay } from '#domain/dates.ts'
import { showMoney } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import type { Author } from '../../http/changes.ts'
import type { Dependencies } from '../../ports.ts'
import { documentsOf } from './documents-reads.ts'
import { type InvoiceShown, lockInvoices } from './invoices-reads.ts'
import { noteMailed } from './sending-commands.ts'

export interface CarriedInvoice {
  readonly document: InvoiceDocument
  readonly sentence: string
}

/**
 * The documents, by customer, that a mail with other news carries to the customers themselves. They count as sent. The
 * office sends those of other payers, and those that are incomplete.
 */
export async function carryInvoices(
  tx: Queryable,
  deps: Pick<Dependencies, 'config' | 'secrets' | 'payments'>,
  author: Author,
  invoiceIDs: readonly string[],
): Promise<Map<string, CarriedInvoice[]>> {
  const rows = (await lockInvoices(tx, invoiceIDs))
    .filter(({ email, billToEmail, sentAt }) => email !== null && billToEmail === null && sentAt === null)
    .toSorted((a, b) => a.number - b.number)
  const documents = await documentsOf(tx, deps, rows)
  const carried = rows.flatMap((row, at) =>
    documentProblem(documents[at]!) === null ? [{ row, document: documents[at]! }] : [],
  )
  await noteMailed(
    tx,
    author,
    carried.map(({ row }) => ({ row, step: 'send' })),
  )
  const byCustomer = new Map<string, CarriedInvoice[]>()
  for (const { row, document } of carried) {
    const one = { document, sentence: sentenceOf(row, document) }
    byCustomer.set(row.customerID, [...(byCustomer.get(row.customerID) ?? []), one])
  }
  return byCustomer
}

function sentenceOf(
  { amount, allocated, dueDate }: Pick<InvoiceShown, 'amount' | 'allocated' | 'dueDate'>,
  { number, payUrl }: InvoiceDocument,
): string {
  const owing = amount - allocated
  const pay = owing > 0 ? `Please pay ${showMoney(owing)} by ${formatDay(dueDate)}.` : 'It is paid already.'
  const online = owing > 0 && payUrl !== null ? `\nPay online: ${payUrl}` : ''
  return `Your invoice ${number} for ${showMoney(amount)} is attached. ${pay}${online}`
}
