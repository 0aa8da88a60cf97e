import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accrualRows, cashRows, type GstAccount, gstFigures, type GstRow, NO_GST } from '#domain/gst.ts'
import {
  type Account,
  EMPTY_ACCOUNT,
  type Entries,
  type InvoiceKind,
  owingOf,
  post,
  withInvoice,
} from '#domain/ledger.ts'
import {
  type ActContext,
  adjust,
  applyCredit,
  giveCredit,
  LedgerRefusal,
  refund,
  writeOff,
} from '#domain/ledger-acts.ts'
import { payAndRecover, writtenOffInvoices } from '#domain/ledger-recovery.ts'
import { reverse } from '#domain/ledger-reversals.ts'
import { gstOf } from '#domain/money.ts'

/** A customer's ledger with the rows that the report reads. */
class Books {
  account: Account = EMPTY_ACCOUNT
  day = '2026-11-01'
  #made = 0
  #rows = { invoices: [], adjustments: [], transactions: [], allocations: [] } as {
    -readonly [Kind in keyof GstAccount]: GstAccount[Kind][number][]
  }

  get rows(): GstAccount {
    return this.#rows
  }

  context = (autoApply = true): ActContext => ({ newID: this.id, autoApply, day: this.day })
  id = () => `id-${++this.#made}`

  issue(
    amount: number,
    { kind = 'invoice', gstRegistered = true }: { kind?: InvoiceKind; gstRegistered?: boolean } = {},
  ): string {
    const invoiceID = this.id()
    this.account = withInvoice(this.account, {
      invoiceID,
      kind,
      number: this.#made,
      dueDate: this.day,
      amount,
      allocated: 0,
      gstRegistered,
    })
    const issuedGst = gstRegistered ? gstOf(amount) : 0
    this.#rows.invoices.push({ invoiceID, kind, issueDate: this.day, issuedAmount: amount, issuedGst, gstRegistered })
    return invoiceID
  }

  book(entries: Entries): void {
    this.account = post(this.account, entries)
    const createdAt = new Date(1_800_000_000_000 + ++this.#made)
    for (const { invoiceID, day, amount } of entries.debits)
      this.#rows.invoices.push({
        invoiceID,
        kind: 'debit',
        issueDate: day,
        issuedAmount: amount,
        issuedGst: 0,
        gstRegistered: false,
      })
    this.#rows.transactions.push(...entries.transactions.map((row) => ({ ...row, createdAt, refNumber: ++this.#made })))
    this.#rows.allocations.push(...entries.allocations.map((row) => ({ ...row, day: this.day })))
    this.#rows.adjustments.push(...entries.adjustments.map((row) => ({ ...row, createdAt })))
  }

  pay(amount: number, invoiceID: string | null = null): string {
    const transactionID = this.id()
    const payment = { transactionID, amount, paymentType: 'EFT', notes: null, invoiceID, recover: false } as const
    this.book(payAndRecover(this.account, payment, this.context()))
    return transactionID
  }

  give(amount: number, purpose: 'goodwill' | 'opening'): void {
    this.book(giveCredit(this.account, { transactionID: this.id(), amount, purpose, notes: null }, this.context()))
  }

  adjust(invoiceID: string, amount: number): void {
    this.book(adjust(this.account, { invoiceID, amount, reason: 'Wrong', adjustmentID: this.id() }, this.context()))
  }

  writeOff(invoiceID: string, amount: number): string {
    const transactionID = this.id()
    this.book(writeOff(this.account, { invoiceID, amount, notes: 'Gone', transactionID }, this.context()))
    return transactionID
  }

  reverse(reverses: string): void {
    this.book(reverse(this.account, { reverses, transactionID: this.id(), notes: 'Dishonoured' }, this.context()))
  }

  cash = (openingIncludesGst = false) => gstFigures(cashRows(this.rows, openingIncludesGst))
  accrual = () => gstFigures(accrualRows(this.rows))
}

const of = ({ g1, oneA }: { g1: number; oneA: number }) => [g1, oneA]

