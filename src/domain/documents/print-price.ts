import { formatDay } from '../dates.ts'
import { showMoney } from '../money.ts'
import type { PriceLetter } from './documents.ts'
import { addresseeOf, letterhead } from './print-parts.ts'
import type { Printout } from './printout.ts'

export function printPriceLetter(letter: PriceLetter): Printout {
  const { buyer, from } = letter
  return {
    ...letterhead(letter.firm, letter.heading, '', letter),
    addressee: addresseeOf('Customer', buyer),
    facts: [
      { label: 'Date', value: formatDay(letter.issueDate) },
      { label: 'Customer number', value: buyer.refId },
    ],
    headline: {
      label: from === null ? 'Your price' : 'New price',
      value: showMoney(letter.price),
      note: from === null ? 'as before' : `from ${formatDay(from)}`,
    },
    table: {
      columns: [
        { kind: 'text', heading: 'Service' },
        { kind: 'money', heading: from === null ? 'Announced' : 'Until then' },
        { kind: 'money', heading: from === null ? 'Your price' : 'New price' },
      ],
      rows: [[letter.service, showMoney(letter.other), showMoney(letter.price)]],
      empty: '',
      sums: [],
    },
    strip: null,
    panels: [],
    notes: [{ title: '', text: letter.text }],
  }
}
