import { sql } from 'drizzle-orm'
import { adjustmentNumber, invoiceNumber, transactionRefId } from '#domain/invoicing.ts'
import { INVOICE_KINDS } from '#domain/money-words.ts'
import { rctiAdjustmentNumber, rctiNumber } from '#domain/rcti.ts'
import type { Difference } from '#domain/ledger-audit.ts'
import type { Queryable } from '../db/database.ts'

/** Numbers without gaps: each series, its numbers, and the counter that gives the next one. */
const SERIES: readonly Series[] = [
  ...INVOICE_KINDS.map((kind) => ({
    counter: kind === 'invoice' ? 'invoice' : `invoice.${kind}`,
    numbers: sql`select number from invoices where kind = ${kind}`,
    // The first number of invoices is a setting of the cut-over.
    first: kind === 'invoice' ? null : 1,
    shown: (number: number) => invoiceNumber(kind, number),
  })),
  {
    counter: 'adjustment',
    numbers: sql`select number from adjustments`,
    first: 1,
    shown: adjustmentNumber,
  },
  {
    counter: 'rcti',
    numbers: sql`select rcti_number as number from driver_payments where rcti_number is not null`,
    first: 1,
    shown: rctiNumber,
  },
  {
    counter: 'rcti.adjustment',
    numbers: sql`select number from rcti_adjustments`,
    first: 1,
    shown: rctiAdjustmentNumber,
  },
  {
    counter: 'transaction',
    numbers: sql`select ref_number as number from transactions`,
    first: 1,
    shown: transactionRefId,
  },
]

interface Series {
  readonly counter: string
  readonly numbers: ReturnType<typeof sql>
  readonly first: number | null
  readonly shown: (number: number) => string
}

export async function missingNumber(db: Queryable): Promise<Difference | null> {
  for (const series of SERIES) {
    const found = await gapIn(db, series)
    if (found) return found
  }
  return null
}

async function gapIn(db: Queryable, { counter, numbers, first, shown }: Series): Promise<Difference | null> {
  const { rows } = await db.execute<{ low: number | null; high: number | null; counted: number | null }>(sql`
    select min(number) as low, max(number) as high, (select value from counters where name = ${counter}) as counted
    from (${numbers}) as series`)
  const { low, high, counted } = rows[0]!
  if (low === null || high === null) return null
  const difference = (rule: string, expected: number, found: number): Difference => ({
    refId: null,
    number: shown(expected),
    rule,
    expected: shown(expected),
    found: shown(found),
  })
  if (first !== null && low !== first) return difference('the first number', first, low)
  const { rows: gaps } = await db.execute<{ number: number; before: number }>(sql`
    select number, before from (select number, lag(number) over (order by number) as before from (${numbers}) as series) as pairs
    where number <> before + 1 order by number limit 1`)
  const [gap] = gaps
  if (gap) return difference('the number after the one before', gap.before + 1, gap.number)
  return counted === high ? null : difference('the last number given', counted ?? 0, high)
}
