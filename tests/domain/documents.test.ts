import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { documentProblem } from '#domain/documents/document-problem.ts'
import type { PrintedDocument } from '#domain/documents/documents.ts'
import { print } from '#domain/documents/print.ts'
import type { Printout } from '#domain/documents/printout.ts'
import { gstOf, showMoney } from '#domain/money.ts'
import {
  adjustment,
  bagLines,
  BUYER,
  driverPay,
  FIRM,
  invoice,
  rcti,
  rctiAdjustment,
  receipt,
  statement,
} from '../fixtures/documents.ts'

const factsOf = (printout: Printout) => Object.fromEntries(printout.facts.map(({ label, value }) => [label, value]))
const sumsOf = (printout: Printout) => Object.fromEntries(printout.table.sums.map(({ label, value }) => [label, value]))
const panelOf = (printout: Printout, title: string) => printout.panels.find((panel) => panel.title === title)
const linesOf = (printout: Printout, title: string) =>
  Object.fromEntries((panelOf(printout, title)?.facts ?? []).map(({ label, value }) => [label, value]))

describe('the name of a document', () => {
  it.each([
    [invoice(), 'Tax invoice'],
    [invoice({ gstRegistered: false }), 'Invoice'],
    [invoice({ invoiceKind: 'opening' }), 'Opening balance'],
    [invoice({ invoiceKind: 'debit' }), 'Debit note'],
    [adjustment(), 'Adjustment note'],
    [adjustment({ gstRegistered: false }), 'Credit note'],
    [statement(1), 'Account statement'],
    [receipt(), 'Receipt'],
    [driverPay(), 'Pay statement'],
    [rcti(), 'Recipient created tax invoice'],
    [rctiAdjustment(), 'Recipient created adjustment note'],
  ])('follows its kind and the GST status: %#', (document, heading) => {
    expect(print(document).heading).toBe(heading)
  })

  it('of an increase without GST is not credit note', () => {
    const more = { before: { amount: 5000, gst: 0 }, after: { amount: 7500, gst: 0 } }
    expect(print(adjustment({ gstRegistered: false, ...more })).heading).toBe('Debit note')
  })

  it('names a debit note that it adjusts by its name', () => {
    const printout = print(
      adjustment({ gstRegistered: false, invoice: { number: 'DEBIT-000001', issueDate: '2026-11-09' } }),
    )
    expect(printout.facts).toContainEqual({ label: 'Debit note', value: 'DEBIT-000001 of 09/11/2026' })
    expect(JSON.stringify(printout)).not.toContain('Invoice DEBIT')
  })
})

describe('an invoice', () => {
  it('says who sells, who buys, when, what, for how much and how to pay', () => {
    const printout = print(invoice({ lines: bagLines(3) }))
    expect(printout).toMatchObject({
      title: 'Tax invoice INV-000123',
      day: '2026-11-09',
      firm: {
        name: 'Green Valley Bags Pty Ltd',
        lines: [
          'Unit 4, 18 Depot Road',
          'Hornsby NSW 2077',
          '02 9876 5432 · office@greenvalleybags.example',
          'ABN 51 824 753 556',
        ],
      },
      addressee: { name: 'Anna Kowalski' },
      headline: { label: 'Amount due', value: '$75.00', note: 'by 16/11/2026' },
    })
    expect(factsOf(printout)).toEqual({
      'Issue date': '09/11/2026',
      'Due date': '16/11/2026',
      'Customer number': '10482',
      'Payment reference': '104828',
      Run: 'Week 1, November · 2–8 Nov 2026',
    })
    expect(printout.table.rows[0]).toEqual(['12/01/2026', 'Garden bag collected', '1', '$25.00', '$25.00'])
    expect(sumsOf(printout)).toEqual({ 'Total including GST': '$75.00', 'GST included': '$6.82' })
    expect(panelOf(printout, 'How to pay')?.link?.url).toBe('https://rounds.example/pay/3f9c2a')
    expect(linesOf(printout, 'How to pay')).toMatchObject({ BSB: '062-000', Reference: '104828' })
  })

  it.each([invoice({ gstRegistered: false }), invoice({ invoiceKind: 'opening' }), invoice({ invoiceKind: 'debit' })])(
    'without GST names none: %#',
    (document) => {
      expect(sumsOf(print(document))).toEqual({ Total: '$25.00' })
    },
  )

  it('paid in part from credit asks for the rest, and paid in full for nothing; the lines of the account add up', () => {
    const account = { before: 1000, creditUsed: 1000, now: -1500 }
    const part = print(invoice({ account }))
    expect(part.headline.value).toBe('$15.00')
    expect(sumsOf(part)).toMatchObject({ 'Paid from your credit': '-$10.00', 'Amount due': '$15.00' })
    expect(linesOf(part, 'Your account')).toEqual({
      'Balance before': '$10.00 in credit',
      'This invoice': '$25.00',
      'Balance after': '$15.00 owing',
    })
    const full = print(invoice({ account: { before: 2500, creditUsed: 2500, now: 0 } }))
    expect(full.headline).toMatchObject({ value: '$0.00', note: 'Nothing to pay' })
    expect(panelOf(full, 'How to pay')).toMatchObject({ link: null, text: expect.stringContaining('Nothing to pay') })
  })

  it('offers only the ways to pay that the firm has', () => {
    expect(panelOf(print(invoice({ bank: null, payUrl: null })), 'How to pay')).toBeUndefined()
    expect(panelOf(print(invoice({ bank: null })), 'How to pay')).toMatchObject({ facts: [], text: '' })
    expect(panelOf(print(invoice({ payUrl: null })), 'How to pay')?.link).toBeNull()
  })

  it('shows its total, GST and lines as in the snapshot, whatever they are', () => {
    const cents = fc.integer({ min: 0, max: 100_000_000 })
    const line = fc.record({
      day: fc.option(fc.constant('2026-11-02')),
      description: fc.string(),
      quantity: fc.nat(99),
      price: cents,
      amount: cents,
    })
    fc.assert(
      fc.property(fc.array(line), cents, fc.nat(100), fc.boolean(), (lines, amount, share, gstRegistered) => {
        const creditUsed = Math.floor((amount * share) / 100)
        const document = invoice({ lines, amount, gstRegistered, account: { before: 0, creditUsed, now: -amount } })
        const printout = print(document)
        expect(Object.values(sumsOf(printout))[0]).toBe(showMoney(amount))
        expect(sumsOf(printout)['GST included']).toBe(gstRegistered ? showMoney(gstOf(amount)) : undefined)
        expect(printout.headline.value).toBe(showMoney(amount - creditUsed))
        expect(printout.table.rows.map((row) => row[4])).toEqual(lines.map((one) => showMoney(one.amount)))
      }),
    )
  })
})

