import { sql } from 'drizzle-orm'
import { transactionRefId } from '#domain/invoicing.ts'
import {
  addPay,
  addTotals,
  auditLedger,
  type AuditedLedger,
  type Difference,
  differenceSentence,
  NO_TOTALS,
  type Totals,
} from '#domain/ledger-audit.ts'
import { auditPay } from '#domain/pay-audit.ts'
import { auditPayouts, type AuditedPayout, type CardTotals, cardTotals } from '#domain/payout-audit.ts'
import type { Database, Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { missingNumber } from './numbers.ts'
import { readPays } from './read-pays.ts'
import { readLedgers } from './read-ledgers.ts'
import { readPayouts } from './read-payouts.ts'

/** What was recomputed, and the first difference in words; null: every figure follows from the rows. */
export interface AuditReport {
  readonly totals: Totals
  readonly cards: CardTotals
  readonly payouts: readonly AuditedPayout[]
  readonly difference: string | null
}

export interface AuditSettings {
  /** Called with each customer's ledger after it was compared. */
  readonly each?: ((ledger: AuditedLedger) => Promise<void> | void) | undefined
  readonly step?: number
}

/**
 * Recomputes every ledger and every pay from its rows. Each step reads some of them as of one moment, in its own
 * transaction, so the server works on in between. Without `each` it ends at the first difference.
 */
export async function auditAllLedgers(db: Database, { each, step = 100 }: AuditSettings = {}): Promise<AuditReport> {
  let totals = NO_TOTALS
  let difference: Difference | null = null
  let after: string | null = null
  do {
    const { ledgers, last } = await ofOneMoment(db, (tx) => readLedgers(tx, { after, limit: step }))
    for (const ledger of ledgers) {
      totals = addTotals(totals, ledger)
      difference ??= auditLedger(ledger)
      if (difference && !each) return reportOf(totals, [], difference)
      await each?.(ledger)
    }
    after = last
  } while (after !== null)
  do {
    const { pays, last } = await ofOneMoment(db, (tx) => readPays(tx, { after, limit: step }))
    for (const pay of pays) {
      totals = addPay(totals, pay)
      difference ??= auditPay(pay)
      if (difference && !each) return reportOf(totals, [], difference)
    }
    after = last
  } while (after !== null)
  difference ??= await ofOneMoment(db, missingNumber)
  difference ??= await ofOneMoment(db, driversAllocation)
  const payouts = await ofOneMoment(db, readPayouts)
  difference ??= auditPayouts(payouts)
  return reportOf(totals, payouts, difference)
}

const reportOf = (totals: Totals, payouts: readonly AuditedPayout[], difference: Difference | null): AuditReport => ({
  totals,
  cards: cardTotals(payouts, totals.byCard),
  payouts,
  difference: difference && differenceSentence(difference),
})

function ofOneMoment<T>(db: Database, read: (tx: Queryable) => Promise<T>): Promise<T> {
  return inTransaction(
    db,
    async (tx) => {
      await tx.execute(sql.raw('set transaction read only'))
      return read(tx)
    },
    // Read-only, so it can't conflict with other transactions.
    { isolation: 'repeatable read', attempts: 1 },
  )
}

/** A payment to a driver pays no invoice. */
async function driversAllocation(db: Queryable): Promise<Difference | null> {
  const { rows } = await db.execute<{ number: number }>(sql`
    select ref_number as number from allocations join transactions using (transaction_id) where driver_id is not null limit 1`)
  const [row] = rows
  if (!row) return null
  const number = transactionRefId(row.number)
  return { refId: null, number, rule: 'invoices that a driver’s pay is allocated to', expected: '0', found: '1' }
}