describe('The GST report (domain.md 11, M17)', () => {
  test('CASH counts GST in proportion to what is paid, and the last part brings the rest', () => {
    const books = new Books()
    const invoice = books.issue(10_000)
    for (const amount of [3_333, 3_333, 3_334]) books.pay(amount, invoice)
    const { sales } = cashRows(books.rows, false)
    expect(sales.map(({ amount, gst }) => [amount, gst])).toEqual([
      [3_333, 303],
      [3_333, 303],
      [3_334, 303],
    ])
    expect([of(books.cash()), of(books.accrual())]).toEqual([
      [10_000, 909],
      [10_000, 909],
    ])
  })

  test('Each row has the day of its money; ACCRUAL has the issue date and the adjustment’s', () => {
    const books = new Books()
    const invoice = books.issue(11_000)
    books.day = '2026-12-31'
    books.pay(5_500, invoice)
    books.day = '2027-01-01'
    books.adjust(invoice, 8_800)
    books.pay(3_300, invoice)
    const days = (rows: readonly GstRow[]) => rows.map(({ day, amount, gst }) => [day, amount, gst])
    expect(days(cashRows(books.rows, false).sales)).toEqual([
      ['2026-12-31', 5_500, 500],
      ['2027-01-01', 3_300, 300],
    ])
    expect(days(accrualRows(books.rows).sales)).toEqual([
      ['2026-11-01', 11_000, 1_000],
      ['2027-01-01', -2_200, -200],
    ])
  })

  test('An excess counts when an invoice takes it, and a reversed payment takes its GST back', () => {
    const books = new Books()
    const paid = books.pay(11_000)
    expect(of(books.cash())).toEqual([0, 0])
    books.issue(5_500)
    books.book(applyCredit(books.account, books.context()))
    expect(of(books.cash())).toEqual([5_500, 500])
    books.reverse(paid)
    expect(of(books.cash())).toEqual([0, 0])
  })

  test('Write-off, goodwill and opening credit count nothing, whichever invoice they pay', () => {
    for (const purpose of ['goodwill', 'opening'] as const) {
      const books = new Books()
      const invoice = books.issue(11_000)
      books.give(5_500, purpose)
      expect(of(books.cash())).toEqual([0, 0])
      books.pay(3_300, invoice)
      books.writeOff(invoice, 2_200)
      expect(of(books.cash())).toEqual([3_300, 300])
      expect(of(books.accrual())).toEqual([11_000, 1_000])
    }
  })

  test('Credit is used oldest first: what was received before a gift is money, the gift is not', () => {
    const books = new Books()
    books.pay(4_400)
    books.give(6_600, 'goodwill')
    books.issue(5_500)
    books.book(applyCredit(books.account, books.context()))
    expect(of(books.cash())).toEqual([4_400, 400])
    books.issue(11_000)
    books.book(applyCredit(books.account, books.context()))
    expect(of(books.cash())).toEqual([4_400, 400])
  })

  test('A refund pays money back first: the gift that stays counts nothing when an invoice takes it (M17)', () => {
    const books = new Books()
    books.give(2_000, 'goodwill')
    books.pay(11_000)
    const paidBack = { transactionID: books.id(), amount: 11_000, paymentType: 'EFT', notes: null } as const
    books.book(refund(books.account, paidBack, books.context()))
    books.issue(2_000)
    books.book(applyCredit(books.account, books.context()))
    expect(of(books.cash())).toEqual([0, 0])
  })

  test('ACCRUAL shows bad debts in a row of their own, and takes a reversed one back', () => {
    const books = new Books()
    const invoice = books.issue(11_000)
    books.pay(2_200, invoice)
    const written = books.writeOff(invoice, 8_800)
    expect(books.accrual()).toEqual({ g1: 11_000, oneA: 1_000, badDebts: 8_800, badDebtsGst: 800 })
    books.reverse(written)
    expect(books.accrual()).toMatchObject({ badDebts: 0, badDebtsGst: 0 })
    expect(books.cash()).toEqual({ g1: 2_200, oneA: 200, badDebts: 0, badDebtsGst: 0 })
  })

  test('P48, P53 A recovered debt adds its GST to 1A and nothing to G1 (ACCRUAL); CASH counts the money', () => {
    const books = new Books()
    const invoice = books.issue(11_000)
    books.writeOff(invoice, 11_000)
    books.day = '2027-02-01'
    books.pay(4_400, invoice)
    expect(books.accrual()).toEqual({ g1: 11_000, oneA: 1_400, badDebts: 11_000, badDebtsGst: 1_000 })
    expect(accrualRows(books.rows).sales.at(-1)).toMatchObject({ day: '2027-02-01', amount: 0, gst: 400 })
    expect(books.cash()).toEqual({ g1: 4_400, oneA: 400, badDebts: 0, badDebtsGst: 0 })
  })

  test('P48 Where every debt is recovered or paid in the end, 1A less the bad debts’ GST is the money’s GST', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const books = lived(acts)
        // A payment of the invoice pays what is open first.
        for (const invoice of writtenOffInvoices(books.account))
          books.pay(invoice.writtenOff + owingOf(invoice), invoice.invoiceID)
        for (const invoice of books.account.invoices)
          if (owingOf(invoice) > 0) books.pay(owingOf(invoice), invoice.invoiceID)
        const { oneA, badDebtsGst } = books.accrual()
        expect(oneA - badDebtsGst).toBe(books.cash().oneA)
      }),
    )
  })

  test('A debt from the old program counts 1/11 when it is paid, if the firm says it includes GST', () => {
    const books = new Books()
    books.issue(11_000, { kind: 'opening', gstRegistered: false })
    books.pay(5_500)
    expect([of(books.cash(false)), of(books.cash(true)), of(books.accrual())]).toEqual([
      [0, 0],
      [5_500, 500],
      [0, 0],
    ])
  })

  test('What was sold before the firm was registered is in no report', () => {
    const books = new Books()
    books.issue(11_000, { gstRegistered: false })
    books.pay(11_000)
    expect([of(books.cash()), of(books.accrual())]).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  const act = fc.record({
    what: fc.constantFrom('issue', 'pay', 'adjust', 'reverse', 'refund', 'write off', 'undo write-off'),
    amount: fc.integer({ min: 1, max: 50_000 }),
    pick: fc.nat(),
  })
  const carryOut = (
    books: Books,
    paid: string[],
    written: string[],
    { what, amount, pick }: { what: string; amount: number; pick: number },
  ) => {
    const invoice = books.account.invoices[pick % Math.max(1, books.account.invoices.length)]
    if (what === 'issue') {
      books.issue(amount)
      books.book(applyCredit(books.account, books.context()))
    } else if (what === 'pay') paid.push(books.pay(amount, pick % 3 === 0 ? (invoice?.invoiceID ?? null) : null))
    else if (what === 'adjust' && invoice?.kind === 'invoice' && amount !== invoice.amount)
      books.adjust(invoice.invoiceID, pick % 5 === 0 ? 0 : amount)
    else if (what === 'reverse' && paid.length > 0) books.reverse(paid.splice(pick % paid.length, 1)[0]!)
    else if (what === 'write off' && invoice && owingOf(invoice) > 0)
      written.push(books.writeOff(invoice.invoiceID, Math.min(amount, owingOf(invoice))))
    else if (what === 'undo write-off' && written.length > 0) books.reverse(written.pop()!)
    else if (what === 'refund' && books.account.credit > 0)
      books.book(
        refund(
          books.account,
          {
            transactionID: books.id(),
            amount: Math.min(amount, books.account.credit),
            paymentType: 'EFT',
            notes: null,
          },
          books.context(),
        ),
      )
  }
  const lived = (acts: readonly { what: string; amount: number; pick: number }[]): Books => {
    const books = new Books()
    const paid: string[] = []
    const written: string[] = []
    for (const each of acts) {
      try {
        carryOut(books, paid, written, each)
      } catch (error) {
        if (!(error instanceof LedgerRefusal)) throw error
      }
    }
    return books
  }

  test('Over the life of invoices that money paid in full, both bases come to the same', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const books = lived(acts.filter(({ what }) => !what.includes('write')))
        for (const invoice of books.account.invoices)
          if (owingOf(invoice) > 0) books.pay(owingOf(invoice), invoice.invoiceID)
        // Debit notes are no sales: what they were paid is in neither.
        expect(of(books.cash())).toEqual(of(books.accrual()))
        const gst = books.account.invoices.reduce(
          (all, { amount, gstRegistered }) => all + (gstRegistered ? gstOf(amount) : 0),
          0,
        )
        expect(books.cash().oneA).toBe(gst)
      }),
      { numRuns: 300 },
    )
  })

  test('At any time CASH 1A and the bad debts’ GST stay within the invoices’ GST, by a cent an invoice', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const books = lived(acts)
        const cents = books.account.invoices.length
        const accrual = books.accrual()
        expect(books.cash().oneA).toBeGreaterThanOrEqual(0)
        expect(books.cash().oneA + accrual.badDebtsGst).toBeLessThanOrEqual(accrual.oneA + cents)
      }),
      { numRuns: 300 },
    )
  })

  test('Accounts summed in parts, however they are split, come to what all of them do at once', () => {
    const part = fc.array(fc.array(act, { maxLength: 10 }), { maxLength: 3 })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom('CASH', 'ACCRUAL'), (parts, basis) => {
        const rowsOf = (lives: typeof parts) => {
          const each = lives.flat().map((acts) => {
            const { rows } = lived(acts)
            return basis === 'CASH' ? cashRows(rows, false) : accrualRows(rows)
          })
          return {
            sales: each.flatMap(({ sales }) => sales),
            badDebts: each.flatMap(({ badDebts }) => badDebts),
          }
        }
        const inParts = parts.reduce((before, lives) => gstFigures(rowsOf([lives]), before), NO_GST)
        expect(inParts).toEqual(gstFigures(rowsOf(parts)))
      }),
      { numRuns: 100 },
    )
  })
})
