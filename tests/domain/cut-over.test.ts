import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockSize, blocksDue, broughtLine, givenBackOf, unusedBroughtLine } from '#domain/billing.ts'
import { oldDueProblem, oldIssueProblem, oldNumberOf, oldNumbersInKeyword, prepaidProblem } from '#domain/cut-over.ts'
import { INVOICE_TYPES } from '#domain/words.ts'

const TODAY = '2026-11-23'

describe('Dates of old debts (domain.md 11, M15)', () => {
  test('are from ten years before today to a year ahead: beyond, the year is mistyped', () => {
    expect(['2016-11-23', '2026-09-01', TODAY, '2027-11-24'].map((day) => oldDueProblem(day, TODAY))).toEqual(
      Array(4).fill(null),
    )
    expect(oldDueProblem('2016-11-22', TODAY)).toMatch(/10 years ago/)
    expect(oldDueProblem('2027-11-25', TODAY)).toMatch(/year ahead/)
    expect(oldDueProblem('0206-09-01', TODAY)).toMatch(/10 years ago/)
  })

  test('an old invoice was issued by today, and not in a closed period (M16)', () => {
    expect(oldIssueProblem(TODAY, TODAY, '')).toBeNull()
    expect(oldIssueProblem('2026-11-24', TODAY, '')).toMatch(/future/)
    expect(oldIssueProblem('2026-07-01', TODAY, '2026-06-30')).toBeNull()
    expect(oldIssueProblem('2026-06-30', TODAY, '2026-06-30')).toMatch(/closed up to 30\/06\/2026/)
    expect(oldIssueProblem('2006-11-24', TODAY, '')).toMatch(/10 years ago/)
  })

  test('an old number is the same however its spaces are typed; its zeros and capitals count', () => {
    expect(oldNumberOf('  A \u00a0 7 ')).toBe('A 7')
    expect(oldNumberOf('007')).not.toBe(oldNumberOf('7'))
  })

  test('an old number is searched with and without capitals; a name or an address is none', () => {
    expect(oldNumbersInKeyword(' a-47B ')).toEqual(['a-47B', 'A-47B', 'a-47b'])
    expect(oldNumbersInKeyword('4711')).toEqual(['4711'])
    expect(['Smith', '12 High Street', ''].flatMap(oldNumbersInKeyword)).toEqual([])
  })
})

describe('Prepaid collections left at the cut-over (domain.md 11, M24)', () => {
  test('are at most a block, of customers who pay in advance', () => {
    const problem = (left: number, invoiceType: '1A' | '1C', paymentScheme: 'PREPAID' | 'POSTPAID' = 'PREPAID') =>
      prepaidProblem(left, { invoiceType, paymentScheme, collectionScheme: 'MONTHLY' })
    expect([problem(0, '1A'), problem(3, '1A'), problem(1, '1C'), problem(0, '1A', 'POSTPAID')]).toEqual(
      Array(4).fill(null),
    )
    expect(problem(4, '1A')).toBe('At most 3 with invoice type 1A')
    expect(problem(2, '1C')).toBe('At most 1 with invoice type 1C')
    expect(problem(1, '1A', 'POSTPAID')).toMatch(/pay in advance/)
  })

  test('are used as if the block had been invoiced here: each later block comes at the same collection', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INVOICE_TYPES), fc.nat(2), fc.integer({ min: 1, max: 12 }), (type, done, more) => {
        const size = blockSize({ invoiceType: type, collectionScheme: 'MONTHLY' })
        fc.pre(done < size)
        const blocksAfter = (left: number, uses: number) => {
          const made: number[] = []
          let now = left
          for (let at = 0; at < uses; at++) {
            const due = blocksDue(now, 1, size)
            made.push(due.blocks)
            now = due.left
          }
          return made
        }
        const brought = broughtLine(size - done, 2_500).prepaid
        expect(blocksAfter(brought, more)).toEqual(blocksAfter(size, done + more).slice(done))
        // The first of them with the last collection that was brought.
        expect(blocksAfter(brought, size).indexOf(1)).toBe(brought - 1)
      }),
    )
  })

  test('cost nothing here; those not used are worth what they had cost', () => {
    const left = broughtLine(3, 2_500)
    expect(left).toMatchObject({ kind: 'brought', quantity: 3, price: 2_500, amount: 0, counts: 0, prepaid: 3 })
    expect(givenBackOf([left])).toBe(0)
    expect(givenBackOf([left, unusedBroughtLine(2, 2_500)])).toBe(5_000)
  })
})
