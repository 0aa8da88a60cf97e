import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/dates.ts'
import { payDocument } from '#domain/pay-documents.ts'
import { type Earning, payPlan, payWeeks, sumOf, wholeRange } from '#domain/pay.ts'
import { payrollCsv } from '#domain/payroll-csv.ts'
import { gstOnTop, isLate, type Recipient, type Supplier, writesTaxInvoice } from '#domain/rcti.ts'

const on = (earnedOn: string, amount: number): Earning => ({ earnedOn, amount })
const week = { from: '2026-11-09', to: '2026-11-15' }
const days = fc.integer({ min: 0, max: 40 }).map((n) => addDays('2026-11-01', n))
const earnings = fc.array(fc.record({ earnedOn: days, amount: fc.integer({ min: -5_000, max: 20_000 }) }), {
  maxLength: 30,
})
const range = fc.tuple(days, days).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }))

describe('The payment of a range (M20, M21)', () => {
  test('takes the stops done on its first and last day, and none beside', () => {
    const [sunday, monday, last, next] = [
      on('2026-11-08', 100),
      on('2026-11-09', 200),
      on('2026-11-15', 300),
      on('2026-11-16', 400),
    ]
    expect(payPlan([sunday, monday, last, next], week)).toEqual({
      lines: [monday, last],
      carried: [],
      older: [sunday],
      amount: 500,
      refusal: null,
    })
  })

  test('a total below zero is not paid, and lowers the next payment', () => {
    const [pay, deduction, later] = [on('2026-11-02', 1_000), on('2026-11-03', -1_500), on('2026-11-10', 2_000)]
    expect(payPlan([pay, deduction], { from: '2026-11-02', to: '2026-11-08' })).toMatchObject({
      amount: -500,
      refusal: 'pay_negative',
    })
    expect(payPlan([pay, deduction, later], week)).toMatchObject({
      carried: [pay, deduction],
      amount: 1_500,
      refusal: null,
    })
  })

  test('a range without rows, or whose rows cancel out, has nothing to pay', () => {
    expect(payPlan([], week).refusal).toBe('nothing_to_pay')
    expect(payPlan([on('2026-11-09', 500), on('2026-11-10', -500)], week).refusal).toBe('nothing_to_pay')
  })

  test('no cent is lost or paid twice, however the time is cut into ranges', () => {
    fc.assert(
      fc.property(earnings, fc.array(range, { maxLength: 6 }), (all, ranges) => {
        let open: readonly Earning[] = all
        let paid = 0
        for (const one of ranges) {
          const plan = payPlan(open, one)
          if (plan.refusal !== null) continue
          expect(plan.amount).toBeGreaterThan(0)
          paid += plan.amount
          open = open.filter((row) => !plan.lines.includes(row))
        }
        expect(paid + sumOf(open)).toBe(sumOf(all))
        // The last range takes what is left, when it is worth anything.
        const rest = payPlan(open, { from: '2026-11-01', to: '2026-12-31' })
        expect(rest.amount).toBe(sumOf(open))
      }),
    )
  })

  test('the same range again has nothing to pay', () => {
    fc.assert(
      fc.property(earnings, range, (all, one) => {
        const first = payPlan(all, one)
        if (first.refusal !== null) return
        const again = payPlan(
          all.filter((row) => !first.lines.includes(row)),
          one,
        )
        expect(again.refusal).not.toBeNull()
      }),
    )
  })
})

describe('A recipient-created tax invoice (M22)', () => {
  const firm: Recipient = { gstRegistered: true, abn: '51 824 753 556' }
  const driver: Supplier = {
    employmentType: 'CONTRACTOR',
    abn: '51824753556',
    gstRegistered: true,
    rctiAgreedOn: '2026-07-01',
  }

  test('needs both registered for GST, both ABNs, a contractor, and an agreement that holds that day', () => {
    expect(writesTaxInvoice(firm, driver, '2026-11-16')).toBe(true)
    expect(writesTaxInvoice(firm, driver, '2026-06-30')).toBe(false)
    for (const lacking of [
      { employmentType: 'CASUAL' },
      { abn: null },
      { abn: '51824753557' },
      { gstRegistered: false },
      { rctiAgreedOn: null },
    ] satisfies Partial<Supplier>[])
      expect(writesTaxInvoice(firm, { ...driver, ...lacking }, '2026-11-16')).toBe(false)
    expect(writesTaxInvoice({ ...firm, gstRegistered: false }, driver, '2026-11-16')).toBe(false)
    expect(writesTaxInvoice({ ...firm, abn: '' }, driver, '2026-11-16')).toBe(false)
  })

  test('adds 10 % to the sum, rounded once', () => {
    expect(gstOnTop(100_05)).toBe(10_01)
    const lines = [1, 2, 3].map((day) => ({ day: `2026-11-0${day}`, description: 'Stop', formula: '', amount: 5 }))
    const paper = payDocument({
      firm: { name: 'Green Bags', address: '', phone: '', email: '', abn: firm.abn },
      payee: { name: 'Tom', address: '', abn: driver.abn! },
      from: '2026-11-01',
      to: '2026-11-07',
      lines,
      paid: { day: '2026-11-09', method: 'Bank transfer', reference: 'T000042' },
      rcti: { number: 7, agreed: '2026-07-01', gst: gstOnTop(15) },
    })
    // 10 % of each 5 c line would be 1 c three times.
    expect(paper).toMatchObject({ kind: 'rcti', number: 'RCTI-000007', subtotal: 15, gst: 2, total: 17 })
  })

  test('is late from the 29th day on', () => {
    expect(isLate('2026-11-01', '2026-11-29')).toBe(false)
    expect(isLate('2026-11-01', '2026-11-30')).toBe(true)
  })
})

describe('What is payable, by week', () => {
  test('adds up to what is paid and what stays, for every range', () => {
    fc.assert(
      fc.property(earnings, range, (rows, days) => {
        const plan = payPlan(rows, days)
        const weeks = payWeeks(rows, plan)
        const sum = (name: 'paid' | 'left') => weeks.reduce((all, week) => all + week[name], 0)
        expect(sum('paid')).toBe(plan.amount)
        expect(sum('paid') + sum('left')).toBe(sumOf(rows))
      }),
    )
  })

  test('the whole range leaves nothing', () => {
    fc.assert(
      fc.property(earnings, (rows) => {
        const whole = wholeRange(rows)
        if (rows.length === 0) expect(whole).toBeNull()
        else expect(payPlan(rows, whole!).lines).toEqual(rows)
      }),
    )
  })
})

describe('The payroll file', () => {
  const pay = {
    employee: 'Tom Reyes',
    employmentType: 'Casual',
    paidOn: '2026-11-16',
    ...week,
    reference: 'T000042',
    lines: [
      { kind: 'stop' as const, bags: 5, amount: 25_00 },
      { kind: 'correction' as const, bags: -1, amount: -4_00 },
      { kind: 'tip' as const, bags: 0, amount: 5 },
    ],
  }

  test('has one row a payment, with its parts and their total', () => {
    expect(payrollCsv([pay]).split('\r\n')[1]).toBe(
      'Tom Reyes,Casual,16/11/2026,09/11/2026,15/11/2026,4,25.00,-4.00,0.05,0.00,0.00,21.05,T000042',
    )
  })

  test('keeps a name that looks like a formula, or has a comma, as text', () => {
    expect(payrollCsv([{ ...pay, employee: '=SUM(A1)' }])).toContain(`'=SUM(A1),Casual`)
    expect(payrollCsv([{ ...pay, employee: 'Reyes, "Tom"' }])).toContain('"Reyes, ""Tom""",Casual')
  })
})
