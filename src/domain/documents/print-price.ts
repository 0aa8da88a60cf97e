import { formatDay } from '../dates.ts'
import { showMoney } from '../money.ts'
import type { PriceLetter } from './documents.ts'
import { addresseeOf, letterhead } from './print-parts.ts'
import type { Printout } from './printout.ts'

export function printPriceLetter(letter: PriceLetter): Printout {
  const { buyer, from } = letter
  const label = from === null ? 'Cancelled price' : 'New price'
  return {
    ...letterhead(letter.firm, letter.heading, '', letter),
    addressee: addresseeOf('Customer', buyer),
    facts: [
      { label: 'Date', value: formatDay(letter.issueDate) },
      { label: 'Customer number', value: buyer.refId },
    ],
    headline: {
      label,
      value: showMoney(letter.newPrice),
      note: from === null ? '' : `from ${formatDay(from)}`,
    },
    table: {
      columns: [
        { kind: 'text', heading: 'Service' },
        { kind: 'money', heading: 'Instead of' },
        { kind: 'money', heading: label },
      ],
      rows: [[letter.service, showMoney(letter.oldPrice), showMoney(letter.newPrice)]],
      empty: '',
      sums: [],
    },
    strip: null,
    panels: [],
    notes: [{ title: '', text: letter.text }],
  }
}
