import { documentProblem } from '#domain/documents/document-problem.ts'
import type { InvoiceDocument } from '#domain/documents/documents.ts'
import { formatDay } from '#domain/dates.ts'
import { showMoney } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import type { Author } from '../../http/changes.ts'
import type { Dependencies } from '../../ports.ts'
import { documentsOf } from './documents-reads.ts'
import { lockInvoices } from './invoices-reads.ts'
import { noteMailed } from './sending-commands.ts'

export interface CarriedInvoice {
  readonly document: InvoiceDocument
  /** What the mail says of it. */
  readonly sentence: string
}

/**
 * For mails to customers that carry a new invoice beside other news: by customer the document, where it may go to the
 * customer themselves. It counts as sent. Of several only the first is carried; the office sends the others, those of
 * other payers, and those that are incomplete.
 */
export async function carryInvoices(
  tx: Queryable,
  deps: Pick<Dependencies, 'config' | 'secrets' | 'payments'>,
  author: Author,
  invoiceIDs: readonly string[],
): Promise<Map<string, CarriedInvoice>> {
  const rows = (await lockInvoices(tx, invoiceIDs)).filter(
    ({ email, billToEmail, sentAt }) => email !== null && billToEmail === null && sentAt === null,
  )
  const first = [...new Map(rows.toReversed().map((row) => [row.customerID, row])).values()]
  const documents = await documentsOf(tx, deps, first)
  const carried = first.flatMap((row, at) =>
    documentProblem(documents[at]!) === null ? [{ row, document: documents[at]! }] : [],
  )
  await noteMailed(
    tx,
    author,
    carried.map(({ row }) => ({ row, step: 'send' })),
  )
  return new Map(
    carried.map(({ row, document }) => {
      const owing = row.amount - row.allocated
      const pay = owing > 0 ? `Please pay ${showMoney(owing)} by ${formatDay(row.dueDate)}.` : 'It is paid already.'
      const sentence = `Your invoice ${document.number} for ${showMoney(row.amount)} is attached. ${pay}`
      const online = owing > 0 && document.payUrl !== null ? `\nPay online: ${document.payUrl}` : ''
      return [row.customerID, { document, sentence: `${sentence}${online}` }]
    }),
  )
}
