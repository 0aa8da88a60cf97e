import { documentProblem } from '#domain/documents/document-problem.ts'
import type { InvoiceDocument } from '#domain/documents/documents.ts'
import { formatDay } from '#domain/dates.ts'
import { isUndelivered } from '#domain/delivery.ts'
import { showMoney } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import type { Author } from '../../http/changes.ts'
import type { Dependencies } from '../../ports.ts'
import { type ChargeAnnounced, chargesAnnounced } from './charge-announcer.ts'
import { documentsOf } from './documents-reads.ts'
import { type InvoiceShown, lockInvoices } from './invoices-reads.ts'
import { noteMailed } from './sending-commands.ts'

export interface CarriedInvoice {
  readonly row: InvoiceShown
  readonly document: InvoiceDocument
  readonly sentence: string
  readonly charge: ChargeAnnounced | undefined
}

/**
 * The documents, by customer, that a mail with other news can carry to the customers themselves. The office sends those
 * of other payers, and those that are incomplete. `noteCarried` follows once the mail is queued.
 */
export async function carriableInvoices(
  tx: Queryable,
  deps: Pick<Dependencies, 'config' | 'secrets' | 'payments'>,
  invoiceIDs: readonly string[],
  now: Date,
): Promise<Map<string, CarriedInvoice[]>> {
  const rows = (await lockInvoices(tx, invoiceIDs))
    .filter(({ email, billToEmail, delivery }) => email !== null && billToEmail === null && isUndelivered(delivery))
    .toSorted((a, b) => a.number - b.number)
  const documents = await documentsOf(tx, deps, rows)
  const charges = await chargesAnnounced(tx, deps, rows, now)
  const byCustomer = new Map<string, CarriedInvoice[]>()
  for (const [at, row] of rows.entries()) {
    const document = documents[at]!
    if (documentProblem(document) !== null) continue
    const charge = charges.get(row.invoiceID)
    const one = { row, document, charge, sentence: sentenceOf(row, document, charge) }
    byCustomer.set(row.customerID, [...(byCustomer.get(row.customerID) ?? []), one])
  }
  return byCustomer
}

/** @param carried by the ID of the mail that carries them */
export async function noteCarried(
  tx: Queryable,
  author: Author,
  carried: readonly { readonly mailID: string; readonly invoices: readonly CarriedInvoice[] }[],
): Promise<void> {
  await noteMailed(
    tx,
    author,
    carried.flatMap(({ mailID, invoices }) =>
      invoices.map(({ row, charge }) => ({ row, charge, step: 'send' as const, mailID })),
    ),
  )
}

function sentenceOf(
  { amount, allocated, dueDate, isPaid }: Pick<InvoiceShown, 'amount' | 'allocated' | 'dueDate' | 'isPaid'>,
  { number, payUrl }: InvoiceDocument,
  charge: ChargeAnnounced | undefined,
): string {
  const owing = amount - allocated
  if (charge) return `Your invoice ${number} for ${showMoney(amount)} is attached. ${charge.sentence}`
  const settled = isPaid ? 'It is paid already.' : 'There is nothing to pay.'
  const pay = owing > 0 ? `Please pay ${showMoney(owing)} by ${formatDay(dueDate)}.` : settled
  const online = owing > 0 && payUrl !== null ? `\nPay online: ${payUrl}` : ''
  return `Your invoice ${number} for ${showMoney(amount)} is attached. ${pay}${online}`
}
