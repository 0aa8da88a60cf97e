import { formatDay } from '../dates.ts'
import { showMoney } from '../money.ts'
import type { DriverPayStatement, Payee, RecipientAdjustmentNote, RecipientTaxInvoice } from './documents.ts'
import { showABN } from '../identifiers.ts'
import { letterhead, linesOf, showChange } from './print-parts.ts'
import type { Fact, Printout } from './printout.ts'

export function printDriverPay(statement: DriverPayStatement): Printout {
  return {
    ...payPage(statement, 'Pay statement', 'Driver'),
    headline: headlineOf(statement, 'Total pay'),
    table: {
      ...linesTable(statement),
      sums: [{ label: 'Total pay', value: showMoney(statement.total), strong: true }],
    },
    notes: [],
  }
}

export function printRecipientTaxInvoice(invoice: RecipientTaxInvoice): Printout {
  const { firm, payee } = invoice
  return {
    ...payPage(invoice, 'Recipient created tax invoice', 'Supplier'),
    headline: headlineOf(invoice, 'Total including GST'),
    table: {
      ...linesTable(invoice),
      sums: [
        { label: 'Total without GST', value: showMoney(invoice.subtotal), strong: false },
        { label: 'GST 10%', value: showMoney(invoice.gst), strong: false },
        { label: 'Total including GST', value: showMoney(invoice.total), strong: true },
      ],
    },
    notes: [
      {
        title: 'GST',
        text:
          `The GST shown is payable by the supplier, ${payee.name}. ` +
          `${firm.name}, the recipient, issued this tax invoice under the agreement of ${formatDay(invoice.agreed)}. ` +
          'Both are registered for GST.',
      },
    ],
  }
}

export function printRecipientAdjustment(note: RecipientAdjustmentNote): Printout {
  const { firm, payee, invoice, subtotal, gst, total } = note
  const row = (words: string, cents: readonly number[]) => [words, ...cents.map(showMoney)]
  return {
    ...letterhead(firm, 'Recipient created adjustment note', note.number, note),
    addressee: payeeOf('Supplier', payee),
    facts: [
      { label: 'Issue date', value: formatDay(note.issueDate) },
      { label: 'Tax invoice', value: `${invoice.number} of ${formatDay(invoice.issueDate)}` },
    ],
    headline: { label: 'Decrease', value: showMoney(total), note: `including GST ${showMoney(gst)}` },
    table: {
      columns: [
        { kind: 'text', heading: `Tax invoice ${invoice.number}` },
        { kind: 'money', heading: 'Without GST' },
        { kind: 'money', heading: 'GST 10%' },
        { kind: 'money', heading: 'Including GST' },
      ],
      rows: [row('Before', [subtotal, gst, total]), row('Now', [0, 0, 0])],
      empty: '',
      sums: [
        { label: 'Decrease without GST', value: showChange(-subtotal), strong: false },
        { label: 'Decrease in GST', value: showChange(-gst), strong: false },
        { label: 'Decrease including GST', value: showChange(-total), strong: true },
      ],
    },
    strip: null,
    panels: [],
    notes: [
      { title: 'Reason', text: note.reason },
      {
        title: 'GST',
        text:
          `The GST payable by the supplier, ${payee.name}, is lower by the decrease shown. ` +
          `${firm.name}, the recipient, issued this adjustment note under the agreement of ${formatDay(note.agreed)}. ` +
          'Both are registered for GST.',
      },
    ],
  }
}

type Pay = DriverPayStatement | RecipientTaxInvoice

function payPage(pay: Pay, heading: string, label: string): Omit<Printout, 'headline' | 'table' | 'notes'> {
  const { payee } = pay
  const paid: Fact[] =
    pay.paid === null
      ? []
      : [
          { label: 'Paid on', value: formatDay(pay.paid.day) },
          { label: 'Paid by', value: pay.paid.method },
          ...(pay.paid.reference === '' ? [] : [{ label: 'Reference', value: pay.paid.reference }]),
        ]
  return {
    ...letterhead(pay.firm, heading, pay.number, pay),
    addressee: payeeOf(label, payee),
    facts: [
      { label: 'Issue date', value: formatDay(pay.issueDate) },
      { label: 'From', value: formatDay(pay.from) },
      { label: 'To', value: formatDay(pay.to) },
      ...paid,
    ],
    strip: null,
    panels: [],
  }
}

function payeeOf(label: string, { name, address, abn }: Payee): Printout['addressee'] {
  return { label, name, lines: [...linesOf(address), ...(abn === '' ? [] : [`ABN ${showABN(abn)}`])] }
}

function headlineOf(pay: Pay, label: string): Printout['headline'] {
  return {
    label,
    value: showMoney(pay.total),
    note: pay.paid === null ? 'Not paid yet' : `Paid ${formatDay(pay.paid.day)}`,
  }
}

function linesTable({ kind, lines }: DriverPayStatement | RecipientTaxInvoice): Omit<Printout['table'], 'sums'> {
  return {
    columns: [
      { kind: 'day', heading: 'Date' },
      { kind: 'text', heading: 'Work' },
      { kind: 'text', heading: 'How it is worked out' },
      { kind: 'money', heading: kind === 'rcti' ? 'Without GST' : 'Amount' },
    ],
    rows: lines.map((line) => [
      line.day === null ? '' : formatDay(line.day),
      line.description,
      line.formula,
      showMoney(line.amount),
    ]),
    empty: 'No work in this time',
  }
}
