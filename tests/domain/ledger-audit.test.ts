import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditLedger, type AuditedLedger, differenceSentence } from '#domain/ledger-audit.ts'
import { acts, storedLedger } from '../fixtures/ledger-history.ts'

describe('The audit of a customer’s ledger (domain.md 7)', () => {
  test('finds nothing in any history of acts', () => {
    fc.assert(
      fc.property(fc.array(acts, { minLength: 100, maxLength: 120 }), fc.boolean(), (history, autoApply) => {
        expect(auditLedger(storedLedger('10482', history, autoApply))).toBeNull()
      }),
      { numRuns: 60 },
    )
  })

  test('finds any single figure that was changed', () => {
    const figure = fc.constantFrom<(ledger: AuditedLedger, at: number) => AuditedLedger | null>(
      (ledger) => ({ ...ledger, account: { ...ledger.account, credit: ledger.account.credit + 1 } }),
      (ledger) => ({ ...ledger, account: { ...ledger.account, owing: ledger.account.owing - 1 } }),
      (ledger) => ({ ...ledger, account: { ...ledger.account, totalSales: ledger.account.totalSales + 1 } }),
      (ledger) => ({ ...ledger, account: { ...ledger.account, prepaidLeft: 1 } }),
      (ledger) => ({ ...ledger, openingBalance: 500 }),
      (ledger, at) => changed(ledger, 'invoices', at, (row) => ({ ...row, amount: row.amount + 1 })),
      (ledger, at) => changed(ledger, 'invoices', at, (row) => ({ ...row, gst: row.gst + 1 })),
      (ledger, at) => changed(ledger, 'invoices', at, (row) => ({ ...row, issuedAmount: row.issuedAmount + 1 })),
      (ledger, at) => changed(ledger, 'invoices', at, (row) => ({ ...row, issuedGst: row.issuedGst - 1 })),
      (ledger, at) => changed(ledger, 'invoices', at, (row) => ({ ...row, allocated: row.allocated + 1 })),
      (ledger, at) => changed(ledger, 'invoices', at, (row) => ({ ...row, datePaid: '2026-06-30' })),
      (ledger, at) => changed(ledger, 'transactions', at, (row) => ({ ...row, amount: row.amount + 1 })),
      (ledger, at) => changed(ledger, 'allocations', at, (row) => ({ ...row, amount: row.amount - 1 })),
      (ledger, at) => changed(ledger, 'allocations', at, (row) => ({ ...row, invoiceID: 'another’s' })),
      (ledger, at) => changed(ledger, 'adjustments', at, (row) => ({ ...row, difference: row.difference + 1 })),
      (ledger, at) => changed(ledger, 'adjustments', at, (row) => ({ ...row, gstDifference: row.gstDifference + 1 })),
      (ledger, at) => changed(ledger, 'lines', at, (row) => ({ ...row, amount: row.amount + 1 })),
    )
    const history = fc.array(acts, { minLength: 30, maxLength: 60 })
    fc.assert(
      fc.property(history, fc.boolean(), figure, fc.nat(1_000), (all, autoApply, change, at) => {
        const wrong = change(storedLedger('10482', all, autoApply), at)
        fc.pre(wrong !== null)
        expect(wrong && auditLedger(wrong)).not.toBeNull()
      }),
      { numRuns: 400 },
    )
  })

  test('names the customer, the number, what is expected and what is there', () => {
    const right = storedLedger('10482', [{ act: 'invoice', amount: 2_500 }], true)
    const [invoice] = right.invoices
    const wrong = { ...right, invoices: [{ ...invoice!, number: 7, gst: 228 }] }
    expect(differenceSentence(auditLedger(wrong)!)).toBe(
      'Customer 10482, INV-000007: issued GST + adjustments: expected $2.27, found $2.28',
    )
  })
})

type Lists = 'invoices' | 'transactions' | 'allocations' | 'adjustments' | 'lines'

/** Null: there is no such row. */
function changed<List extends Lists>(
  ledger: AuditedLedger,
  list: List,
  at: number,
  change: (row: AuditedLedger[List][number]) => AuditedLedger[List][number],
): AuditedLedger | null {
  const rows = ledger[list] as readonly AuditedLedger[List][number][]
  if (rows.length === 0) return null
  return { ...ledger, [list]: rows.map((row, place) => (place === at % rows.length ? change(row) : row)) }
}
