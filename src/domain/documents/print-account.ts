import { formatDay } from '../dates.ts'
import { invoiceTitle } from '../invoicing.ts'
import { showMoney } from '../money.ts'
import type { AccountStatement, Ageing, Receipt } from './documents.ts'
import { addresseeOf, howToPay, letterhead, showBalance, showChange } from './print-parts.ts'
import type { Fact, Printout } from './printout.ts'

export function printStatement(statement: AccountStatement): Printout {
  const { buyer, closing } = statement
  const [from, to] = [formatDay(statement.from), formatDay(statement.to)]
  const pay = closing < 0 ? howToPay(buyer, statement) : null
  return {
    ...letterhead(statement.firm, 'Account statement', '', statement),
    title: `Account statement ${buyer.refId} ${from} to ${to}`,
    addressee: addresseeOf('Customer', buyer),
    facts: [
      { label: 'From', value: from },
      { label: 'To', value: to },
      { label: 'Made on', value: formatDay(statement.issueDate) },
      { label: 'Customer number', value: buyer.refId },
      { label: 'Payment reference', value: buyer.paymentReference },
    ],
    headline: { label: 'Balance', value: showBalance(closing), note: `on ${to}` },
    table: {
      columns: [
        { kind: 'day', heading: 'Date' },
        { kind: 'text', heading: 'What' },
        { kind: 'reference', heading: 'Reference' },
        { kind: 'money', heading: 'Change' },
        { kind: 'money', heading: 'Balance' },
      ],
      rows: [
        [from, 'Opening balance', '', '', showMoney(statement.opening)],
        ...statement.lines.map((line) => [
          formatDay(line.day),
          line.what,
          line.reference,
          showChange(line.effect),
          showMoney(line.balance),
        ]),
      ],
      empty: '',
      sums: [{ label: 'Closing balance', value: showMoney(closing), strong: true }],
    },
    strip: {
      title: `Owing on ${formatDay(statement.issueDate)}, by days overdue`,
      facts: ageingFacts(statement.ageing),
    },
    panels: pay === null ? [] : [pay],
    notes: [{ title: '', text: 'A balance with a minus is owing; without one it is your credit.' }],
  }
}

export function printReceipt(receipt: Receipt): Printout {
  const { buyer, rounding, toCredit } = receipt
  return {
    ...letterhead(receipt.firm, 'Receipt', receipt.number, receipt),
    addressee: addresseeOf('Received from', buyer),
    facts: [
      { label: 'Date', value: formatDay(receipt.issueDate) },
      { label: 'Paid by', value: receipt.method },
      ...(receipt.reference === '' ? [] : [{ label: 'Reference', value: receipt.reference }]),
      { label: 'Customer number', value: buyer.refId },
    ],
    headline: { label: 'Payment received', value: showMoney(receipt.amount), note: 'Thank you' },
    table: {
      columns: [
        { kind: 'text', heading: 'Used for' },
        { kind: 'money', heading: 'Amount' },
      ],
      rows: [
        ...receipt.paid.map(({ number, amount }) => [invoiceTitle(number), showMoney(amount)]),
        ...(toCredit === 0 ? [] : [['Credit on your account', showMoney(toCredit)]]),
      ],
      empty: 'Not used yet',
      sums: [
        ...(rounding === 0 ? [] : [{ label: 'Cash rounding', value: showChange(rounding), strong: false }]),
        { label: 'Payment received', value: showMoney(receipt.amount), strong: true },
      ],
    },
    strip: null,
    panels: [
      {
        title: 'Your account',
        text: '',
        link: null,
        facts: [
          {
            label: receipt.balanceOn === undefined ? 'Balance' : `Balance on ${formatDay(receipt.balanceOn)}`,
            value: showBalance(receipt.balance),
          },
        ],
      },
    ],
    notes: [],
  }
}

function ageingFacts(ageing: Ageing): Fact[] {
  return [
    { label: 'Not due yet', value: showMoney(ageing.current) },
    { label: '1–30 days', value: showMoney(ageing.days1to30) },
    { label: '31–60 days', value: showMoney(ageing.days31to60) },
    { label: '61–90 days', value: showMoney(ageing.days61to90) },
    { label: 'Over 90 days', value: showMoney(ageing.over90) },
  ]
}
