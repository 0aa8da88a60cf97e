import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Account,
  balanceOf,
  brokenRule,
  creditSince,
  EMPTY_ACCOUNT,
  type LedgerTransaction,
  owingOf,
  post,
  totalOwing,
  withInvoice,
  writtenOffTakenBack,
} from '#domain/ledger.ts'
import { adjust, applyCredit, LedgerRefusal, pay, refund, settle, writeOff } from '#domain/ledger-acts.ts'
import { payAndRecover, recoverFromCredit, writtenOffByInvoice } from '#domain/ledger-recovery.ts'
import { providerRefund, reverse } from '#domain/ledger-reversals.ts'
import { effectOf } from '#domain/statement.ts'
import { acts, contextOf, entriesOf, invoiceOf, newID, payment, refusable } from '../fixtures/ledger-history.ts'

const withInvoices = (...amounts: number[]): Account =>
  amounts.reduce<Account>((account, amount) => withInvoice(account, invoiceOf(amount)), EMPTY_ACCOUNT)

const owed = (account: Account) => account.invoices.map(owingOf)

describe('A customer’s ledger (domain.md 7)', () => {
  test('Anna owes $100: EFT 40 leaves -60, EFT 80 +20, cash 50 +70, an invoice of 50 +20', () => {
    let anna = withInvoices(10_000)
    anna = post(anna, pay(anna, payment(4_000), contextOf()))
    expect(balanceOf(anna)).toBe(-6_000)
    anna = post(anna, pay(anna, payment(8_000), contextOf()))
    expect(balanceOf(anna)).toBe(2_000)
    anna = post(anna, pay(anna, payment(5_000, 'CASH'), contextOf()))
    expect(balanceOf(anna)).toBe(7_000)
    anna = withInvoice(anna, invoiceOf(5_000))
    anna = post(anna, applyCredit(anna, contextOf()))
    expect([balanceOf(anna), anna.credit, totalOwing(anna)]).toEqual([2_000, 2_000, 0])
  })

  test('A payment without invoice pays the oldest due date first, then the lower number (M11)', () => {
    const late = invoiceOf(3_000, '2026-12-01')
    const early = invoiceOf(2_000, '2026-11-01')
    const account = withInvoice(withInvoice(EMPTY_ACCOUNT, late), early)
    expect(owed(post(account, pay(account, payment(3_500), contextOf())))).toEqual([1_500, 0])
  })

  test('What an invoice does not take of its payment pays the other open ones at once (M11)', () => {
    const account = withInvoices(2_000, 3_000)
    const second = account.invoices[1]!.invoiceID
    expect(owed(post(account, pay(account, payment(4_000, 'EFT', second), contextOf())))).toEqual([1_000, 0])
    const waiting = post(account, pay(account, payment(4_000, 'EFT', second), contextOf(false)))
    expect([owed(waiting), waiting.credit]).toEqual([[2_000, 0], 1_000])
  })

  test('Cash within two cents of what it settles is rounded once; three cents short stay owed (M12)', () => {
    const cents = (owing: number, cash: number) => {
      const account = withInvoices(owing)
      return balanceOf(post(account, pay(account, payment(cash, 'CASH'), contextOf())))
    }
    expect([cents(2_502, 2_500), cents(2_498, 2_500), cents(2_503, 2_500), cents(2_497, 2_500)]).toEqual([0, 0, -3, 3])
    const account = withInvoices(2_502)
    expect(balanceOf(post(account, pay(account, payment(2_500, 'EFT'), contextOf())))).toBe(-2)
  })

  test('Several payments of one invoice are all booked; the excess is credit (M13)', () => {
    let account = withInvoices(2_500)
    for (let at = 0; at < 3; at++) account = post(account, pay(account, payment(2_500), contextOf()))
    expect([account.credit, totalOwing(account)]).toEqual([5_000, 0])
  })

  test('A reversed payment owes again, and takes back the credit it had left (M8)', () => {
    let account = withInvoices(6_000)
    const paid = payment(10_000)
    account = post(account, pay(account, paid, contextOf()))
    account = post(
      account,
      reverse(account, { reverses: paid.transactionID, transactionID: newID(), notes: 'Dishonoured' }, contextOf()),
    )
    expect([account.credit, owed(account), balanceOf(account)]).toEqual([0, [6_000], -6_000])
  })

  test('Credit that was spent since is taken from the newest invoice it paid, by the shortfall only (M8)', () => {
    let account = EMPTY_ACCOUNT
    const paid = payment(10_000)
    account = post(account, pay(account, paid, contextOf()))
    account = post(account, pay(account, payment(2_000), contextOf()))
    for (const amount of [4_000, 6_000]) {
      account = withInvoice(account, invoiceOf(amount))
      account = post(account, applyCredit(account, contextOf()))
    }
    account = post(
      account,
      reverse(account, { reverses: paid.transactionID, transactionID: newID(), notes: 'Wrong customer' }, contextOf()),
    )
    expect([account.credit, owed(account)]).toEqual([0, [2_000, 6_000]])
  })

  test('What is still short because it was refunded becomes a debit note due that day (M8)', () => {
    let account = EMPTY_ACCOUNT
    const paid = payment(5_000)
    account = post(account, pay(account, paid, contextOf()))
    account = post(account, refund(account, payment(5_000), contextOf()))
    account = post(
      account,
      reverse(account, { reverses: paid.transactionID, transactionID: newID(), notes: 'Dishonoured' }, contextOf()),
    )
    expect(account.invoices).toMatchObject([{ kind: 'debit', amount: 5_000, allocated: 0, dueDate: '2026-11-23' }])
    expect(balanceOf(account)).toBe(-5_000)
    expect(brokenRule(account)).toBeNull()
  })

  test('A reversal can’t be reversed, nor a payment twice, nor a part of another', () => {
    let account = withInvoices(1_000)
    const paid = payment(3_000)
    account = post(account, pay(account, paid, contextOf()))
    const back = { reverses: paid.transactionID, transactionID: newID(), notes: 'Twice entered' }
    const excess = account.transactions.find(({ purpose }) => purpose === 'excess')!
    const refused = (reverses: string) => () => reverse(account, { ...back, reverses }, contextOf())
    expect(refused(excess.transactionID)).toThrow(new LedgerRefusal('part_of_another'))
    account = post(account, reverse(account, back, contextOf()))
    expect(refused(paid.transactionID)).toThrow(new LedgerRefusal('reversed_already'))
    expect(refused(back.transactionID)).toThrow(new LedgerRefusal('reversal_final'))
  })

  test('A refund is at most the credit (M9)', () => {
    const account = post(EMPTY_ACCOUNT, pay(EMPTY_ACCOUNT, payment(5_000), contextOf()))
    expect(() => refund(account, payment(5_001), contextOf())).toThrow(new LedgerRefusal('credit_short'))
  })

  test('A refund is dated on or after the day from which its credit stays', () => {
    const row = (datePaid: string, type: 'CUSTOMER_CREDIT_DEPOSIT' | 'CUSTOMER_CREDIT_DEDUCT', amount: number) =>
      ({ datePaid, type, amount }) as LedgerTransaction
    const transactions = [
      row('2026-11-20', 'CUSTOMER_CREDIT_DEPOSIT', 2_000),
      row('2026-11-02', 'CUSTOMER_CREDIT_DEPOSIT', 1_000),
      row('2026-11-05', 'CUSTOMER_CREDIT_DEDUCT', 1_000),
    ]
    expect(creditSince({ transactions }, 500)).toBe('2026-11-20')
    expect(creditSince({ transactions }, 2_001)).toBeNull()
    expect(creditSince({ transactions: transactions.slice(0, 2) }, 500)).toBe('2026-11-02')
  })

  test('Credit that came after the day of a settlement is used on the day it came, the payment on its own (M17)', () => {
    const on = (day: string) => contextOf(false, day)
    const paid = post(EMPTY_ACCOUNT, pay(EMPTY_ACCOUNT, payment(11_000), on('2026-10-05')))
    const account = withInvoice(paid, invoiceOf(12_000))
    const settled = settle(account, payment(1_000), on('2026-09-30'))
    expect(settled.transactions.map(({ purpose, datePaid }) => [purpose, datePaid])).toEqual([
      ['apply', '2026-10-05'],
      ['payment', '2026-09-30'],
    ])
  })

  test('A provider’s refund takes credit first, then that payment’s allocations (M9)', () => {
    let account = withInvoices(4_000)
    const paid = payment(5_000, 'CARD')
    account = post(account, pay(account, paid, contextOf()))
    account = post(account, providerRefund(account, [paid.transactionID], payment(3_000, 'CARD'), contextOf()))
    expect([account.credit, owed(account)]).toEqual([0, [2_000]])
    expect(brokenRule(account)).toBeNull()
  })

  test('A provider’s refund of money that another invoice took releases that too, and the rest is a debit note (M8, M9)', () => {
    let account = withInvoices(4_000)
    const paid = payment(6_000, 'CARD')
    account = post(account, pay(account, paid, contextOf()))
    account = withInvoice(account, invoiceOf(1_500))
    account = post(account, applyCredit(account, contextOf()))
    account = post(account, refund(account, payment(500), contextOf()))
    account = post(account, providerRefund(account, [paid.transactionID], payment(6_000, 'CARD'), contextOf()))
    expect([account.credit, totalOwing(account)]).toEqual([0, 6_000])
    expect(brokenRule(account)).toBeNull()
  })

  test('A payment for some invoices pays those, oldest due date first, and leaves the others', () => {
    const account = withInvoices(4_000, 3_000, 2_000)
    const invoiceIDs = account.invoices.slice(1).map(({ invoiceID }) => invoiceID)
    const paid = post(account, pay(account, { ...payment(4_000, 'CARD'), invoiceIDs }, contextOf()))
    expect(owed(paid)).toEqual([4_000, 0, 1_000])
  })

  test('A write-off pays the invoice without money; taken back, the invoice owes again (M10)', () => {
    let account = withInvoices(4_000)
    const invoiceID = account.invoices[0]!.invoiceID
    const off = { invoiceID, amount: 4_000, notes: 'Moved away', transactionID: newID() }
    account = post(account, writeOff(account, off, contextOf()))
    expect([balanceOf(account), account.credit]).toEqual([0, 0])
    account = post(
      account,
      reverse(account, { reverses: off.transactionID, transactionID: newID(), notes: 'Paid after all' }, contextOf()),
    )
    expect([balanceOf(account), account.credit]).toEqual([-4_000, 0])
  })

  test('P45 Money for a written-off invoice takes the write-off back by as much, and the rest stays written off', () => {
    let account = withInvoices(5_000)
    const invoiceID = account.invoices[0]!.invoiceID
    account = post(
      account,
      writeOff(account, { invoiceID, amount: 5_000, notes: 'Gone', transactionID: newID() }, contextOf()),
    )
    const part = post(
      account,
      payAndRecover(account, { ...payment(3_000, 'EFT', invoiceID), recover: false }, contextOf()),
    )
    expect([part.credit, owed(part), writtenOffByInvoice(part).get(invoiceID)]).toEqual([0, [0], 2_000])
    const more = post(part, payAndRecover(part, { ...payment(3_000, 'EFT', invoiceID), recover: false }, contextOf()))
    expect([more.credit, owed(more), writtenOffByInvoice(more).size]).toEqual([1_000, [0], 0])
    expect([brokenRule(part), brokenRule(more)]).toEqual([null, null])
  })

  test('P46 Other money pays open invoices first; what is left recovers, the oldest due first, only where asked', () => {
    let account = withInvoices(5_000, 3_000)
    const { invoiceID } = account.invoices[0]!
    account = post(
      account,
      writeOff(account, { invoiceID, amount: 5_000, notes: 'Gone', transactionID: newID() }, contextOf()),
    )
    const pays = (recover: boolean) =>
      post(account, payAndRecover(account, { ...payment(4_000), recover }, contextOf()))
    expect([pays(false).credit, writtenOffByInvoice(pays(false)).get(invoiceID)]).toEqual([1_000, 5_000])
    expect([pays(true).credit, writtenOffByInvoice(pays(true)).get(invoiceID)]).toEqual([0, 4_000])
  })

  test('P46 Credit that a customer has already recovers a written-off invoice, by at most what is written off', () => {
    let account = withInvoices(5_000)
    const { invoiceID } = account.invoices[0]!
    account = post(
      account,
      writeOff(account, { invoiceID, amount: 5_000, notes: 'Gone', transactionID: newID() }, contextOf()),
    )
    account = post(account, pay(account, payment(2_000), contextOf()))
    const after = post(account, recoverFromCredit(account, { invoiceID, amount: 2_000 }, contextOf()))
    expect([after.credit, owed(after), writtenOffByInvoice(after).get(invoiceID)]).toEqual([0, [0], 3_000])
    const refused = (amount: number) => () => recoverFromCredit(account, { invoiceID, amount }, contextOf())
    expect(refused(2_001)).toThrow(new LedgerRefusal('credit_short'))
    expect(refused(5_001)).toThrow(new LedgerRefusal('more_than_written_off'))
  })

  test('P49 When that payment is reversed the invoice owes again and is not written off again', () => {
    let account = withInvoices(5_000)
    const { invoiceID } = account.invoices[0]!
    account = post(
      account,
      writeOff(account, { invoiceID, amount: 5_000, notes: 'Gone', transactionID: newID() }, contextOf()),
    )
    const paid = payment(5_000, 'EFT', invoiceID)
    account = post(account, payAndRecover(account, { ...paid, recover: false }, contextOf()))
    const back = { reverses: paid.transactionID, transactionID: newID(), notes: 'Dishonoured' }
    account = post(account, reverse(account, back, contextOf()))
    expect([owed(account), writtenOffByInvoice(account).size, brokenRule(account)]).toEqual([[5_000], 0, null])
  })

  test('An invoice lowered below what was paid gives the difference back as credit, with its share of GST (M1, M2)', () => {
    let account = withInvoices(10_000)
    account = post(account, pay(account, payment(10_000), contextOf()))
    const entries = adjust(
      account,
      { invoiceID: account.invoices[0]!.invoiceID, amount: 7_500, reason: 'One bag too many', adjustmentID: newID() },
      contextOf(),
    )
    expect(entries.adjustments).toMatchObject([{ difference: -2_500, gstDifference: -227 }])
    account = post(account, entries)
    expect([account.credit, totalOwing(account)]).toEqual([2_500, 0])
  })
})

