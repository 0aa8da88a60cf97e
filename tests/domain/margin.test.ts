import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marginOf, totalMargin } from '#domain/margin.ts'

test('sales of $165.00 and pay of $90.00 leave $60.00, because $15.00 of the sales is GST', () => {
  expect(marginOf(16_500, 9_000)).toEqual({ gst: 1_500, margin: 6_000, share: 60 })
})

test('a truck without sales has no share, and its pay is a loss', () => {
  expect(marginOf(0, 2_000)).toEqual({ gst: 0, margin: -2_000, share: null })
})

test('the total is the sum of its rows, and sales = GST + pay + margin in each', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(fc.array(fc.record({ sales: cents, pay: cents })), (rows) => {
      const margins = rows.map(({ sales, pay }) => marginOf(sales, pay))
      for (const [row, { gst, margin }] of margins.entries())
        expect(gst + rows[row]!.pay + margin).toBe(rows[row]!.sales)
      const total = totalMargin(rows)
      expect(total.margin).toBe(margins.reduce((sum, { margin }) => sum + margin, 0))
      expect(total.gst).toBe(margins.reduce((sum, { gst }) => sum + gst, 0))
    }),
  )
})