test('An address of very many lines is joined into five', () => {
  const address = Array.from({ length: 150 }, (_, index) => index).join('\n')
  const { addressee, firm } = print(invoice({ buyer: { ...BUYER, address, email: null }, firm: { ...FIRM, address } }))
  expect(addressee.lines.slice(0, 4)).toEqual(['0', '1', '2', '3'])
  expect(addressee.lines[4]).toMatch(/^4, 5, .*, 149$/)
  expect(addressee.lines).toHaveLength(5)
  expect(firm.lines).toHaveLength(7)
})

describe('an adjustment', () => {
  it('names the invoice, the reason, and the difference in price and GST', () => {
    const printout = print(adjustment())
    expect(factsOf(printout)).toMatchObject({ 'Tax invoice': 'INV-000123 of 09/11/2026' })
    expect(printout.headline).toEqual({ label: 'Decrease', value: '$25.00', note: 'including GST $2.27' })
    expect(sumsOf(printout)).toEqual({ 'Decrease in price': '-$25.00', 'Decrease in GST': '-$2.27' })
    expect(printout.notes).toEqual([{ title: 'Reason', text: 'One bag was counted twice on 12/10/2026.' }])
    expect(printout.firm.lines).toContain('ABN 51 824 753 556')
  })

  it('is an increase or a decrease by exactly what the invoice changed', () => {
    const cents = fc.integer({ min: 0, max: 100_000_000 })
    fc.assert(
      fc.property(cents, cents, (was, is) => {
        const before = { amount: was, gst: gstOf(was) }
        const after = { amount: is, gst: gstOf(is) }
        const { headline, table } = print(adjustment({ before, after }))
        expect(headline).toMatchObject({
          label: is < was ? 'Decrease' : 'Increase',
          value: showMoney(Math.abs(is - was)),
        })
        expect(table.sums.map(({ value }) => value.replace('+', ''))).toEqual([
          showMoney(is - was),
          showMoney(after.gst - before.gst),
        ])
      }),
    )
  })
})

test('A statement lists every line with its balance, the ageing, and how to pay while something is owing', () => {
  const document = statement(60)
  const printout = print(document)
  expect(printout.table.rows).toHaveLength(61)
  expect(printout.table.rows[0]).toEqual(['01/01/2026', 'Opening balance', '', '', '-$25.00'])
  expect(printout.table.rows.slice(1).map((row) => row[4])).toEqual(
    document.lines.map(({ balance }) => showMoney(balance)),
  )
  expect(sumsOf(printout)).toEqual({ 'Closing balance': showMoney(document.closing) })
  expect(printout.headline.value).toBe('$475.00 owing')
  expect(printout.strip?.facts.map(({ value }) => value)).toEqual(['$75.00', '$75.00', '$0.00', '$25.00', '$300.00'])
  expect(panelOf(printout, 'How to pay')).toBeDefined()
  expect(print(statement(2, { closing: 500 })).panels).toEqual([])
})

test('A receipt says how the money came, what it paid and what became credit', () => {
  const printout = print(receipt({ amount: 11_998, rounding: 2 }))
  expect(printout.headline.value).toBe('$119.98')
  expect(printout.table.rows).toEqual([
    ['Invoice INV-000123', '$100.00'],
    ['Credit on your account', '$20.00'],
  ])
  expect(sumsOf(printout)).toEqual({ 'Cash rounding': '+$0.02', 'Payment received': '$119.98' })
  // Of an earlier version, which did not note when the paper was made.
  expect(linesOf(printout, 'Your account')).toEqual({ Balance: '$20.00 in credit' })
})

