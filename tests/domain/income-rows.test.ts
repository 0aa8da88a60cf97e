import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Earned, followIncome, type IncomeRow } from '#domain/income-rows.ts'
import { sumOf } from '#domain/pay.ts'

const earned = (driverID: string, pu: number): Earned => ({
  driverID,
  payRate: 400,
  payPercentage: 5000,
  pu,
  amount: 400 * pu,
  formula: `${pu} bags × $4.00`,
})
let made = 0
const rowOf = (one: Earned, isPaid = false): IncomeRow => ({ ...one, incomeID: `income-${++made}`, isPaid })

function after(rows: readonly IncomeRow[], target: Earned | null): IncomeRow[] {
  const { changed, fresh, gone } = followIncome(rows, target)
  return [
    ...rows
      .filter(({ incomeID }) => !gone.includes(incomeID))
      .map((row) => ({ ...row, ...changed.find(({ incomeID }) => incomeID === row.incomeID) })),
    ...fresh.map((one) => rowOf(one)),
  ]
}

const shares = (rows: readonly IncomeRow[]) =>
  Object.fromEntries(
    [...new Set(rows.map(({ driverID }) => driverID))]
      .map((driverID) => [driverID, sumOf(rows.filter((row) => row.driverID === driverID))] as const)
      .filter(([, amount]) => amount !== 0),
  )

describe('The rows of a stop’s income (M20)', () => {
  test('until it is paid, one row follows the stop, to another driver too', () => {
    const [row] = after([], earned('Tom', 5))
    expect(row).toMatchObject({ driverID: 'Tom', amount: 2000 })
    expect(after([row!], earned('Una', 3))).toEqual([{ ...row, ...earned('Una', 3) }])
    expect(after([row!], null)).toEqual([])
  })

  test('after it is paid, more and less are further rows that say how they come about', () => {
    const paid = rowOf(earned('Tom', 5), true)
    expect(after([paid], earned('Tom', 7))[1]).toMatchObject({
      amount: 800,
      pu: 2,
      formula: '7 bags × $4.00, less $20.00 paid',
    })
    expect(after([paid], earned('Tom', 2))[1]).toMatchObject({ amount: -1200, pu: -3 })
    expect(after([paid], earned('Tom', 5))).toEqual([paid])
  })

  test('paid to the wrong driver: taken back from one, given to the other', () => {
    const paid = rowOf(earned('Tom', 5), true)
    expect(after([paid], earned('Una', 4)).slice(1)).toMatchObject([
      { driverID: 'Tom', amount: -2000, formula: '$0.00, less $20.00 paid' },
      { driverID: 'Una', amount: 1600, formula: '4 bags × $4.00' },
    ])
  })

  test('whatever is corrected, paid and reversed, the rows add up to what the stop earns, and paid rows stay', () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant('correct' as const), driver: fc.constantFrom('Tom', 'Una'), pu: fc.nat(9) }),
      fc.record({ kind: fc.constantFrom('pay' as const, 'reverse' as const), driver: fc.constantFrom('Tom', 'Una') }),
    )
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
        let rows: IncomeRow[] = []
        let target: Earned | null = null
        for (const one of acts) {
          if (one.kind === 'correct') {
            const paid = rows.filter(({ isPaid }) => isPaid)
            target = earned(one.driver, one.pu)
            rows = after(rows, target)
            expect(rows.filter(({ isPaid }) => isPaid)).toEqual(paid)
          } else {
            rows = rows.map((row) => (row.driverID === one.driver ? { ...row, isPaid: one.kind === 'pay' } : row))
          }
          if (target) expect(shares(rows)).toEqual(target.amount === 0 ? {} : { [target.driverID]: target.amount })
        }
      }),
    )
  })
})
