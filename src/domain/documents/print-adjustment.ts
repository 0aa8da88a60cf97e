import { formatDay } from '../dates.ts'
import { invoiceTitle } from '../invoicing.ts'
import { showMoney } from '../money.ts'
import type { AdjustmentDocument } from './documents.ts'
import { accountPanel, addresseeOf, letterhead, showChange } from './print-parts.ts'
import type { Printout } from './printout.ts'

export function printAdjustment(adjustment: AdjustmentDocument): Printout {
  const { gstRegistered, before, after, invoice, buyer, account } = adjustment
  const price = after.amount - before.amount
  const gst = after.gst - before.gst
  const change = price < 0 ? 'Decrease' : 'Increase'
  const isDebitNote = invoiceTitle(invoice.number).startsWith('Debit')
  const row = (words: string, amount: string, tax: string) => [words, ...(gstRegistered ? [tax] : []), amount]
  return {
    ...letterhead(adjustment.firm, headingOf(gstRegistered, price), adjustment.number, adjustment),
    addressee: addresseeOf('To', buyer),
    facts: [
      { label: 'Issue date', value: formatDay(adjustment.issueDate) },
      {
        label: gstRegistered ? 'Tax invoice' : isDebitNote ? 'Debit note' : 'Invoice',
        value: `${invoice.number} of ${formatDay(invoice.issueDate)}`,
      },
      { label: 'Customer number', value: buyer.refId },
    ],
    headline: {
      label: change,
      value: showMoney(Math.abs(price)),
      note: gstRegistered ? `including GST ${showMoney(Math.abs(gst))}` : '',
    },
    table: {
      columns: [
        { kind: 'text', heading: invoiceTitle(invoice.number) },
        ...(gstRegistered ? [{ kind: 'money', heading: 'GST included' } as const] : []),
        { kind: 'money', heading: gstRegistered ? 'Price incl. GST' : 'Price' },
      ],
      rows: [
        row('Before', showMoney(before.amount), showMoney(before.gst)),
        row('Now', showMoney(after.amount), showMoney(after.gst)),
      ],
      empty: '',
      sums: [
        { label: `${change} in price`, value: showChange(price), strong: true },
        ...(gstRegistered ? [{ label: `${change} in GST`, value: showChange(gst), strong: false }] : []),
      ],
    },
    strip: null,
    panels: account === null ? [] : [accountPanel(account, { label: 'This note', value: showChange(price) })],
    notes: [{ title: 'Reason', text: adjustment.reason }],
  }
}

/** Without GST a decrease is a credit note (domain.md 11, M1); an increase would be misread under that name. */
function headingOf(gstRegistered: boolean, price: number): string {
  if (gstRegistered) return 'Adjustment note'
  return price > 0 ? 'Debit note' : 'Credit note'
}