test('What domain.md 7 calls always true is true after every one of 200 acts and more, in any order', () => {
  fc.assert(
    fc.property(fc.array(acts, { minLength: 200, maxLength: 240 }), fc.boolean(), (history, autoApply) => {
      let account = EMPTY_ACCOUNT
      let effects = 0
      for (const act of history) {
        if (act.act === 'invoice') {
          account = withInvoice(account, invoiceOf(act.amount, `2026-11-${10 + (act.amount % 20)}`))
          effects -= act.amount
        }
        const entries = refusable(() => entriesOf(account, act, contextOf(autoApply)))
        if (!entries) continue
        const before = balanceOf(account)
        account = post(account, entries)
        if (entries.adjustments.length > 0) {
          const noted = writtenOffTakenBack(entries).map((back, at) => entries.adjustments[at]!.difference + back)
          expect(before - noted.reduce((all, change) => all + change, 0)).toBe(balanceOf(account))
        }
        expect(brokenRule(account)).toBeNull()
        effects += entries.transactions.reduce((all, row) => all + effectOf(row), 0)
        effects -= entries.adjustments.reduce((all, { difference }) => all + difference, 0)
        effects -= entries.debits.reduce((all, { amount }) => all + amount, 0)
        expect(balanceOf(account)).toBe(effects)
        if (autoApply) expect(Math.min(account.credit, totalOwing(account))).toBe(0)
      }
    }),
    { numRuns: 60 },
  )
})