test('A receipt made days after the payment says of which day its balance is', () => {
  const printout = print(receipt({ issueDate: '2026-11-03', balanceOn: '2026-11-30' }))
  expect(linesOf(printout, 'Your account')).toEqual({ 'Balance on 30/11/2026': '$20.00 in credit' })
})

test('A recipient created tax invoice adds GST on top and says that the supplier pays it', () => {
  const printout = print(rcti())
  expect(printout.addressee).toMatchObject({ label: 'Supplier', name: 'Minh Trần' })
  // The lines are without it.
  expect(printout.table.columns.at(-1)?.heading).toBe('Without GST')
  expect(printout.addressee.lines).toContain('ABN 53 004 085 616')
  expect(sumsOf(printout)).toEqual({
    'Total without GST': '$845.00',
    'GST 10%': '$84.50',
    'Total including GST': '$929.50',
  })
  expect(printout.notes[0]?.text).toContain('payable by the supplier, Minh Trần')
  expect(printout.notes[0]?.text).toContain('agreement of 01/07/2026')
})

test('The adjustment note of a reversed recipient created tax invoice takes its price and GST back (M22)', () => {
  const printout = print(rctiAdjustment())
  expect(printout.addressee).toMatchObject({ label: 'Supplier', name: 'Minh Trần' })
  expect(printout.firm.lines).toContain('ABN 51 824 753 556')
  expect(factsOf(printout)).toEqual({ 'Issue date': '23/11/2026', 'Tax invoice': 'RCTI-000012 of 20/11/2026' })
  expect(printout.headline).toEqual({ label: 'Decrease', value: '$929.50', note: 'including GST $84.50' })
  expect(sumsOf(printout)).toEqual({
    'Decrease without GST': '-$845.00',
    'Decrease in GST': '-$84.50',
    'Decrease including GST': '-$929.50',
  })
  expect(printout.notes[0]).toEqual({ title: 'Reason', text: 'Paid for the wrong week' })
  expect(printout.notes[1]?.text).toContain('the recipient, issued this adjustment note')
})

test('A pay statement shows how each amount is worked out, and whether it is paid', () => {
  const printout = print(driverPay())
  expect(printout.table.rows[0]).toEqual([
    '03/11/2026',
    'R00042 · 96 stops',
    '104 bags × $4.00 + 50% of $10.00',
    '$421.00',
  ])
  expect(printout.headline).toEqual({ label: 'Total pay', value: '$845.00', note: 'Paid 20/11/2026' })
  expect(print(driverPay({ paid: null })).headline.note).toBe('Not paid yet')
})

describe('what tax law requires', () => {
  const unnamed = { ...BUYER, name: ' ' }
  const noABN = { ...FIRM, abn: '' }
  const large = { amount: 100_000, gst: 9091 }

  it.each<[string, PrintedDocument, string | null]>([
    ['a complete tax invoice', invoice(), null],
    ['a tax invoice without an ABN', invoice({ firm: noABN }), 'A valid ABN is missing in Settings.'],
    ['a wrong ABN', invoice({ firm: { ...FIRM, abn: '51824753557' } }), 'A valid ABN is missing in Settings.'],
    ['no business name', invoice({ firm: { ...FIRM, name: '' } }), 'The business name is missing in Settings.'],
    ['an invoice without GST or ABN', invoice({ gstRegistered: false, firm: noABN }), null],
    ['an opening balance without an ABN', invoice({ invoiceKind: 'opening', firm: noABN }), null],
    ['a nameless buyer below $1,000', invoice({ buyer: unnamed, amount: 99_999 }), null],
    [
      'a nameless buyer from $1,000 on',
      invoice({ buyer: unnamed, amount: 100_000 }),
      'From $1,000.00 the customer’s name is needed.',
    ],
    [
      'an adjustment of a large invoice',
      adjustment({ buyer: unnamed, before: large }),
      'From $1,000.00 the customer’s name is needed.',
    ],
    ['an adjustment without an ABN', adjustment({ firm: noABN }), 'A valid ABN is missing in Settings.'],
    ['a credit note without an ABN', adjustment({ gstRegistered: false, firm: noABN }), null],
    ['a driver without an ABN', rcti({ payee: { ...rcti().payee, abn: '' } }), 'The driver’s ABN is missing.'],
    [
      'an adjustment note of a driver’s tax invoice',
      rctiAdjustment({ firm: noABN }),
      'A valid ABN is missing in Settings.',
    ],
    ['a receipt', receipt({ firm: noABN }), null],
    ['a statement', statement(1, { firm: noABN }), null],
    ['a pay statement', driverPay({ firm: noABN }), null],
  ])('is checked before sending: %s', (_name, document, problem) => {
    expect(documentProblem(document)).toBe(problem)
  })
})
