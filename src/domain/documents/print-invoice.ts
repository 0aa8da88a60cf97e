import { formatDay } from '../dates.ts'
import { type Cents, showMoney } from '../money.ts'
import type { InvoiceDocument } from './documents.ts'
import { accountPanel, addresseeOf, howToPay, letterhead } from './print-parts.ts'
import type { Panel, Printout } from './printout.ts'

export function printInvoice(invoice: InvoiceDocument): Printout {
  const { buyer, amount, account } = invoice
  const toPay = amount - (account?.creditUsed ?? 0)
  const pay = howToPay(buyer, invoice)
  const panels: (Panel | null)[] = [
    pay && (toPay > 0 ? pay : { ...pay, text: 'Nothing to pay now. For later payments:', link: null }),
    account && accountPanel(account, { label: `This ${thing(invoice)}`, value: showMoney(amount) }),
  ]
  return {
    ...letterhead(invoice.firm, headingOf(invoice), invoice.number, invoice),
    addressee: addresseeOf('Bill to', buyer),
    facts: [
      { label: 'Issue date', value: formatDay(invoice.issueDate) },
      { label: 'Due date', value: formatDay(invoice.dueDate) },
      { label: 'Customer number', value: buyer.refId },
      { label: 'Payment reference', value: buyer.paymentReference },
      ...(invoice.runs.length === 0 ? [] : [{ label: 'Run', value: invoice.runs.join('; ') }]),
    ],
    headline: {
      label: 'Amount due',
      value: showMoney(toPay),
      note: toPay > 0 ? `by ${formatDay(invoice.dueDate)}` : 'Nothing to pay',
    },
    table: {
      columns: [
        { kind: 'day', heading: 'Date' },
        { kind: 'text', heading: 'Description' },
        { kind: 'count', heading: 'Quantity' },
        { kind: 'money', heading: 'Price' },
        { kind: 'money', heading: 'Amount' },
      ],
      rows: invoice.lines.map((line) => [
        line.day === null ? '' : formatDay(line.day),
        line.description,
        String(line.quantity),
        showMoney(line.price),
        showMoney(line.amount),
      ]),
      empty: 'No lines',
      sums: sumsOf(invoice, toPay),
    },
    strip: null,
    panels: panels.filter((panel) => panel !== null),
    notes: [
      ...(invoice.invoiceKind === 'sale' && !invoice.gstRegistered ? [{ title: '', text: 'No GST is charged.' }] : []),
      ...(invoice.notes.trim() === '' ? [] : [{ title: 'Notes', text: invoice.notes }]),
    ],
  }
}

function isTaxInvoice({ invoiceKind, gstRegistered }: InvoiceDocument): boolean {
  return invoiceKind === 'sale' && gstRegistered
}

function headingOf(invoice: InvoiceDocument): string {
  if (invoice.invoiceKind === 'opening') return 'Opening balance'
  if (invoice.invoiceKind === 'debit') return 'Debit note'
  return isTaxInvoice(invoice) ? 'Tax invoice' : 'Invoice'
}

const THINGS = { sale: 'invoice', opening: 'opening balance', debit: 'debit note' } as const

const thing = (invoice: InvoiceDocument) => THINGS[invoice.invoiceKind]

function sumsOf(invoice: InvoiceDocument, toPay: Cents): Printout['table']['sums'] {
  const taxed = isTaxInvoice(invoice)
  return [
    { label: taxed ? 'Total including GST' : 'Total', value: showMoney(invoice.amount), strong: true },
    ...(taxed ? [{ label: 'GST included', value: showMoney(invoice.gst), strong: false }] : []),
    ...(toPay === invoice.amount
      ? []
      : [
          { label: 'Paid from your credit', value: showMoney(toPay - invoice.amount), strong: false },
          { label: 'Amount due', value: showMoney(toPay), strong: true },
        ]),
  ]
}
