import { asc, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { incomeOf, type IncomeInput } from '#domain/income.ts'
import type { Earned } from '#domain/income-rows.ts'
import { readSetting } from '#domain/settings.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { drivers } from '../../../db/tables/drivers.ts'
import { incomes } from '../../../db/tables/events.ts'
import { settings } from '../../../db/tables/settings.ts'
import type { StopRow } from '../core/stops-reads.ts'

const EMPTY_AS_BAGS = 'pay.emptyAsBags'

interface Rates {
  payRate: number
  payPercentage: number
}

export interface PayRates {
  rates: ReadonlyMap<string, Rates>
  emptyAsBags: number
}

type StoredPay = Pick<typeof incomes.$inferSelect, 'driverID' | 'payRate' | 'payPercentage'>
type Recorded = Pick<StopRow, 'outcome' | 'recordedBy' | 'driverID'> &
  Omit<IncomeInput, 'outcome' | keyof Rates | 'emptyAsBags'>

/**
 * The income from a stop's outcome and its driver: the user who recorded it; for a record by the office, the stop's
 * driver. Null: no outcome, or no driver.
 * @param stored the stop's existing incomes: a pay rise during the week does not change what is done
 */
export function incomeFollowing(
  stop: Recorded,
  stored: readonly StoredPay[],
  { rates, emptyAsBags }: PayRates,
): Earned | null {
  const { outcome, serviceType, pu, amount, extraAmount } = stop
  const driverID = [stop.recordedBy, stop.driverID].find((id) => id !== null && rates.has(id)) ?? null
  if (outcome === null || driverID === null) return null
  const { payRate, payPercentage } = stored.find((row) => row.driverID === driverID) ?? rates.get(driverID)!
  return {
    driverID,
    payRate,
    payPercentage,
    ...incomeOf({ serviceType, outcome, pu, amount, extraAmount, payRate, payPercentage, emptyAsBags }),
  }
}

/** The incomes by stop, the first one first. */
export async function incomesOf(
  tx: Queryable,
  jobIDs: readonly string[],
): Promise<Map<string, (typeof incomes.$inferSelect)[]>> {
  const rows = await tx.select().from(incomes).where(among(incomes.jobID, jobIDs)).orderBy(asc(incomes.refNumber))
  return byKey(rows, ({ jobID }) => jobID!)
}

/**
 * The pay rates of the drivers among these users, and how many bags an empty one counts as. Without drivers nothing is
 * read.
 */
export async function payRatesOf(tx: Queryable, userIDs: readonly (string | null)[]): Promise<PayRates> {
  const ids = [...new Set(userIDs.filter((id) => id !== null))]
  const stored = sql<unknown>`(select ${settings.value} from ${settings} where ${settings.key} = ${EMPTY_AS_BAGS})`
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({
            driverID: drivers.driverID,
            payRate: drivers.payRate,
            payPercentage: drivers.payPercentage,
            kept: stored,
          })
          .from(drivers)
          .where(among(drivers.driverID, ids))
  return {
    rates: new Map(rows.map(({ driverID, payRate, payPercentage }) => [driverID, { payRate, payPercentage }])),
    emptyAsBags: readSetting({ [EMPTY_AS_BAGS]: rows[0]?.kept ?? undefined }, EMPTY_AS_BAGS),
  }
}
