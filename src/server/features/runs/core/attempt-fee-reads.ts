import { eq, sql } from 'drizzle-orm'
import { type Cents, fromDollars } from '#domain/money.ts'
import { readSetting } from '#domain/settings.ts'
import type { Queryable } from '../../../db/database.ts'
import { settings } from '../../../db/tables/settings.ts'
import type { RunRow } from './runs-reads.ts'

const KEY = 'fee.attempt'

/** The stored setting, for use in another statement. */
export const storedAttemptFee = sql<unknown>`(select ${settings.value} from ${settings} where ${settings.key} = ${KEY})`

type RunOfFee = Pick<RunRow, 'status' | 'attemptFee'>

/** Cents for a failed attempt; null: the price of one bag. A completed run has the fee it was completed with. */
export function attemptFeeOf(run: RunOfFee, stored: unknown): Cents | null {
  if (run.status === 'completed' || run.status === 'archived') return run.attemptFee
  const fee = readSetting({ [KEY]: stored ?? undefined }, KEY)
  return fee === null ? null : fromDollars(fee)
}

export async function readAttemptFee(db: Queryable, run: RunOfFee): Promise<Cents | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY))
  return attemptFeeOf(run, row?.value)
}
